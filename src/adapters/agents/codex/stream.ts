import type { Usage } from "../../../core/outcome.ts";
import type { AgentEvent, ProcessEnd } from "../../../ports/agent.ts";
import { errorLine } from "../error-words.ts";
import { refusedStart } from "../failed-call.ts";
import { type JsonRecord, isRecord, numberOf, recordOf, recordsOf, textOf } from "../json-line.ts";
import { sessionIdPattern } from "../session-id.ts";
import type { EventStream } from "../stream-reader.ts";
import { sinceUsage } from "../usage.ts";
import { outcomeOfMessage, refusalToBegin } from "./errors.ts";
import { refusalsIn } from "./refusals.ts";

/** A request that is made again. The thread goes on: no error yet. */
const reconnecting =
  /^Reconnecting\.\.\. (?:(?<attempt>\d+)\/\d+)?\s*(?:waiting for network )?(?:\((?<reason>[^]*)\))?$/;

/** What must be remembered from line to line of one `codex exec --json`. */
export class CodexStream implements EventStream {
  readonly #before: Usage | null;
  readonly #items = new Set<string>();
  readonly #subAgents = new Set<string>();
  #begun = false;
  #turn: "none" | "open" | "over" = "none";
  #failed = false;

  /** `before`: what the thread had used when it was resumed, for its counters go on. */
  constructor(before: Usage | null) {
    this.#before = before;
  }

