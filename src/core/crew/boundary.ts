import { traitsOf } from "../playbooks/traits.ts";
import type { State } from "../state.ts";
import type { Step } from "../step.ts";
import { spentOfRun } from "../stopping/budgets.ts";
import { isGrading } from "./grading.ts";
import { judgeOf } from "./route.ts";

/** What a crew does before its first task: makes the repository ready, and sees whether its checks are green at all. */
export function beforeFirstTask(state: State): Step | null {
  const { policy, preflight, iterations, backlog, run } = state;
  // What an earlier run has left half done may be red, and is no fault of what it began with.
  if (!traitsOf[policy.playbook].looksFirst || iterations > 0 || backlog?.pick == null || run?.resumed != null)
    return null;
  if (policy.crew?.prepares === true && preflight.prepared === null) return { do: "prepare" };
  const isReady = preflight.prepared?.failing == null;
  return policy.gated && isReady && preflight.gate === null ? { do: "gate", round: 0 } : null;
}

/** Why the first task is to mend the checks themselves, in one line; null where they are green or nobody looked. */
export function preflightProblem({ preflight, iterations, policy, backlog }: State): string | null {
  if (!traitsOf[policy.playbook].looksFirst || iterations > 0 || backlog?.pick == null) return null;
  const { prepared, gate } = preflight;
  if (prepared !== null && prepared.failing !== null) return prepared.failing;
  return gate?.verdict === "red" ? (gate.failing ?? "a gate command failed") : null;
}

/** A judge for what has just landed is started before anything else, and nobody waits for it. */
export function beforeNext(state: State): Step | null {
  const [work] = state.ungraded;
  if (work === undefined || state.fatal !== null || spentOfRun(state).length > 0) return null;
  const judge = judgeOf(state, work.families);
  if (judge === null) return null;
  const { iteration, task, commit, since, call } = work;
  return { do: "judge", iteration, task, commit, since, call, agent: judge.label };
}

/** Grades that have not come are waited for, once, at the end. */
export const beforeEnd = (state: State): Step | null => (isGrading(state) ? { do: "collect" } : null);
