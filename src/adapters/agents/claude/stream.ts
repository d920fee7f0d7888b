import type { Usage } from "../../../core/outcome.ts";
import type { AgentEvent } from "../../../ports/agent.ts";
import { errorLine } from "../error-words.ts";
import { isRecord, type JsonRecord, numberOf, recordOf, recordsOf, textOf } from "../json-line.ts";
import { resetOfEpoch } from "../reset-time.ts";
import { sessionIdPattern } from "../session-id.ts";
import type { EventStream } from "../stream-reader.ts";
import { addUsage } from "../usage.ts";
import { endEvents, usageEvents, usageOf } from "./result-event.ts";
import { outcomeOfError } from "./typed-errors.ts";

/** The tool that starts a sub-agent; its name changed between versions, and Qwen Code writes it small. */
const subAgentTools: ReadonlySet<string> = new Set(["Task", "Agent", "task", "agent"]);

/** What must be remembered from line to line of one Claude Code stream. Unknown events and fields give nothing. */
export class ClaudeStream implements EventStream {
  readonly #sessions = new Set<string>();
  readonly #subAgents = new Set<string>();
  readonly #tools = new Map<string, { readonly name: string; readonly input: string }>();
  /** Texts of tool results that were errors, by the tool call's id: a listed denial finds its reason here. */
  readonly #failures = new Map<string, string>();
  readonly #denied = new Set<string>();
  readonly #partialUsage = new Map<string, Usage>();
  #typedError: string | null = null;

