import type { Usage } from "../../../core/outcome.ts";
import type { CallReading, ProcessEnd } from "../../../ports/agent.ts";
import { codex } from "./codex.ts";

// Lines of a stream as Codex prints them, for the tests beside this file.

/** The id of every thread here. */
export const thread = "01a22af7-69be-7293-bbdf-2942522bbfd2";
const line = (type: string, fields: object = {}) => JSON.stringify({ type, ...fields });
/** The first lines of a stream. */
export const begun = [line("thread.started", { thread_id: thread }), line("turn.started")];
/** A thing that was said or done; `state`: where it stands. */
export const item = (type: string, fields: object = {}, state: "started" | "updated" | "completed" = "completed") =>
  line(`item.${state}`, { item: { id: "item_1", type, ...fields } });
/** The model says something. */
export const says = (text: string) => item("agent_message", { text });
/** The last line of a call that succeeded; `usage` as Codex counts it. */
export const completed = (usage: object = { input_tokens: 10, cached_input_tokens: 4, output_tokens: 2 }) =>
  line("turn.completed", { usage });
/** The last lines of a turn that failed. */
export const failed = (message: string) => [line("error", { message }), line("turn.failed", { error: { message } })];
/** A top-level error. */
export const error = (message: string) => line("error", { message });

interface Call extends Partial<ProcessEnd> {
  /** What the thread had used before. */
  readonly before?: Usage;
}

/** The lines as one call; without `end` the process ended by itself with exit code 0. */
export function read(lines: readonly string[], { before, ...end }: Call = {}): CallReading {
  const reader = codex.read(before);
  for (const text of lines) reader.line(text);
  return reader.end(
    { exitCode: 0, signal: null, stderr: "", endedByUs: null, ...end },
    Date.parse("2026-11-30T04:00:00Z"),
  );
}
