import type { MergeRules } from "../../core/policy.ts";
import type { Iteration, State } from "../../core/state.ts";
import type { PullRequest } from "../../ports/forge.ts";
import type { Engine } from "../engine.ts";
import { closingOf } from "../landing/close-task.ts";
import { withheld } from "../landing/withheld.ts";
import type { ForgeTools } from "../tools.ts";
import { bringUp } from "./bring-up.ts";
import { lookAndMerge, type PullKnown } from "./look-and-merge.ts";
import { conflictIn, type NeedsTime, type MergeOutcome } from "./merge-outcome.ts";
import { isPassing } from "./reached-by.ts";

/** How often a branch is brought up to a base that keeps moving before somebody else has to look. */
const broughtUpLimit = 3;

/** The landing of a task by a pull request: what it is done with. */
export interface PullLanding {
  readonly state: State;
  readonly current: Iteration;
  readonly engine: Engine;
  readonly forge: ForgeTools;
  readonly rules: MergeRules;
}

/** A pull request of the branch that is checked out, and the commit that it has to be at. */
export interface PullAtHand {
  readonly pull: PullRequest;
  readonly tip: string;
}

/**
 * Sees a pull request of the checked-out branch through: looks, brings the branch up to its base where that is enough, merges; waits
 * for checks for so long (ms). No agent is asked.
 */
export async function seeThrough(
  { pull, tip }: PullAtHand,
  { state, current, engine, forge, rules }: PullLanding,
  patienceMs: number,
): Promise<MergeOutcome> {
  const { tools, interruption } = engine;
  const { clock } = tools;
  const { signal } = interruption;
  const until = clock.now() + patienceMs;
  const known: PullKnown = {
    task: current.claim.task.id,
    commentsTold: state.commentsTold,
    branch: pull.branch,
    base: tools.repository.defaultBranch,
    withheld: async () => (current.claim.repair ? null : withheld(current.claim.task.id, tools.backlog)),
  };
  let wanted = tip;
  let isTold = false;
  for (let broughtUp = 0; ;) {
    const outcome = await look(pull.number, { wanted, known }, forge);
    if (outcome.is === "conflict" && broughtUp < broughtUpLimit) {
      const { branch, base } = pull;
      const up = await bringUp({ branch, base, closing: closingOf(current), iteration: current.n }, tools, forge);
      if (up.kind === "conflict") return conflictIn(up.paths, pull, outcome);
      wanted = (await tools.workspace.look()).head;
      broughtUp += 1;
      // A forge that still sees a conflict where git sees none has not looked again yet.
      if (up.kind === "merged") continue;
    } else if (outcome.is !== "waiting") return outcome;
    const now = clock.now();
    if (now >= until || signal.aborted) return outcome.is === "waiting" ? outcome : stillLooking;
    if (!isTold) tools.watch.waiting("merges", until);
    isTold = true;
    await clock.sleepUntil(Math.min(until, now + rules.pollMs), signal);
  }
}

const stillLooking: NeedsTime = {
  is: "waiting",
  why: "queued",
  message: "the forge has not looked at its newest commit yet",
  checks: "pending",
};

async function look(
  number: number,
  { wanted, known }: { readonly wanted: string; readonly known: PullKnown },
  { service }: ForgeTools,
): Promise<MergeOutcome> {
  try {
    const pull = await service.look(number);
    if (pull.state === "open" && pull.head !== wanted) return stillLooking;
    return await lookAndMerge(service, pull, known);
  } catch (error) {
    if (!isPassing(error)) throw error;
    return { is: "waiting", why: "queued", message: error.message, checks: "pending" };
  }
}