  /** The events of one line. */
  events(record: JsonRecord): readonly AgentEvent[] {
    switch (record["type"]) {
      case "system":
        return [...this.#session(record), ...retryEvents(record)];
      case "assistant":
        return [...this.#session(record), ...this.#assistant(record)];
      case "user":
        return this.#user(record);
      case "rate_limit_event":
        return rateLimit(recordOf(record, "rate_limit_info"));
      case "result":
        return this.#result(record);
      default:
        return [];
    }
  }

  /** Words put in by the harness side, such as a stop hook's feedback: the agent answers anew after them. */
  startsNewTurn(record: JsonRecord): boolean {
    if (record["type"] !== "user" || record["isSynthetic"] !== true) return false;
    return recordsOf(recordOf(record, "message"), "content").some((part) => part["type"] === "text");
  }

  atEnd(): readonly AgentEvent[] {
    return [];
  }

  #session(record: JsonRecord): readonly AgentEvent[] {
    const id = textOf(record, "session_id");
    const isInit = record["subtype"] === "init";
    if (id === null || !sessionIdPattern.test(id) || (this.#sessions.has(id) && !isInit)) return [];
    this.#sessions.add(id);
    const model = isInit ? textOf(record, "model") : null;
    return [{ type: "session", id, model, version: isInit ? textOf(record, "claude_code_version") : null }];
  }

  #assistant(record: JsonRecord): readonly AgentEvent[] {
    const message = recordOf(record, "message");
    const parent = textOf(record, "parent_tool_use_id");
    const error = textOf(record, "error");
    if (error !== null) return this.#failure(record, message, error);
    // What Claude Code puts into the stream by itself is no text of the model's.
    if (message["model"] === "<synthetic>") return [];
    const events: AgentEvent[] = parent === null ? [] : this.#startedBy(parent);
    for (const part of recordsOf(message, "content")) events.push(...this.#content(part, parent !== null));
    return [...events, ...this.#usageSoFar(message)];
  }

  #failure(record: JsonRecord, message: JsonRecord, error: string): readonly AgentEvent[] {
    const text = recordsOf(message, "content")
      .map((part) => textOf(part, "text") ?? "")
      .join("\n");
    this.#typedError = error;
    const status = numberOf(record, "api_error_status");
    return [{ type: "error", outcome: outcomeOfError(error, status, text), message: errorLine(text) }];
  }

  #content(part: JsonRecord, sub: boolean): readonly AgentEvent[] {
    if (part["type"] === "text") {
      const text = textOf(part, "text");
      return text === null ? [] : [{ type: "text", text, sub }];
    }
    if (part["type"] !== "tool_use") return [];
    const id = textOf(part, "id");
    const name = textOf(part, "name") ?? "unknown";
    const input = inputText(part["input"]);
    if (id !== null && this.#tools.has(id)) return [];
    if (id !== null) this.#tools.set(id, { name, input });
    const call: AgentEvent = { type: "tool", id, name, input, sub };
    return subAgentTools.has(name) ? [call, ...this.#startedBy(id ?? `call ${this.#tools.size}`)] : [call];
  }

  #startedBy(parent: string): AgentEvent[] {
    if (this.#subAgents.has(parent)) return [];
    this.#subAgents.add(parent);
    return [{ type: "sub-agent", id: parent, name: this.#tools.get(parent)?.name ?? "Task" }];
  }

  // Counts on the way are kept, so that a call that never states its end is not free of charge for the budgets.
  #usageSoFar(message: JsonRecord): readonly AgentEvent[] {
    const id = textOf(message, "id");
    if (id === null || !isRecord(message["usage"])) return [];
    this.#partialUsage.set(id, usageOf(message["usage"]));
    return [{ type: "usage", usage: [...this.#partialUsage.values()].reduce(addUsage), mode: "total" }];
  }

  #user(record: JsonRecord): readonly AgentEvent[] {
    const sub = textOf(record, "parent_tool_use_id") !== null;
    const decisions = new Map(recordsOf(record, "tool_result_meta").map((meta) => [textOf(meta, "id"), meta]));
    const events: AgentEvent[] = [];
    for (const part of recordsOf(recordOf(record, "message"), "content")) {
      if (part["type"] !== "tool_result") continue;
      const id = textOf(part, "tool_use_id");
      const text = resultText(part["content"]);
      const isError = part["is_error"] === true;
      events.push({ type: "tool-result", id, isError, text, sub });
      if (id === null || !isError) continue;
      this.#failures.set(id, text);
      const decision = recordOf(decisions.get(id) ?? {}, "permission_decision");
      const refused = decision["decision"] === "reject" || hookRefusal.test(text) || ownRefusal.test(text);
      if (refused) events.push(...this.#denial(id, "unknown", ""));
    }
    return events;
  }

  #denial(id: string, tool: string, input: string): readonly AgentEvent[] {
    if (this.#denied.has(id)) return [];
    this.#denied.add(id);
    const call = this.#tools.get(id) ?? { name: tool, input };
    const reason = errorLine((this.#failures.get(id) ?? "").replace(hookRefusal, ""));
    return [{ type: "denied", denial: { tool: call.name, input: call.input, reason } }];
  }

  #result(record: JsonRecord): readonly AgentEvent[] {
    // A failed resume echoes the id that was asked for: no session of that id exists.
    const session = record["is_error"] === true ? [] : this.#session(record);
    const denials = recordsOf(record, "permission_denials").flatMap((listed) => {
      const id = textOf(listed, "tool_use_id") ?? `listed ${this.#denied.size}`;
      return this.#denial(id, textOf(listed, "tool_name") ?? "unknown", inputText(listed["tool_input"]));
    });
    return [...session, ...denials, ...usageEvents(record), ...endEvents(record, this.#typedError)];
  }
}

/** How Claude Code words that nobody allowed a tool: its own refusals are listed at the end, and by older versions there only. */
const ownRefusal =
  /^(?:Claude requested permissions to |Permission to use \w{1,40} (?:with command .{0,400} )?has been denied)/;

/** How Claude Code introduces a hook's reason: the hook's name, then its command in brackets. */
const hookRefusal = /^PreToolUse:\w{1,40} hook error: (?:\[[^\]\n]{0,4000}\]: ?)?/;

function retryEvents(record: JsonRecord): readonly AgentEvent[] {
  if (record["subtype"] !== "api_retry") return [];
  const status = numberOf(record, "error_status");
  const reason = textOf(record, "error") ?? "unknown";
  return [
    {
      type: "retry",
      attempt: numberOf(record, "attempt"),
      reason: status === null ? reason : `${reason} (${status})`,
      waitMs: numberOf(record, "retry_delay_ms") ?? 0,
    },
  ];
}

function rateLimit(info: JsonRecord): readonly AgentEvent[] {
  if (info["status"] !== "rejected") return [];
  const resetAt = resetOfEpoch(numberOf(info, "resetsAt"));
  const kind = textOf(info, "rateLimitType") ?? "plan";
  return [{ type: "limit", limit: { resetAt, text: `The ${kind.replaceAll("_", " ")} limit was reached.` } }];
}

const inputText = (input: unknown): string => (input === undefined ? "" : JSON.stringify(input));

function resultText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part: unknown) => (isRecord(part) ? [textOf(part, "text") ?? ""] : [])).join("\n");
}