  events(record: JsonRecord): readonly AgentEvent[] {
    switch (record["type"]) {
      case "thread.started":
        this.#begun = true;
        return session(record);
      case "turn.started":
        this.#turn = "open";
        return [];
      case "item.started":
      case "item.updated":
        return this.#item(recordOf(record, "item"), false);
      case "item.completed":
        return this.#item(recordOf(record, "item"), true);
      case "turn.completed":
        this.#turn = "over";
        return [...this.#usage(record), { type: "end", outcome: null, text: null }];
      case "turn.failed":
        return this.#failure(textOf(recordOf(record, "error"), "message") ?? "");
      case "error":
        return this.#error(textOf(record, "message") ?? "");
      default:
        return [];
    }
  }

  startsNewTurn(record: JsonRecord): boolean {
    return record["type"] === "turn.started";
  }

  atEnd(end: ProcessEnd): readonly AgentEvent[] {
    const { exitCode, stderr } = end;
    if (!this.#begun) return notBegun(end);
    const denied = refusalsIn(stderr).map((denial): AgentEvent => ({ type: "denied", denial }));
    // An interrupt ends a turn without a word, and always with this exit code. A failure says so on stderr.
    const interrupted = this.#turn === "open" && !this.#failed && exitCode === 1 && !complaint.test(stderr);
    return interrupted ? [...denied, { type: "end", outcome: "killed", text: null }] : denied;
  }

  #item(item: JsonRecord, done: boolean): readonly AgentEvent[] {
    if (item["type"] === "agent_message") {
      const text = textOf(item, "text");
      return done && text !== null ? [{ type: "text", text, sub: false }] : [];
    }
    const called = toolOf(item);
    if (called === null) return [];
    const id = textOf(item, "id");
    const isNew = id === null ? done : !this.#items.has(id);
    if (id !== null) this.#items.add(id);
    return [
      ...(isNew ? [{ type: "tool", id, ...called, sub: false } as const] : []),
      ...this.#startedAgents(item),
      ...(done ? [resultOf(item, id)] : []),
    ];
  }

  #startedAgents(item: JsonRecord): readonly AgentEvent[] {
    if (item["type"] !== "collab_tool_call" || textOf(item, "tool") !== "spawn_agent") return [];
    const threads = item["receiver_thread_ids"];
    const ids = Array.isArray(threads) ? threads.filter((id) => typeof id === "string") : [];
    const fresh = ids.filter((id) => !this.#subAgents.has(id));
    for (const id of fresh) this.#subAgents.add(id);
    return fresh.map((id) => ({ type: "sub-agent", id, name: "spawn_agent" }));
  }

  #usage(record: JsonRecord): readonly AgentEvent[] {
    if (!isRecord(record["usage"])) return [];
    return [{ type: "usage", usage: sinceUsage(usageOf(record["usage"]), this.#before), mode: "total" }];
  }

  #failure(message: string): readonly AgentEvent[] {
    this.#turn = "over";
    const said = errorLine(message) || "Codex's turn failed and gave no reason.";
    const outcome = outcomeOfMessage(message);
    return [
      { type: "error", outcome, message: said },
      { type: "end", outcome, text: null },
    ];
  }

  #error(message: string): readonly AgentEvent[] {
    const again = reconnecting.exec(message)?.groups;
    if (again !== undefined) {
      const attempt = again["attempt"] === undefined ? null : Number(again["attempt"]);
      return [{ type: "retry", attempt, reason: errorLine(again["reason"] ?? message) }];
    }
    this.#failed = true;
    return [{ type: "error", outcome: outcomeOfMessage(message), message: errorLine(message) }];
  }
}

function notBegun(end: ProcessEnd): readonly AgentEvent[] {
  const said = end.exitCode === 0 || end.endedByUs !== null ? null : refusalToBegin(end.stderr);
  return said === null ? refusedStart(end) : [{ type: "error", outcome: "bad_request", message: said }];
}

const complaint = /^(?:error|fatal)\b|\bpanicked at\b/im;

function session(record: JsonRecord): readonly AgentEvent[] {
  const id = textOf(record, "thread_id");
  return id === null || !sessionIdPattern.test(id) ? [] : [{ type: "session", id, model: null, version: null }];
}

type Called = { readonly name: string; readonly input: string };

/** Kinds of items that are calls of a tool, under the names that Codex's hooks have for them. Others give nothing. */
const tools: Readonly<Record<string, (item: JsonRecord) => Called>> = {
  command_execution: (item) => ({ name: "Bash", input: JSON.stringify({ command: textOf(item, "command") ?? "" }) }),
  file_change: (item) => ({ name: "apply_patch", input: JSON.stringify({ changes: recordsOf(item, "changes") }) }),
  mcp_tool_call: (item) => ({
    name: `mcp__${textOf(item, "server") ?? "unknown"}__${textOf(item, "tool") ?? "unknown"}`,
    input: JSON.stringify(item["arguments"] ?? {}),
  }),
  web_search: (item) => ({ name: "web_search", input: JSON.stringify({ query: textOf(item, "query") ?? "" }) }),
  collab_tool_call: (item) => ({
    name: textOf(item, "tool") ?? "collab_tool_call",
    input: JSON.stringify({ prompt: textOf(item, "prompt") ?? "" }),
  }),
};

function toolOf(item: JsonRecord): Called | null {
  const type = textOf(item, "type") ?? "";
  return Object.hasOwn(tools, type) ? (tools[type]?.(item) ?? null) : null;
}

function resultOf(item: JsonRecord, id: string | null): AgentEvent {
  const isError = item["status"] === "failed" || item["status"] === "declined";
  const text = textOf(item, "aggregated_output") ?? textOf(recordOf(item, "error"), "message") ?? "";
  return { type: "tool-result", id, isError, text, sub: false };
}

/** The thread's counters so far. What was cached is counted in Codex's input, too. */
function usageOf(usage: JsonRecord): Usage {
  const cachedRead = numberOf(usage, "cached_input_tokens") ?? 0;
  const cachedWrite = numberOf(usage, "cache_write_input_tokens") ?? 0;
  return {
    in: Math.max(0, (numberOf(usage, "input_tokens") ?? 0) - cachedRead - cachedWrite),
    out: numberOf(usage, "output_tokens") ?? 0,
    cachedRead,
    cachedWrite,
  };
}
