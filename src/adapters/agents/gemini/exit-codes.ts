import type { CallOutcome } from "../../../core/outcome.ts";
import type { AgentEvent, ProcessEnd } from "../../../ports/agent.ts";
import { stderrTail } from "../error-words.ts";
import { outcomeOfApiError } from "./api-error.ts";

/** Exit codes by which Gemini CLI and its kin name their end, where no event does. */
const kinCodes: Readonly<Record<number, CallOutcome>> = {
  41: "auth",
  42: "bad_request",
  44: "bad_request",
  52: "bad_request",
  53: "max_turns",
  130: "killed",
};

/** What the exit code of a call without an end event says: an error, or nothing. `own` are the program's further codes. */
export function exitEvents(
  { exitCode, stderr }: ProcessEnd,
  own: Readonly<Record<number, CallOutcome>>,
): readonly AgentEvent[] {
  const code = exitCode ?? 0;
  const outcome = own[code] ?? kinCodes[code] ?? null;
  if (outcome === "killed") return [{ type: "end", outcome, text: null }];
  if (outcome === null) return [];
  const said = stderrTail(stderr);
  return [{ type: "error", outcome, message: said === "" ? `The agent ended with exit code ${code}.` : said }];
}

/** Announced further requests on a stderr, which are all that is heard of them. */
export function retriesIn(stderr: string): readonly AgentEvent[] {
  return [...stderr.matchAll(/^Attempt (?<attempt>\d{1,4}) failed(?<why>[^\n]*(?:\n[^\n]*)?)\bRetrying\b/gm)].map(
    ({ groups }): AgentEvent => ({
      type: "retry",
      attempt: Number(groups?.["attempt"]),
      reason: outcomeOfApiError(groups?.["why"] ?? "") ?? "unknown",
    }),
  );
}
