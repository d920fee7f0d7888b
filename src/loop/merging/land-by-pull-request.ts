import type { Fact, FactOf } from "../../core/fact.ts";
import { type Iteration, roundOf, type State } from "../../core/state.ts";
import type { PullRequest } from "../../ports/forge.ts";
import type { Engine } from "../engine.ts";
import { recordWork } from "../crew/record-work.ts";
import { closeOnTracker, closeTask, closesWithWork, closingOf } from "../landing/close-task.ts";
import { finishBranch } from "../landing/finish-branch.ts";
import { landedFact } from "../landing/landed-fact.ts";
import { enterProgress } from "../landing/progress-entry.ts";
import { landingNotes } from "../landing/landing-notes.ts";
import { unlessRefused } from "../landing/unless-refused.ts";
import type { ForgeTools } from "../tools.ts";
import { followMerge, type Merged } from "./follow-merge.ts";
import { type Offer, offer } from "./offer.ts";
import { takePlanOfBase } from "./plan-of-base.ts";
import { type ForPeople, type NeedsTime, type NeedsWork, neededWork, type MergeOutcome } from "./merge-outcome.ts";
import { reachedBy } from "./reached-by.ts";
import { type PullAtHand, type PullLanding, seeThrough } from "./see-through.ts";
import { tellWaiting } from "./tell-waiting.ts";

/**
 * Lands the claimed task's branch by a pull request: pushed, opened, merged as one commit. What can't be merged now waits and its task
 * with it; what needs work is refused. Repeated after a kill it finds what was done. Rejects with ForgeError where the forge can't be
 * reached for longer than anybody waits: then the next start goes on here.
 */
export async function landByPullRequest(
  state: State,
  current: Iteration,
  forge: ForgeTools,
  engine: Engine,
): Promise<readonly Fact[]> {
  const { tools } = engine;
  await recordWork(state, current, engine);
  await closeOnBranch(current, engine);
  return unlessRefused(state, current, tools, async () => {
    const { branch } = current.claim;
    const rules = state.policy.merges;
    const message = await finishBranch(state, current, engine);
    if (branch === null || rules === undefined)
      throw new Error("Nothing is offered without a branch, and rules for it.");
    return offered({ branch, message }, { state, current, engine, forge, rules });
  });
}

/** The task is closed on its branch, in files as the base has them. */
async function closeOnBranch(current: Iteration, { tools, mode }: Engine): Promise<void> {
  if (!closesWithWork(current, tools)) return;
  // A landing that was killed on its way may have left the branch: what it closed went along.
  if (mode === "recovering" && (await tools.workspace.look()).branch !== current.claim.branch) return;
  await takePlanOfBase(current.claim, tools);
  await closeTask(closingOf(current), tools);
}

async function offered(
  { branch, message }: Pick<Offer, "branch" | "message">,
  landing: PullLanding,
): Promise<readonly Fact[]> {
  const { current, engine, forge, rules } = landing;
  const { tools } = engine;
  const tip = await tools.history.branchTip(branch);
  const base = tools.repository.defaultBranch;
  const until = tools.clock.now() + rules.patienceMs;
  if (tip !== null && (await reachedBy(engine, until, () => isNothing(base, tip, landing))))
    return landedWithout(tip, landing);
  const pull = await reachedBy(engine, until, () =>
    tip === null ? mergedBefore(branch, forge) : offer({ branch, tip, base, message }, current, forge),
  );
  const at = { pull, tip: tip ?? pull.head };
  const outcome = await seenThrough(at, landing);
  switch (outcome.is) {
    case "merged":
      return landed({ pull, commit: outcome.commit }, landing);
    case "waiting":
      return waiting(at, outcome, landing);
    case "closed":
    case "withheld":
      return [await forPeople(at, outcome, landing)];
    case "red":
    case "conflict":
    case "review":
      return [await workNeeded(at, outcome, landing)];
  }
}

/** Seen through at once, or left to wait while others are worked; where too many wait already, it is waited for. */
async function seenThrough(at: PullAtHand, landing: PullLanding): Promise<MergeOutcome> {
  const { current, forge, rules } = landing;
  const outcome = await seeThrough(at, landing, rules.async ? 0 : rules.patienceMs);
  if (outcome.is !== "waiting" || !rules.async) return outcome;
  const added = await forge.queue.add(entryOf(at, current));
  return added === "full" ? seeThrough(at, landing, rules.patienceMs) : outcome;
}

