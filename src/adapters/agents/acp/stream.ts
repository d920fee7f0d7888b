import type { Usage } from "../../../core/outcome.ts";
import type { AgentEvent, ProcessEnd } from "../../../ports/agent.ts";
import { errorLine } from "../error-words.ts";
import { refusedStart } from "../failed-call.ts";
import { isRecord, type JsonRecord, numberOf, recordOf, recordsOf, textOf } from "../json-line.ts";
import type { EventStream } from "../stream-reader.ts";
import { endedBadly, failureOf, failureToldAsAnswer } from "./failures.ts";
import { isOfSubAgent, ToolCalls } from "./tool-calls.ts";

/** A message of our own among the server's: a call was refused, and why. The wire has no words for that. */
export const refusedMethod = "_ralph/refused";

/**
 * Reads what an ACP server says: answers, session updates, requests. An answer comes in pieces, which are put together until the
 * server does something else.
 */
export class AcpStream implements EventStream {
  readonly #tools = new ToolCalls();
  #session: string | null = null;
  #model: string | null = null;
  #version: string | null = null;
  #pieces: string[] = [];
  #piecesOf: string | null = null;
  #isSilent = true;

  events(record: JsonRecord): readonly AgentEvent[] {
    const known = record["jsonrpc"] === "2.0";
    if (known) this.#isSilent = false;
    return known ? this.#message(record) : [];
  }

  startsNewTurn(): boolean {
    return false;
  }

  atEnd(end: ProcessEnd): readonly AgentEvent[] {
    return this.#isSilent ? refusedStart(end) : [...this.#said(), ...this.#tools.rest()];
  }

  #message(record: JsonRecord): readonly AgentEvent[] {
    const params = recordOf(record, "params");
    switch (record["method"]) {
      case "session/update":
        return [...this.#sessionOf(textOf(params, "sessionId"), null), ...this.#update(recordOf(params, "update"))];
      case "session/request_permission":
        return [...this.#said(), ...this.#tools.seen(recordOf(params, "toolCall"), true)];
      case refusedMethod:
        return this.#tools.refused(
          textOf(params, "toolCallId") ?? "",
          textOf(params, "tool") ?? "unknown",
          textOf(params, "reason") ?? "",
        );
      case undefined:
        return isRecord(record["error"]) ? this.#failed(record["error"]) : this.#answer(recordOf(record, "result"));
      default:
        return [];
    }
  }

  #sessionOf(id: string | null, model: string | null): readonly AgentEvent[] {
    const session = id ?? this.#session;
    if (session === null || (session === this.#session && (model === null || model === this.#model))) return [];
    this.#session = session;
    this.#model = model ?? this.#model;
    return [{ type: "session", id: session, model: this.#model, version: this.#version }];
  }

  #update(update: JsonRecord): readonly AgentEvent[] {
    switch (update["sessionUpdate"]) {
      case "agent_message_chunk":
        return this.#piece(update);
      case "tool_call":
      case "tool_call_update":
        return [...this.#said(), ...this.#tools.seen(update, false)];
      case "usage_update": {
        const usd = numberOf(recordOf(update, "cost"), "amount");
        return usd === null ? [] : [{ type: "cost", usd }];
      }
      default:
        return [];
    }
  }

  #piece(update: JsonRecord): readonly AgentEvent[] {
    const text = textOf(recordOf(update, "content"), "text") ?? "";
    if (isOfSubAgent(update)) return text === "" ? [] : [{ type: "text", text, sub: true }];
    const of = textOf(update, "messageId");
    const before = of !== null && of !== this.#piecesOf ? this.#said() : [];
    this.#piecesOf = of ?? this.#piecesOf;
    this.#pieces.push(text);
    return before;
  }

  #said(): readonly AgentEvent[] {
    const text = this.#pieces.join("");
    this.#pieces = [];
    return text === "" ? [] : [{ type: "text", text, sub: false }];
  }

  #answer(result: JsonRecord): readonly AgentEvent[] {
    const info = recordOf(result, "agentInfo");
    if (textOf(info, "name") !== null)
      this.#version = [textOf(info, "name"), textOf(info, "version")].filter((word) => word !== null).join(" ");
    const stopReason = textOf(result, "stopReason");
    if (stopReason === null) return this.#sessionOf(textOf(result, "sessionId"), modelOf(result));
    const usage = usageOf(result);
    const bad = Object.hasOwn(endedBadly, stopReason)
      ? endedBadly[stopReason]
      : (failureToldAsAnswer(this.#pieces.join("")) ?? undefined);
    return [
      ...this.#said(),
      ...this.#tools.rest(),
      ...(usage === null ? [] : [{ type: "usage", usage, mode: "total" } as const]),
      ...(bad === undefined ? [] : [{ type: "error", ...bad } as const]),
      { type: "end", outcome: bad?.outcome ?? null, text: null },
    ];
  }

  // Servers say the error's words as if the model had: they are no answer.
  #failed(error: JsonRecord): readonly AgentEvent[] {
    const { outcome, message } = failureOf(error);
    if (message.includes(this.#pieces.join("").trim())) this.#pieces = [];
    return [
      ...this.#said(),
      { type: "error", outcome, message: errorLine(message) || "The ACP server reported an error." },
    ];
  }
}

/** The model of a session, as servers with options tell it, or as those with a list of models do. */
function modelOf(result: JsonRecord): string | null {
  const option = recordsOf(result, "configOptions").find((one) => one["category"] === "model" || one["id"] === "model");
  return textOf(option ?? {}, "currentValue") ?? textOf(recordOf(result, "models"), "currentModelId");
}

/** Tokens of a turn. Where the total is in and out alone, what came from the cache is counted among those that went in. */
function usageOf(result: JsonRecord): Usage | null {
  const quota = recordOf(recordOf(recordOf(result, "_meta"), "quota"), "token_count");
  if (!isRecord(result["usage"])) {
    const tokensIn = numberOf(quota, "input_tokens");
    return tokensIn === null
      ? null
      : { in: tokensIn, out: numberOf(quota, "output_tokens") ?? 0, cachedRead: 0, cachedWrite: 0 };
  }
  const usage = result["usage"];
  const count = (name: string): number => numberOf(usage, name) ?? 0;
  const [tokensIn, out] = [count("inputTokens"), count("outputTokens")];
  const [cachedRead, cachedWrite] = [count("cachedReadTokens"), count("cachedWriteTokens")];
  const isWithin = count("totalTokens") === tokensIn + out;
  return { in: isWithin ? Math.max(0, tokensIn - cachedRead - cachedWrite) : tokensIn, out, cachedRead, cachedWrite };
}
