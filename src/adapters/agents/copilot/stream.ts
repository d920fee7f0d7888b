import type { AgentEvent, ProcessEnd } from "../../../ports/agent.ts";
import { errorLine } from "../error-words.ts";
import { refusedStart } from "../failed-call.ts";
import { type JsonRecord, numberOf, recordOf, textOf } from "../json-line.ts";
import type { EventStream } from "../stream-reader.ts";
import { outcomeOfError } from "./errors.ts";

type Failure = Extract<AgentEvent, { type: "error" }>;

const hookRefusal = /^Denied by preToolUse hook: /;

/** What must be remembered from line to line of one Copilot stream. Events that are not listed here say nothing of how a call went. */
export class CopilotStream implements EventStream {
  readonly #tools = new Map<string, { readonly name: string; readonly input: string }>();
  #model: string | null = null;
  #failure: Failure | null = null;
  #isSilent = true;

  events(record: JsonRecord): readonly AgentEvent[] {
    const data = recordOf(record, "data");
    const sub = textOf(data, "parentToolCallId") !== null || textOf(record, "agentId") !== null;
    const events = this.#events(record, data, sub);
    if (events.length > 0) this.#isSilent = false;
    return events;
  }

  startsNewTurn(): boolean {
    return false;
  }

  atEnd(end: ProcessEnd): readonly AgentEvent[] {
    return this.#isSilent ? refusedStart(end) : [];
  }

  #events(record: JsonRecord, data: JsonRecord, sub: boolean): readonly AgentEvent[] {
    switch (record["type"]) {
      case "session.start":
      case "session.resume":
        return this.#session(textOf(data, "sessionId"), textOf(data, "copilotVersion"));
      case "session.tools_updated":
        this.#model = textOf(data, "model") ?? this.#model;
        return [];
      case "assistant.message":
        return this.#message(data, sub);
      case "tool.execution_start":
        return this.#tool(data, sub);
      case "tool.execution_complete":
        return this.#toolResult(data, sub);
      case "subagent.started": {
        const name = textOf(data, "agentName") ?? "agent";
        return [{ type: "sub-agent", id: textOf(data, "toolCallId"), name }];
      }
      case "assistant.turn_retry":
        return [{ type: "retry", attempt: null, reason: textOf(data, "reason") ?? "unknown" }];
      case "session.error":
        return this.#failed(data);
      case "abort":
        this.#failure = { type: "error", outcome: "killed", message: "The agent was interrupted." };
        return [this.#failure];
      case "result":
        return this.#result(record);
      default:
        return [];
    }
  }

  #session(id: string | null, version: string | null): readonly AgentEvent[] {
    return id === null ? [] : [{ type: "session", id, model: this.#model, version }];
  }

  #message(data: JsonRecord, sub: boolean): readonly AgentEvent[] {
    if (!sub) this.#model = textOf(data, "model") ?? this.#model;
    const text = textOf(data, "content") ?? "";
    return text === "" ? [] : [{ type: "text", text, sub }];
  }

  #tool(data: JsonRecord, sub: boolean): readonly AgentEvent[] {
    const id = textOf(data, "toolCallId");
    const name = textOf(data, "toolName") ?? "unknown";
    const told = data["arguments"];
    const input = typeof told === "string" ? told : JSON.stringify(told ?? {});
    if (id !== null) this.#tools.set(id, { name, input });
    return [{ type: "tool", id, name, input, sub }];
  }

  #toolResult(data: JsonRecord, sub: boolean): readonly AgentEvent[] {
    const id = textOf(data, "toolCallId");
    const isError = data["success"] === false;
    const error = recordOf(data, "error");
    const text = (isError ? textOf(error, "message") : textOf(recordOf(data, "result"), "content")) ?? "";
    const result: AgentEvent = { type: "tool-result", id, isError, text, sub };
    if (!isError || textOf(error, "code") !== "denied") return [result];
    const call = this.#tools.get(id ?? "") ?? { name: "unknown", input: "" };
    const reason = errorLine(text.replace(hookRefusal, ""));
    return [result, { type: "denied", denial: { tool: call.name, input: call.input, reason } }];
  }

  #failed(data: JsonRecord): readonly AgentEvent[] {
    const said = textOf(data, "message") ?? "";
    const outcome = outcomeOfError({
      type: textOf(data, "errorType"),
      code: textOf(data, "errorCode"),
      status: numberOf(data, "statusCode"),
      message: said,
    });
    this.#failure = { type: "error", outcome, message: errorLine(said) || "Copilot CLI reported an error." };
    return [this.#failure];
  }

  // The one line that names the session. Its exit code decides: an error on the way may have been got over.
  #result(record: JsonRecord): readonly AgentEvent[] {
    const session = this.#session(textOf(record, "sessionId"), null);
    const code = numberOf(record, "exitCode");
    if (code === 0) return [...session, { type: "end", outcome: null, text: null }];
    const { outcome, message } = this.#failure ?? {
      outcome: "crashed" as const,
      message: `Copilot CLI ended with exit code ${code ?? "unknown"} and named no error.`,
    };
    return [...session, { type: "error", outcome, message }, { type: "end", outcome, text: null }];
  }
}
