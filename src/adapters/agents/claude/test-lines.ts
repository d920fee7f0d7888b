import type { CallReading, ProcessEnd } from "../../../ports/agent.ts";
import { claude } from "./claude.ts";

// Lines of a stream as Claude Code prints them, for the tests beside this file.

/** The id of every session here. */
export const session = "90183f80-28f9-4940-adc8-5fa72f8d7a6f";
const now = Date.parse("2026-11-30T12:00:00Z");
/** A status block, as short as one may be. */
export const block = (status: string, exit: boolean) =>
  `---RALPH_STATUS---\nSTATUS: ${status}\nEXIT_SIGNAL: ${exit}\n---END_RALPH_STATUS---`;

/** The first line of a stream. */
export const init = JSON.stringify({
  type: "system",
  subtype: "init",
  session_id: session,
  model: "m",
  claude_code_version: "2.1.332",
});
const assistant = (content: readonly unknown[], more: object = {}) =>
  JSON.stringify({
    type: "assistant",
    message: { id: `msg_${content.length}`, model: "m", content },
    parent_tool_use_id: null,
    session_id: session,
    ...more,
  });
/** The model says something; `more` replaces fields of the event. */
export const says = (text: string, more: object = {}) => assistant([{ type: "text", text }], more);
/** The model calls a tool. */
export const uses = (id: string, name: string, input: unknown = {}, more: object = {}) =>
  assistant([{ type: "tool_use", id, name, input }], more);
/** What a tool gave back. */
export const toolResult = (id: string, content: string, more: object = {}) =>
  JSON.stringify({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, ...more }] },
    parent_tool_use_id: null,
  });
/** The last line of a call that succeeded. */
export const result = (text: string, more: object = {}) =>
  JSON.stringify({ type: "result", subtype: "success", is_error: false, result: text, session_id: session, ...more });

/** The lines as one call; without `end` the process ended by itself with exit code 0. */
export function read(lines: readonly string[], end: Partial<ProcessEnd> = {}): CallReading {
  const reader = claude.read();
  for (const line of lines) reader.line(line);
  return reader.end({ exitCode: 0, signal: null, stderr: "", endedByUs: null, ...end }, now);
}

/** A call that the service refused. */
export const apiError = (text: string, error: string, more: object = {}) => [
  init,
  JSON.stringify({
    type: "assistant",
    message: { model: "<synthetic>", content: [{ type: "text", text }] },
    error,
    session_id: session,
  }),
  JSON.stringify({ type: "result", subtype: "success", is_error: true, result: text, session_id: session, ...more }),
];
