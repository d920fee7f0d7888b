import type { Usage } from "../../../core/outcome.ts";
import type { AgentEvent, ProcessEnd } from "../../../ports/agent.ts";
import { errorLine } from "../error-words.ts";
import { outcomeOfFailure, refusedStart } from "../failed-call.ts";
import { isRecord, type JsonRecord, numberOf, recordOf, recordsOf, textOf } from "../json-line.ts";
import { isRefusal } from "../refusal-words.ts";
import type { EventStream } from "../stream-reader.ts";

type Failure = Extract<AgentEvent, { type: "error" }>;

/** What must be remembered from line to line of one pi stream. Each message comes as many parts and once more as a whole: only the whole counts. */
export class PiStream implements EventStream {
  readonly #tools = new Map<string, { readonly name: string; readonly input: string }>();
  #session: string | null = null;
  #model: string | null = null;
  #usd = 0;
  /** How the last answer failed; pi may try again by itself, and ends each attempt as it ends a call. */
  #failure: Failure | null = null;
  #isSilent = true;

  events(record: JsonRecord): readonly AgentEvent[] {
    const events = this.#events(record);
    if (record["type"] !== "session" && events.length > 0) this.#isSilent = false;
    return events;
  }

  startsNewTurn(): boolean {
    return false;
  }

  atEnd(end: ProcessEnd): readonly AgentEvent[] {
    return this.#isSilent ? refusedStart(end) : [];
  }

  #events(record: JsonRecord): readonly AgentEvent[] {
    switch (record["type"]) {
      case "session":
        return this.#sessionOf(textOf(record, "id"), null);
      case "agent_start":
        this.#failure = null;
        return [];
      case "message_end":
        return this.#message(recordOf(record, "message"));
      case "tool_execution_start":
        return this.#tool(record);
      case "tool_execution_end":
        return this.#toolResult(record);
      case "auto_retry_start":
        return [
          {
            type: "retry",
            attempt: numberOf(record, "attempt"),
            reason: errorLine(textOf(record, "errorMessage") ?? ""),
            waitMs: numberOf(record, "delayMs") ?? 0,
          },
        ];
      case "auto_retry_end":
        return record["success"] === false ? this.#givenUp(textOf(record, "finalError") ?? "") : [];
      case "agent_end":
        return this.#failure === null ? [{ type: "end", outcome: null, text: null }] : [];
      default:
        return [];
    }
  }

  #sessionOf(id: string | null, model: string | null): readonly AgentEvent[] {
    const session = id ?? this.#session;
    if (session === null || (id === null && model === this.#model)) return [];
    this.#session = session;
    this.#model = model ?? this.#model;
    return [{ type: "session", id: session, model: this.#model, version: null }];
  }

  #message(message: JsonRecord): readonly AgentEvent[] {
    if (message["role"] !== "assistant") return [];
    const texts = recordsOf(message, "content").flatMap((part): readonly AgentEvent[] => {
      const text = part["type"] === "text" ? textOf(part, "text") : null;
      return text === null || text === "" ? [] : [{ type: "text", text, sub: false }];
    });
    return [
      ...this.#sessionOf(null, textOf(message, "model")),
      ...texts,
      ...this.#spent(message),
      ...this.#stopped(message),
    ];
  }

  #spent(message: JsonRecord): readonly AgentEvent[] {
    if (!isRecord(message["usage"])) return [];
    const usage = message["usage"];
    const usd = numberOf(recordOf(usage, "cost"), "total");
    this.#usd += usd ?? 0;
    return [
      { type: "usage", usage: usageOf(usage), mode: "add" },
      ...(usd === null ? [] : [{ type: "cost", usd: this.#usd } as const]),
    ];
  }

  #stopped(message: JsonRecord): readonly AgentEvent[] {
    const said = textOf(message, "errorMessage") ?? "";
    switch (message["stopReason"]) {
      case "error":
        this.#failure = failureOf(said);
        return [this.#failure];
      case "aborted":
        this.#failure = { type: "error", outcome: "killed", message: errorLine(said) || "The agent was interrupted." };
        return [this.#failure];
      case "length":
        this.#failure = {
          type: "error",
          outcome: "context_full",
          message: "The answer was cut off at the model's longest output.",
        };
        return [this.#failure];
      default:
        return [];
    }
  }

  #givenUp(said: string): readonly AgentEvent[] {
    const { outcome, message } = this.#failure ?? failureOf(said);
    return [
      { type: "error", outcome, message },
      { type: "end", outcome, text: null },
    ];
  }

  #tool(record: JsonRecord): readonly AgentEvent[] {
    const id = textOf(record, "toolCallId");
    const name = textOf(record, "toolName") ?? "unknown";
    const input = JSON.stringify(record["args"] ?? {});
    if (id !== null) this.#tools.set(id, { name, input });
    return [{ type: "tool", id, name, input, sub: false }];
  }

  #toolResult(record: JsonRecord): readonly AgentEvent[] {
    const id = textOf(record, "toolCallId");
    const isError = record["isError"] === true;
    const text = recordsOf(recordOf(record, "result"), "content")
      .map((part) => textOf(part, "text") ?? "")
      .join("\n");
    const result: AgentEvent = { type: "tool-result", id, isError, text, sub: false };
    if (!isError || !isRefusal(text)) return [result];
    const call = this.#tools.get(id ?? "") ?? { name: textOf(record, "toolName") ?? "unknown", input: "" };
    return [result, { type: "denied", denial: { tool: call.name, input: call.input, reason: errorLine(text) } }];
  }
}

/** pi has words only: the status, then the service's own body. */
function failureOf(said: string): Failure {
  const status = /^(?:Error: )?(?<status>[45]\d{2})\b/.exec(said)?.groups?.["status"];
  const outcome = outcomeOfFailure(status === undefined ? null : Number(status), said) ?? "crashed";
  return { type: "error", outcome, message: errorLine(said) || "The model's answer failed." };
}

const usageOf = (usage: JsonRecord): Usage => ({
  in: numberOf(usage, "input") ?? 0,
  out: numberOf(usage, "output") ?? 0,
  cachedRead: numberOf(usage, "cacheRead") ?? 0,
  cachedWrite: numberOf(usage, "cacheWrite") ?? 0,
});