const entryOf = ({ pull }: PullAtHand, { claim }: Iteration) => ({
  pr: pull.number,
  task: claim.task.id,
  branch: pull.branch,
});

/** A branch that is gone here was dropped after its merge. */
async function mergedBefore(branch: string, { service }: ForgeTools): Promise<PullRequest> {
  const pull = await service.find(branch);
  if (pull !== null) return pull;
  throw new Error(`The branch ${branch} is gone, and no pull request came of it.`);
}

/** True for a branch without a commit of its own: its task was found done already. */
async function isNothing(base: string, tip: string, { forge, engine }: PullLanding): Promise<boolean> {
  const { workspace, history } = engine.tools;
  const from = (await forge.remote.fetch(base)) ?? (await history.branchTip(base));
  return from !== null && (await workspace.commitsBetween(from, tip)).length === 0;
}

async function landedWithout(tip: string, { state, current, engine }: PullLanding): Promise<readonly Fact[]> {
  const { tools, mode } = engine;
  const { branch } = current.claim;
  await tools.history.switchTo(tools.repository.defaultBranch, null);
  if (branch !== null && branch !== tools.repository.defaultBranch) await tools.history.dropBranch(branch);
  const left = await closeOnTracker(current, { commit: tip, pull: null }, engine);
  const landing = { commit: tip, form: "verified", recovered: mode === "recovering" } as const;
  return [await landedFact(state, current, landing, tools), ...left];
}

async function landed(merged: Merged, { state, current, engine, forge }: PullLanding): Promise<readonly Fact[]> {
  const { tools, mode } = engine;
  const { pull, commit } = merged;
  await followMerge(merged, tools, forge);
  const left = await closeOnTracker(current, merged, engine);
  await forge.queue.remove(pull.number);
  const by = { pr: pull.number, url: pull.url };
  const fact = await landedFact(
    state,
    current,
    { commit, form: "pull-request", pull: by, recovered: mode === "recovering" },
    tools,
  );
  const entered = current.claim.repair ? [] : await enterProgress(current, { commit }, tools);
  return [fact, ...left, ...entered, ...(await landingNotes(state, current, tools))];
}

/** The pull request goes into the queue, the tree back to the default branch; the next task may come. */
async function waiting(
  at: PullAtHand,
  outcome: NeedsTime,
  { current, engine, forge }: PullLanding,
): Promise<readonly Fact[]> {
  const { tools } = engine;
  const { pull, tip } = at;
  const { task, startHead } = current.claim;
  await forge.queue.add(entryOf(at, current), "always");
  await forge.queue.retry(pull.number);
  const left = await tellWaiting({ task: task.id, pull, outcome, tip }, tools);
  if ((await tools.workspace.look()).branch === pull.branch)
    await tools.history.switchTo(tools.repository.defaultBranch, null);
  return [
    {
      kind: "merge-pending",
      task: task.id,
      pr: pull.number,
      url: pull.url,
      branch: pull.branch,
      head: tip,
      startHead,
      iteration: current.n,
      why: outcome.why,
      message: tools.judge.mask(outcome.message),
    },
    ...left,
  ];
}

/** Nobody mends what people have decided; it stands in the queue, so that they may change their mind. */
async function forPeople(at: PullAtHand, outcome: ForPeople, { current, engine, forge }: PullLanding): Promise<Fact> {
  const message = engine.tools.judge.mask(outcome.message);
  await forge.queue.add(entryOf(at, current), "always");
  await forge.queue.note(at.pull.number, { at: engine.tools.clock.now(), status: "failed", why: message });
  return refusal(outcome.is, message, current);
}

/** It stands in the queue as failed, so that a person may have it looked at again without an agent. */
async function workNeeded(at: PullAtHand, outcome: NeedsWork, { current, engine, forge }: PullLanding): Promise<Fact> {
  const { clock, judge } = engine.tools;
  const { message, ...more } = neededWork(outcome, judge);
  const checks = outcome.is === "red" ? "red" : "green";
  await forge.queue.add(entryOf(at, current), "always");
  await forge.queue.note(at.pull.number, {
    at: clock.now(),
    checks,
    status: "failed",
    why: `${outcome.is}: ${message}`,
  });
  return { ...refusal(outcome.is === "red" ? "checks" : outcome.is, message, current), ...more };
}

const refusal = (
  why: FactOf<"landing-refused">["why"],
  message: string,
  current: Iteration,
): Extract<Fact, { kind: "landing-refused" }> => ({
  kind: "landing-refused",
  why,
  message,
  round: roundOf(current),
});
