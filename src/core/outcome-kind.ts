import type { CallOutcome } from "./outcome.ts";

/**
 * What an outcome of a call means to the loop. `passing`: the trouble goes by, and the call is worth making again after a wait.
 * `hopeless`: no further call can mend it. `failure`: an error of the agent, compared with the last one. `cut-short`:
 * judged by progress alone.
 */
export type OutcomeKind = "well" | "passing" | "hopeless" | "failure" | "cut-short";

const kinds: Readonly<Record<CallOutcome, OutcomeKind>> = {
  ok: "well",
  usage_limit: "passing",
  overloaded: "passing",
  network: "passing",
  auth: "hopeless",
  billing: "hopeless",
  bad_model: "hopeless",
  refused: "failure",
  bad_request: "failure",
  crashed: "failure",
  empty: "failure",
  killed: "failure",
  oom: "failure",
  context_full: "cut-short",
  max_turns: "cut-short",
  budget: "cut-short",
  permission_denied: "cut-short",
  timed_out: "cut-short",
  idle: "cut-short",
};

/** The kind of an outcome. */
export const kindOf = (outcome: CallOutcome): OutcomeKind => kinds[outcome];

/** True where a call failed for reasons outside the agent's work: they have bounds of their own. */
export const isBlameless = (outcome: CallOutcome): boolean =>
  kindOf(outcome) === "passing" || kindOf(outcome) === "hopeless";
