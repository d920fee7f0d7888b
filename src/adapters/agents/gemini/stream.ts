import type { CallOutcome, Usage } from "../../../core/outcome.ts";
import type { AgentEvent, ProcessEnd } from "../../../ports/agent.ts";
import { errorLine, outcomeOfStatus } from "../error-words.ts";
import { refusedStart } from "../failed-call.ts";
import { type JsonRecord, numberOf, recordOf, textOf } from "../json-line.ts";
import { sessionIdPattern } from "../session-id.ts";
import type { EventStream } from "../stream-reader.ts";
import { outcomeOfApiError } from "./api-error.ts";
import { exitEvents, retriesIn } from "./exit-codes.ts";

/** Tools that start a sub-agent; the name changed between versions. */
const subAgentTools: ReadonlySet<string> = new Set(["invoke_agent", "delegate_to_agent", "codebase_investigator"]);

/** What must be remembered from line to line of one Gemini CLI stream. */
export class GeminiStream implements EventStream {
  /** Pieces of the text that the model is just saying. */
  #piece = "";
  readonly #tools = new Map<string, { readonly name: string; readonly input: string }>();
  #error: { readonly outcome: CallOutcome; readonly message: string } | null = null;
  #begun = false;
  #ended = false;

  events(record: JsonRecord): readonly AgentEvent[] {
    switch (record["type"]) {
      case "init":
        this.#begun = true;
        return session(record);
      case "message":
        return this.#message(record);
      case "tool_use":
        return [...this.#said(), ...this.#tool(record)];
      case "tool_result":
        return [...this.#said(), ...this.#toolResult(record)];
      case "error":
        return [...this.#said(), ...this.#warned(record)];
      case "result":
        return [...this.#said(), ...this.#result(record)];
      default:
        return [];
    }
  }

  /** A hook refused the end of the answer, and the model goes on with its reason. */
  startsNewTurn(record: JsonRecord): boolean {
    return record["type"] === "error" && /^Agent execution blocked\b/.test(textOf(record, "message") ?? "");
  }

  atEnd(end: ProcessEnd): readonly AgentEvent[] {
    const told = [...this.#said(), ...retriesIn(end.stderr)];
    if (this.#ended || this.#error !== null) return told;
    return [...told, ...(this.#begun ? [] : refusedStart(end)), ...exitEvents(end, statusOf(end))];
  }

  #message(record: JsonRecord): readonly AgentEvent[] {
    const text = textOf(record, "content") ?? "";
    if (record["role"] !== "assistant") return this.#said();
    const before = record["delta"] === true ? [] : this.#said();
    this.#piece += text;
    return record["delta"] === true ? [] : [...before, ...this.#said()];
  }

  /** The text that has come in pieces, once it is whole. */
  #said(): readonly AgentEvent[] {
    const text = this.#piece;
    this.#piece = "";
    return text.trim() === "" ? [] : [{ type: "text", text, sub: false }];
  }

  #tool(record: JsonRecord): readonly AgentEvent[] {
    const id = textOf(record, "tool_id");
    const name = textOf(record, "tool_name") ?? "unknown";
    const parameters = recordOf(record, "parameters");
    const input = JSON.stringify(parameters);
    if (id !== null) this.#tools.set(id, { name, input });
    const call: AgentEvent = { type: "tool", id, name, input, sub: false };
    if (!subAgentTools.has(name)) return [call];
    return [call, { type: "sub-agent", id, name: textOf(parameters, "agent_name") ?? name }];
  }

  #toolResult(record: JsonRecord): readonly AgentEvent[] {
    const id = textOf(record, "tool_id");
    const error = recordOf(record, "error");
    const isError = record["status"] === "error";
    const text = textOf(record, "output") ?? textOf(error, "message") ?? "";
    const result: AgentEvent = { type: "tool-result", id, isError, text, sub: false };
    if (!isError || !isRefusal(error)) return [result];
    const call = this.#tools.get(id ?? "") ?? { name: "unknown", input: "" };
    const reason = errorLine((textOf(error, "message") ?? text).replace(/^Tool execution blocked: /, ""));
    return [result, { type: "denied", denial: { tool: call.name, input: call.input, reason } }];
  }

  #warned(record: JsonRecord): readonly AgentEvent[] {
    if (record["severity"] !== "error") return [];
    const message = textOf(record, "message") ?? "";
    this.#error = { outcome: outcomeOfWarning(message), message: errorLine(message) };
    return [{ type: "error", ...this.#error }];
  }

  #result(record: JsonRecord): readonly AgentEvent[] {
    this.#ended = true;
    const usage = usageEvents(recordOf(record, "stats"));
    if (record["status"] === "success") return [...usage, { type: "end", outcome: null, text: null }];
    const stated = recordOf(record, "error");
    const message = textOf(stated, "message") ?? this.#error?.message ?? "Gemini CLI ended with an error.";
    const type = textOf(stated, "type") ?? "";
    const outcome = typedErrors[type] ?? this.#error?.outcome ?? outcomeOfApiError(message) ?? "crashed";
    return [...usage, { type: "error", outcome, message: errorLine(message) }, { type: "end", outcome, text: null }];
  }
}

/** `error.type` of a result, where it names the end by itself. */
const typedErrors: Readonly<Record<string, CallOutcome>> = {
  FatalAuthenticationError: "auth",
  FatalInputError: "bad_request",
  FatalConfigError: "bad_request",
  FatalSandboxError: "bad_request",
  FatalUntrustedWorkspaceError: "bad_request",
  FatalTurnLimitedError: "max_turns",
  FatalCancellationError: "killed",
  ModelNotFoundError: "bad_model",
  TerminalQuotaError: "usage_limit",
};

interface Wording {
  readonly outcome: CallOutcome;
  readonly pattern: RegExp;
}

/** Answers of the model that could not be used, by Gemini CLI's own words. */
const warnings: readonly Wording[] = [
  { outcome: "max_turns", pattern: /\bmaximum session turns\b|\bmax session turns\b/i },
  { outcome: "refused", pattern: /\bresponse was blocked due to\b/i },
  { outcome: "context_full", pattern: /\bexceeded the token limit\b|\bcontext window is near capacity\b/i },
  { outcome: "empty", pattern: /\bempty response\b/i },
];

const outcomeOfWarning = (message: string): CallOutcome =>
  warnings.find(({ pattern }) => pattern.test(message))?.outcome ?? outcomeOfApiError(message) ?? "crashed";

function session(record: JsonRecord): readonly AgentEvent[] {
  const id = textOf(record, "session_id");
  if (id === null || !sessionIdPattern.test(id)) return [];
  return [{ type: "session", id, model: textOf(record, "model"), version: null }];
}

/** A hook's or the policy's no. Other errors are the tool's own. */
const isRefusal = (error: JsonRecord): boolean =>
  error["type"] === "policy_violation" ||
  /\bdenied by policy\b|\brequires user confirmation\b/.test(textOf(error, "message") ?? "");

/** Where it dies of a refusal by the service, its exit code is what a byte holds of the status: 429 becomes 173. */
function statusOf({ exitCode }: ProcessEnd): Readonly<Record<number, CallOutcome>> {
  const code = exitCode ?? 0;
  const outcome = code >= 144 && code < 255 ? outcomeOfStatus(code + 256) : null;
  return outcome === null ? {} : { [code]: outcome };
}

/** This run's tokens. `input` leaves out what was cached; thoughts are in the total alone. */
function usageEvents(stats: JsonRecord): readonly AgentEvent[] {
  const prompt = numberOf(stats, "input_tokens");
  if (prompt === null) return [];
  const cachedRead = numberOf(stats, "cached") ?? 0;
  const usage: Usage = {
    in: numberOf(stats, "input") ?? Math.max(0, prompt - cachedRead),
    out: Math.max(numberOf(stats, "output_tokens") ?? 0, (numberOf(stats, "total_tokens") ?? 0) - prompt),
    cachedRead,
    cachedWrite: 0,
  };
  return [{ type: "usage", usage, mode: "total" }];
}
