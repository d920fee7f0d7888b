import type { CallOutcome, Usage } from "../../../core/outcome.ts";
import type { AgentEvent, ProcessEnd } from "../../../ports/agent.ts";
import { ClaudeStream } from "../claude/stream.ts";
import { errorLine } from "../error-words.ts";
import { refusedStart } from "../failed-call.ts";
import { isApiError, outcomeOfApiError } from "../gemini/api-error.ts";
import { exitEvents } from "../gemini/exit-codes.ts";
import { isRecord, type JsonRecord, numberOf, recordOf, recordsOf, textOf } from "../json-line.ts";
import type { EventStream } from "../stream-reader.ts";
import { noUsage, sinceUsage } from "../usage.ts";

/** Beside the codes of its kin: tool calls or time that its own flags bound. */
const ownCodes: Readonly<Record<number, CallOutcome>> = { 55: "budget" };

/** Qwen Code writes the lines of Claude Code and ends as Gemini CLI does. What differs from Claude Code's is told here. */
export class QwenStream implements EventStream {
  readonly #claude = new ClaudeStream();
  readonly #before: Usage | null;
  /** What the answers of this call are known to have used. */
  #counted: Usage = noUsage;
  #begun = false;
  #ended = false;

  /** `before`: what the session had used when it was resumed, for its counters go on from there. */
  constructor(before: Usage | null) {
    this.#before = before;
  }

  events(record: JsonRecord): readonly AgentEvent[] {
    switch (record["type"]) {
      case "system":
        this.#begun = true;
        return [...this.#claude.events(named(record)), ...retryEvents(record)];
      case "assistant":
        return this.#assistant(record);
      case "result":
        return this.#result(record);
      default:
        return this.#claude.events(record);
    }
  }

  startsNewTurn(record: JsonRecord): boolean {
    return this.#claude.startsNewTurn(record);
  }

  atEnd(end: ProcessEnd): readonly AgentEvent[] {
    if (this.#ended) return [];
    const waitedFor = end.endedByUs === "waiting" ? refusalIn(end.stderr) : null;
    if (waitedFor !== null) return [failure(waitedFor)];
    return [...(this.#begun ? [] : refusedStart(end)), ...exitEvents(end, ownCodes)];
  }

  #assistant(record: JsonRecord): readonly AgentEvent[] {
    const message = recordOf(record, "message");
    const parts = recordsOf(message, "content");
    const text = parts.map((part) => textOf(part, "text") ?? "").join("\n");
    if (isApiError(text) && parts.every((part) => part["type"] === "text")) return [failure(text)];
    const events = this.#claude.events({ ...record, message: withUncached(message) });
    this.#counted = events.findLast((event) => event.type === "usage")?.usage ?? this.#counted;
    return events;
  }

  #result(record: JsonRecord): readonly AgentEvent[] {
    this.#ended = true;
    const read = this.#claude
      .events({ ...withUncached(record), is_error: false, subtype: "success" })
      .map((event) => (event.type === "usage" ? { ...event, usage: this.#ownShare(event.usage) } : event));
    const said = failureOf(record);
    if (said === null) return read;
    const failed = failure(said);
    // A call that never began names a session that does not exist.
    const kept = read.filter(({ type }) => type !== "end" && (type !== "session" || this.#begun));
    return [...kept, failed, { type: "end", outcome: failed.outcome, text: null }];
  }

  // Versions before 0.24 count by call: less than the answers themselves have used can't be meant.
  #ownShare(total: Usage): Usage {
    const grown = sinceUsage(total, this.#before);
    const isLess = grown.in < this.#counted.in || grown.out < this.#counted.out;
    return isLess ? total : grown;
  }
}

/** Why a call failed, in its own words; null where it did not. Versions before 0.24 call a refused request a success. */
function failureOf(record: JsonRecord): string | null {
  const result = textOf(record, "result");
  if (result !== null && isApiError(result)) return result;
  const subtype = textOf(record, "subtype") ?? "";
  if (record["is_error"] !== true && !subtype.startsWith("error")) return null;
  return textOf(recordOf(record, "error"), "message") ?? result ?? `Qwen Code ended with ${subtype}.`;
}

const notSetUp =
  /\bno auth type is selected\b|\bmissing api key\b|\bapi key\b[^\n]{0,60}\b(?:not found|not set|required)\b/i;
const turnsSpent = /\bmax(?:imum)? session turns\b|\berror_max_turns\b/i;

function failure(message: string): Extract<AgentEvent, { type: "error" }> {
  const own = notSetUp.test(message) ? "auth" : turnsSpent.test(message) ? "max_turns" : null;
  return { type: "error", outcome: own ?? outcomeOfApiError(message) ?? "crashed", message: errorLine(message) };
}

/** Its version under the name that Claude Code has for it. */
const named = (record: JsonRecord): JsonRecord => ({ ...record, claude_code_version: record["qwen_code_version"] });

/** What was cached is counted in Qwen's input, too; Claude Code counts it apart. */
function withUncached(record: JsonRecord): JsonRecord {
  const { usage } = record;
  if (!isRecord(usage)) return record;
  const input = numberOf(usage, "input_tokens") ?? 0;
  const cached = numberOf(usage, "cache_read_input_tokens") ?? 0;
  return { ...record, usage: { ...usage, input_tokens: Math.max(0, input - cached) } };
}

/** The refusal that the program last said it would ask again after: only its stderr has its words. Null where there is none. */
const refusalIn = (stderr: string): string | null =>
  [...stderr.matchAll(/^Retrying in \d+s \(attempt [^)\n]*\): (?<said>\[API Error: [^\n]*\])/gm)].at(-1)?.groups?.[
    "said"
  ] ?? null;

function retryEvents(record: JsonRecord): readonly AgentEvent[] {
  if (record["subtype"] !== "retry") return [];
  const data = recordOf(record, "data");
  const reason = textOf(data, "reason") ?? "unknown";
  return [{ type: "retry", attempt: numberOf(data, "attempt"), reason, waitMs: numberOf(data, "delayMs") ?? 0 }];
}
