import type { State } from "../../core/state.ts";
import { ForgeError, type PullRequest } from "../../ports/forge.ts";
import type { Engine } from "../engine.ts";
import type { ForgeTools } from "../tools.ts";
import { bringUp } from "./bring-up.ts";
import type { Closing } from "./close-task.ts";
import { lookAndMerge, type PullStanding } from "./pull-standing.ts";

/** How often a branch is brought up to a base that keeps moving before somebody else has to look. */
const broughtUpLimit = 3;

/** A pull request of the branch that is checked out, and the commit that it has to be at. */
export interface PullAtHand {
  readonly pull: PullRequest;
  readonly tip: string;
  /** How its task is closed, should the backlog's files be merged. */
  readonly closing: Closing;
}

/**
 * Sees a pull request of the checked-out branch through: looks, brings the branch up to its base where that is enough, merges; waits
 * for checks for so long (ms). No agent is asked.
 */
export async function settlePull(
  { pull, tip, closing }: PullAtHand,
  state: State,
  engine: Engine,
  patienceMs: number,
): Promise<PullStanding> {
  const { clock, forge } = engine.tools;
  const { signal } = engine.interruption;
  if (forge === null) throw new Error("A pull request without a forge.");
  const pollMs = state.policy.merges?.pollMs ?? 0;
  const until = clock.now() + patienceMs;
  let wanted = tip;
  let isTold = false;
  for (let broughtUp = 0; ;) {
    const standing = await look(pull.number, { wanted, state }, forge);
    if (standing.is === "conflict" && broughtUp < broughtUpLimit) {
      const { branch, base } = pull;
      const up = await bringUp({ branch, base, closing, iteration: state.current?.n ?? 0 }, engine.tools, forge);
      if (up.kind === "conflict")
        return { ...standing, message: `${pull.branch} and ${pull.base} have both changed ${up.paths.join(", ")}` };
      wanted = (await engine.tools.workspace.look()).head;
      broughtUp += 1;
      // A forge that still sees a conflict where git sees none has not looked again yet.
      if (up.kind === "merged") continue;
    } else if (standing.is !== "waiting") return standing;
    const now = clock.now();
    if (now >= until || signal.aborted) return standing.is === "waiting" ? standing : stillLooking;
    if (!isTold) engine.tools.watch.waiting("merges", until);
    isTold = true;
    await clock.sleepUntil(Math.min(until, now + pollMs), signal);
  }
}

const stillLooking: PullStanding = {
  is: "waiting",
  why: "queued",
  message: "the forge has not looked at its newest commit yet",
  checks: "pending",
};

async function look(
  number: number,
  { wanted, state }: { readonly wanted: string; readonly state: State },
  { service }: ForgeTools,
): Promise<PullStanding> {
  try {
    const pull = await service.look(number);
    if (pull.state === "open" && pull.head !== wanted) return stillLooking;
    return await lookAndMerge(service, pull, state);
  } catch (error) {
    if (!(error instanceof ForgeError) || (error.code !== "network" && error.code !== "limited")) throw error;
    return { is: "waiting", why: "queued", message: error.message, checks: "pending" };
  }
}
