import type { CallOutcome } from "../../core/outcome.ts";
import type { AgentEvent, ProcessEnd } from "../../ports/agent.ts";
import { errorLine, outcomeOfStatus, outcomeOfText, stderrTail } from "./error-words.ts";
import { namesPlanReset } from "./reset-time.ts";

/**
 * What a failed request means, by its HTTP status and its words; either may be missing. Null: neither says anything known.
 * A plan's limit, a bill and a full context hide behind several statuses, so that their words go first.
 */
export function outcomeOfFailure(status: number | null, text: string): CallOutcome | null {
  const worded = outcomeOfText(text);
  if (worded === "usage_limit" || worded === "billing" || worded === "context_full") return worded;
  if (status === 429) return namesPlanReset(text) ? "usage_limit" : "overloaded";
  const typed = status === null ? null : outcomeOfStatus(status);
  return typed === "bad_request" ? (worded ?? typed) : (typed ?? worded);
}

const misuse =
  /\b(?:unknown|unrecognized|unexpected|invalid) (?:option|argument|flag)s?\b|^error: invalid value\b|^(?:Usage|Options|Positionals):/im;
const noSession = /\bno (?:saved )?session\b[^\n]{0,40}\b(?:found|matched)\b|\bsession not found\b/i;
const noLogin = /\bno (?:authentication information|api key) found\b/i;

/** What a program says on stderr that never got to work: no event of its stream was seen. */
const refusedStarts: readonly {
  readonly outcome: CallOutcome;
  readonly pattern: RegExp;
  readonly message: (said: string) => string;
}[] = [
  { outcome: "auth", pattern: noLogin, message: (said) => said },
  {
    outcome: "bad_request",
    pattern: noSession,
    message: (said) => `The session that was to be continued does not exist: ${said}`,
  },
  {
    outcome: "bad_request",
    pattern: misuse,
    message: (said) =>
      `The program does not know an option that Ralph starts it with; \`ralph agents list\` says which versions were tested. ${said}`,
  },
];

/** Why a program ended before it began, as far as its stderr tells. For calls of which no event was seen. */
export function refusedStart({ exitCode, endedByUs, stderr }: ProcessEnd): readonly AgentEvent[] {
  if (exitCode === null || exitCode === 0 || endedByUs !== null) return [];
  const lines = stderr.split("\n").map((line) => errorLine(line));
  const found = refusedStarts.find(({ pattern }) => pattern.test(lines.join("\n")));
  if (found === undefined) return [];
  const named = lines.find((line) => found.pattern.test(line)) ?? "";
  const said = errorLine(/^(?:Usage|Options|Positionals):/i.test(named) ? stderrTail(stderr) : named);
  return [{ type: "error", outcome: found.outcome, message: errorLine(found.message(said)) }];
}
