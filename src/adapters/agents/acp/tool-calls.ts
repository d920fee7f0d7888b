import type { AgentEvent } from "../../../ports/agent.ts";
import { errorLine } from "../error-words.ts";
import { type JsonRecord, recordOf, recordsOf, textOf } from "../json-line.ts";
import { isRefusal } from "../refusal-words.ts";

interface KnownCall {
  name: string;
  input: string;
  told: boolean;
  sub: boolean;
  /** Somebody was asked whether it may run. */
  asked: boolean;
  denied: boolean;
}

/** How servers word that a call was not allowed; looked for only where permission was asked. */
const turnedDown = /\b(?:refus|reject|deni|den(?:y|ied)\b|declin|cancel|not allowed|not granted)/i;
const subAgentTools: ReadonlySet<string> = new Set(["Task", "Agent", "task"]);

/**
 * The tool calls of one ACP session. A server announces a call before it knows its input, tells of it again and again, and may
 * leave the announcement out; each is told here once, as soon as its input is known.
 */
export class ToolCalls {
  readonly #calls = new Map<string, KnownCall>();

  /** An announcement, an update, or the call in a request for permission. */
  seen(call: JsonRecord, asked: boolean): readonly AgentEvent[] {
    const id = textOf(call, "toolCallId");
    if (id === null) return [];
    const known = this.#known(id, call);
    known.asked ||= asked;
    const status = textOf(call, "status");
    const isOver = status === "completed" || status === "failed";
    const tells = known.input !== "" || asked || isOver ? this.#tell(id, known) : [];
    return isOver ? [...tells, ...result(id, known, call, status === "failed")] : tells;
  }

  /** A call that Ralph has refused, with its reason. */
  refused(id: string, tool: string, reason: string): readonly AgentEvent[] {
    const known = this.#known(id, {});
    if (known.denied) return [];
    known.denied = true;
    const name = known.name === "unknown" ? tool : known.name;
    return [{ type: "denied", denial: { tool: name, input: known.input, reason: errorLine(reason) } }];
  }

  /** Calls whose input was never told. */
  rest(): readonly AgentEvent[] {
    return [...this.#calls].flatMap(([id, known]) => this.#tell(id, known));
  }

  #known(id: string, call: JsonRecord): KnownCall {
    const known = this.#calls.get(id) ?? {
      name: "unknown",
      input: "",
      told: false,
      sub: false,
      asked: false,
      denied: false,
    };
    this.#calls.set(id, known);
    if (known.name === "unknown") known.name = nameOf(call);
    const input = inputOf(call);
    if (input !== "" && !known.told) known.input = input;
    known.sub ||= textOf(claudeMeta(call), "parentToolUseId") !== null;
    return known;
  }

  #tell(id: string, known: KnownCall): readonly AgentEvent[] {
    if (known.told) return [];
    known.told = true;
    const { name, input, sub } = known;
    const tool: AgentEvent = { type: "tool", id, name, input, sub };
    return subAgentTools.has(name) ? [tool, { type: "sub-agent", id, name }] : [tool];
  }
}

/** True for what a sub-agent of Claude Code says or does. */
export const isOfSubAgent = (update: JsonRecord): boolean => textOf(claudeMeta(update), "parentToolUseId") !== null;

const claudeMeta = (update: JsonRecord): JsonRecord => recordOf(recordOf(update, "_meta"), "claudeCode");

/** The tool's own name where a server tells it; else the kind of what it does, or its title. */
function nameOf(call: JsonRecord): string {
  const kind = textOf(call, "kind");
  const title = textOf(call, "title");
  return textOf(claudeMeta(call), "toolName") ?? (kind === null || kind === "other" ? (title ?? "unknown") : kind);
}

function inputOf(call: JsonRecord): string {
  const input = recordOf(call, "rawInput");
  if (Object.keys(input).length > 0) return JSON.stringify(input);
  const paths = recordsOf(call, "locations").flatMap((location) => textOf(location, "path") ?? []);
  return paths.length === 0 ? "" : JSON.stringify({ paths });
}

function result(id: string, known: KnownCall, call: JsonRecord, isError: boolean): readonly AgentEvent[] {
  const text = resultText(call);
  const events: AgentEvent[] = [{ type: "tool-result", id, isError, text, sub: known.sub }];
  if (!isError || known.denied || !(isRefusal(text) || (known.asked && turnedDown.test(text)))) return events;
  known.denied = true;
  return [
    ...events,
    { type: "denied", denial: { tool: known.name, input: known.input, reason: errorLine(unfenced(text)) } },
  ];
}

function resultText(call: JsonRecord): string {
  const raw = call["rawOutput"];
  if (typeof raw === "string") return raw;
  const said = recordsOf(call, "content").flatMap((part) => textOf(recordOf(part, "content"), "text") ?? []);
  return said.join("\n");
}

const unfenced = (text: string): string => text.replace(/^```\w{0,20}\n(?<inner>[^]*)\n```\s*$/, "$<inner>");
