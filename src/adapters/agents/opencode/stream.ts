import type { Usage } from "../../../core/outcome.ts";
import type { AgentEvent, ProcessEnd } from "../../../ports/agent.ts";
import { errorLine } from "../error-words.ts";
import { refusedStart } from "../failed-call.ts";
import { isRecord, type JsonRecord, numberOf, recordOf, textOf } from "../json-line.ts";
import { isRefusal } from "../refusal-words.ts";
import type { EventStream } from "../stream-reader.ts";
import { endedBadly, failureOf } from "./failures.ts";

/** How OpenCode tells that a rule of its own, or nobody being there to be asked, has stopped a tool. */
const ownRefusal = /\brule which prevents you from using\b|\b(?:user|permission) (?:has )?(?:rejected|denied)\b/i;

/** What must be remembered from line to line of one OpenCode stream. It has no end event: the reason of its last step tells. */
export class OpenCodeStream implements EventStream {
  #session: string | null = null;
  #usd = 0;
  #reason: string | null = null;
  #isSilent = true;

  events(record: JsonRecord): readonly AgentEvent[] {
    const events = [...this.#sessionOf(textOf(record, "sessionID")), ...this.#events(record)];
    if (events.length > 0) this.#isSilent = false;
    return events;
  }

  startsNewTurn(): boolean {
    return false;
  }

  atEnd(end: ProcessEnd): readonly AgentEvent[] {
    if (this.#isSilent) return refusedStart(end);
    if (this.#reason === "stop") return [{ type: "end", outcome: null, text: null }];
    const outcome = endedBadly[this.#reason ?? ""];
    const message = `The last step ended with the reason ${this.#reason ?? "unknown"}.`;
    return outcome === undefined ? [] : [{ type: "error", outcome, message }];
  }

  #sessionOf(id: string | null): readonly AgentEvent[] {
    if (id === null || id === this.#session) return [];
    this.#session = id;
    return [{ type: "session", id, model: null, version: null }];
  }

  #events(record: JsonRecord): readonly AgentEvent[] {
    const part = recordOf(record, "part");
    switch (record["type"]) {
      case "step_start":
        this.#reason = null;
        return [];
      case "text": {
        const text = textOf(part, "text") ?? "";
        return text === "" ? [] : [{ type: "text", text, sub: false }];
      }
      case "tool_use":
        return toolEvents(part);
      case "step_finish":
        this.#reason = textOf(part, "reason");
        return this.#spent(part);
      case "error": {
        this.#reason = null;
        const { outcome, message } = failureOf(recordOf(record, "error"));
        return [{ type: "error", outcome, message: errorLine(message) || "OpenCode reported an error." }];
      }
      default:
        return [];
    }
  }

  #spent(part: JsonRecord): readonly AgentEvent[] {
    const usd = numberOf(part, "cost");
    this.#usd += usd ?? 0;
    return [
      ...(isRecord(part["tokens"]) ? [{ type: "usage", usage: usageOf(part["tokens"]), mode: "add" } as const] : []),
      ...(usd === null ? [] : [{ type: "cost", usd: this.#usd } as const]),
    ];
  }
}

/** One event tells of a tool when it is through: its call, its result, and whether it was refused. */
function toolEvents(part: JsonRecord): readonly AgentEvent[] {
  const id = textOf(part, "callID");
  const name = textOf(part, "tool") ?? "unknown";
  const state = recordOf(part, "state");
  const input = JSON.stringify(state["input"] ?? {});
  const isError = state["status"] === "error";
  const text = textOf(state, isError ? "error" : "output") ?? "";
  const events: AgentEvent[] = [{ type: "tool", id, name, input, sub: false }];
  if (name === "task") events.push({ type: "sub-agent", id, name });
  events.push({ type: "tool-result", id, isError, text, sub: false });
  if (isError && (ownRefusal.test(text) || isRefusal(text)))
    events.push({ type: "denied", denial: { tool: name, input, reason: errorLine(text) } });
  return events;
}

/** Tokens of thinking are counted beside those of the answer. */
function usageOf(tokens: JsonRecord): Usage {
  const cache = recordOf(tokens, "cache");
  return {
    in: numberOf(tokens, "input") ?? 0,
    out: (numberOf(tokens, "output") ?? 0) + (numberOf(tokens, "reasoning") ?? 0),
    cachedRead: numberOf(cache, "read") ?? 0,
    cachedWrite: numberOf(cache, "write") ?? 0,
  };
}
