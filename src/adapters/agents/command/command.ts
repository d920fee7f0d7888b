import type { AgentDialect, AgentEvent, AgentReader } from "../../../ports/agent.ts";
import { CallFold } from "../call-fold.ts";
import { isSoleLimitMessage } from "../error-words.ts";
import { jsonLines } from "../json-line.ts";
import { LastTexts } from "../last-texts.ts";
import { lineEvents } from "./line-events.ts";

/** What a `command` agent writes on stdout: its answer as plain text, or one JSON object a line. */
export type CommandFormat = "text" | "jsonl";

/**
 * Any program as an agent: it is started as `argv` in the work tree, reads the prompt from stdin and answers on stdout.
 * `family` names the vendor behind it, where a review by another family is wanted. Throws RangeError for an empty argv.
 */
export function command(argv: readonly string[], format: CommandFormat, family = "command"): AgentDialect {
  const [file, ...args] = argv;
  if (file === undefined || file === "") throw new RangeError("The command of the agent is empty: name a program.");
  return {
    name: "command",
    family,
    abilities: { resume: false, hooks: false, schema: false, budget: false, sandbox: false },
    triedVersions: [],
    env: [],
    command: (request) => ({ file, args, env: {}, stdin: request.prompt }),
    read: () => (format === "jsonl" ? jsonlReader(false) : textReader()),
  };
}

/** Reads the JSON lines of U-45. `needsEnd`: a stream without a `result` line is cut off, not finished. */
export function jsonlReader(needsEnd: boolean): AgentReader {
  const lines = jsonLines();
  const fold = new CallFold({ needsEnd });
  let spent = 0;
  // Each `usage` line tells what was spent since the one before; a cost event is the sum so far.
  const summed = (event: AgentEvent): AgentEvent => {
    if (event.type !== "cost") return event;
    spent += event.usd;
    return { type: "cost", usd: spent };
  };
  return {
    line(text) {
      const { record, lost } = lines.push(text);
      for (const piece of lost) fold.unreadable(piece);
      const events = record === null ? [] : lineEvents(record).map(summed);
      for (const event of events) fold.add(event);
      return events;
    },
    end(end, now) {
      for (const piece of lines.rest()) fold.unreadable(piece);
      return fold.conclude(end, now);
    },
  };
}

// The answer is all of stdout, the end of it where it is endless. An answer that is a limit's message and nothing else is one (F077).
function textReader(): AgentReader {
  const said = new LastTexts();
  return {
    line(text) {
      said.push(text.replace(/\r$/, ""));
      return text.trim() === "" ? [] : [{ type: "text", text, sub: false }];
    },
    end(end, now) {
      const answer = said.all().join("\n").trim();
      const fold = new CallFold({ needsEnd: false });
      if (isSoleLimitMessage(answer)) fold.add({ type: "error", outcome: "usage_limit", message: answer });
      else if (answer !== "") fold.add({ type: "text", text: answer, sub: false });
      return fold.conclude(end, now);
    },
  };
}
