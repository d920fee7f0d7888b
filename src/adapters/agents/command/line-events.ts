import { callOutcomes, type CallOutcome } from "../../../core/outcome.ts";
import type { AgentEvent } from "../../../ports/agent.ts";
import { errorLine } from "../error-words.ts";
import { type JsonRecord, numberOf, textOf } from "../json-line.ts";

type LineReader = (record: JsonRecord) => readonly AgentEvent[];

/** One row a line type of U-45; other types give nothing. */
const readers: Readonly<Record<string, LineReader>> = {
  text: (record) => {
    const text = textOf(record, "text");
    return text === null ? [] : [{ type: "text", text, sub: false }];
  },
  result: (record) => [{ type: "end", outcome: null, text: textOf(record, "text") }],
  usage: usageEvents,
  tool: toolEvents,
  limit: (record) => [
    { type: "limit", limit: { resetAt: isoOf(record), text: errorLine(textOf(record, "message") ?? "") } },
  ],
  error: (record) => [
    {
      type: "error",
      outcome: outcomeOf(record),
      message: errorLine(textOf(record, "message") ?? "The agent reported an error."),
    },
  ],
  denied: (record) => [
    {
      type: "denied",
      denial: {
        tool: textOf(record, "tool") ?? "unknown",
        input: inputText(record["input"]),
        reason: errorLine(textOf(record, "reason") ?? ""),
      },
    },
  ],
};

/** The events of one JSON line of a `command` agent. */
export function lineEvents(record: JsonRecord): readonly AgentEvent[] {
  const type = textOf(record, "type") ?? "";
  return Object.hasOwn(readers, type) ? (readers[type]?.(record) ?? []) : [];
}

function usageEvents(record: JsonRecord): readonly AgentEvent[] {
  const usage = {
    in: numberOf(record, "tokensIn") ?? 0,
    out: numberOf(record, "tokensOut") ?? 0,
    cachedRead: numberOf(record, "tokensCached") ?? 0,
    cachedWrite: 0,
  };
  const usd = numberOf(record, "usd");
  return [{ type: "usage", usage, mode: "add" }, ...(usd === null ? [] : [{ type: "cost", usd } as const])];
}

function toolEvents(record: JsonRecord): readonly AgentEvent[] {
  const call: AgentEvent = {
    type: "tool",
    id: null,
    name: textOf(record, "name") ?? "unknown",
    input: inputText(record["input"]),
    sub: false,
  };
  const failed: AgentEvent = { type: "tool-result", id: null, isError: true, text: "", sub: false };
  return record["isError"] === true ? [call, failed] : [call];
}

const isOutcome = (text: string): text is CallOutcome => callOutcomes.some((outcome) => outcome === text);

// An unknown class is a crash, and so is `ok`: a line that says "error" and "ok" at once is a mistake.
function outcomeOf(record: JsonRecord): CallOutcome {
  const named = textOf(record, "class") ?? "";
  return isOutcome(named) && named !== "ok" ? named : "crashed";
}

function isoOf(record: JsonRecord): string | null {
  const at = Date.parse(textOf(record, "resetsAt") ?? "");
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

function inputText(input: unknown): string {
  if (typeof input === "string") return input;
  return input === undefined ? "" : JSON.stringify(input);
}
