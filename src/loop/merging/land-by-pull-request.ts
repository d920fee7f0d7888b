import type { Fact } from "../../core/fact.ts";
import { leftAlone } from "../../core/merging/merges.ts";
import { type Iteration, roundOf, type State } from "../../core/state.ts";
import { isTracker } from "../../ports/backlog.ts";
import type { PullRequest } from "../../ports/forge.ts";
import type { Engine } from "../engine.ts";
import { enterProgress } from "../landing/progress-entry.ts";
import { landingNotes } from "../landing/landing-notes.ts";
import type { ForgeTools, Tools } from "../tools.ts";
import { closeTask, type Closing, closingWords } from "./close-task.ts";
import { followMerge } from "./follow-merge.ts";
import { offer, reachedBy } from "./offer.ts";
import type { PullStanding } from "./pull-standing.ts";
import { type PullAtHand, settlePull } from "./settle-pull.ts";
import { tellWaiting } from "./tell-waiting.ts";

const logBytes = 12_000;

/**
 * Lands the claimed task's branch by a pull request: pushed, opened, merged as one commit with `message`. What can't be
 * merged now waits and its task with it; what needs work is refused. Repeated after a kill it finds what was done. Rejects with
 * ForgeError where the forge can't be reached for longer than anybody waits: then the next start goes on here.
 */
export async function landByPullRequest(
  state: State,
  current: Iteration,
  { message }: { readonly message: string },
  engine: Engine,
): Promise<readonly Fact[]> {
  const { tools } = engine;
  const { forge, repository } = tools;
  const { branch } = current.claim;
  if (forge === null || branch === null) throw new Error("Nothing is offered without a forge and a branch.");
  const tip = await tools.history.branchTip(branch);
  const base = repository.defaultBranch;
  if (tip !== null && (await isNothing(base, tip, forge, tools))) return landedWithout(state, current, engine, tip);
  const until = tools.clock.now() + (state.policy.merges?.patienceMs ?? 0);
  const pull = await reachedBy(engine, until, () =>
    tip === null ? settledBefore(branch, forge) : offer({ branch, tip, base, message }, current, forge),
  );
  const standing = await settled({ pull, tip: tip ?? pull.head, closing: closing(current) }, state, current, engine);
  switch (standing.is) {
    case "merged":
      return landed(state, current, { pull, commit: standing.commit }, engine);
    case "waiting":
      return waiting(state, current, { pull, standing, tip: tip ?? pull.head }, engine);
    case "closed":
      return [refusal("closed", `its pull request #${pull.number} was closed without a merge`, current)];
    case "red":
    case "conflict":
    case "review":
      return [needsWork(standing, current, tools)];
  }
}

/** Seen through at once, or left to wait while others are worked; where too many wait already, it is waited for. */
async function settled(at: PullAtHand, state: State, { claim }: Iteration, engine: Engine): Promise<PullStanding> {
  const { forge } = engine.tools;
  const rules = state.policy.merges;
  if (forge === null || rules === undefined) throw new Error("A pull request without a forge.");
  const standing = await settlePull(at, state, engine, rules.async ? 0 : rules.patienceMs);
  if (standing.is !== "waiting" || !rules.async) return standing;
  const entry = { pr: at.pull.number, task: claim.task.id, branch: at.pull.branch };
  return (await forge.queue.add(entry)) === "full" ? settlePull(at, state, engine, rules.patienceMs) : standing;
}

/** A branch that is gone here was dropped after its merge. */
async function settledBefore(branch: string, { service }: ForgeTools): Promise<PullRequest> {
  const pull = await service.find(branch);
  if (pull !== null) return pull;
  throw new Error(`The branch ${branch} is gone, and no pull request came of it.`);
}

/** True for a branch without a commit of its own: its task was found done already. */
async function isNothing(base: string, tip: string, { remote }: ForgeTools, { workspace, history }: Tools) {
  const from = (await remote.fetch(base)) ?? (await history.branchTip(base));
  return from !== null && (await workspace.commitsBetween(from, tip)).length === 0;
}

async function landedWithout(state: State, current: Iteration, engine: Engine, tip: string): Promise<readonly Fact[]> {
  const { tools, run } = engine;
  const { claim } = current;
  const { branch } = claim;
  await tools.history.switchTo(tools.repository.defaultBranch, null);
  if (branch !== null && branch !== tools.repository.defaultBranch) await tools.history.dropBranch(branch);
  const told = closingWords({ run, claim, commit: tip, pull: null });
  if (!claim.repair && isTracker(tools.backlog)) await closeTask(closing(current, told), tools);
  return [await landedFact(state, current, { commit: tip, pull: null }, engine)];
}

async function landed(
  state: State,
  current: Iteration,
  merged: { readonly pull: PullRequest; readonly commit: string },
  engine: Engine,
): Promise<readonly Fact[]> {
  const { tools, run } = engine;
  const { forge } = tools;
  const { claim } = current;
  if (forge === null) return [];
  await followMerge(merged, tools, forge);
  if (!claim.repair && isTracker(tools.backlog))
    await closeTask(closing(current, closingWords({ run, claim, ...merged })), tools);
  await forge.queue.remove(merged.pull.number);
  const fact = await landedFact(state, current, merged, engine);
  const entered = claim.repair ? [] : await enterProgress(current, { commit: merged.commit }, tools);
  return [fact, ...entered, ...(await landingNotes(state, current, tools))];
}

const closing = ({ claim, measured }: Iteration, told?: ReturnType<typeof closingWords>): Closing => ({
  id: claim.task.id,
  nested: claim.nested,
  ...(measured?.evidence?.ok === true ? { note: measured.evidence.text } : {}),
  ...(told === undefined ? {} : { told }),
});

async function landedFact(
  state: State,
  { claim, measured }: Iteration,
  { commit, pull }: { readonly commit: string; readonly pull: PullRequest | null },
  { tools, mode }: Engine,
): Promise<Fact> {
  return {
    kind: "work-landed",
    commit,
    branch: claim.branch,
    form: pull === null ? "verified" : "pull-request",
    ...(pull === null ? {} : { pull: { pr: pull.number, url: pull.url } }),
    agentCommits: [...(measured?.commits ?? [])],
    closed: claim.repair ? [] : [claim.task.id],
    standing: tools.picking.standing(await tools.backlog.load(), leftAlone(state)),
    recovered: mode === "recovering",
  };
}

/** The pull request goes into the queue, the tree back to the default branch; the next task may come. */
async function waiting(
  state: State,
  current: Iteration,
  {
    pull,
    standing,
    tip,
  }: {
    readonly pull: PullRequest;
    readonly standing: Extract<PullStanding, { is: "waiting" }>;
    readonly tip: string;
  },
  engine: Engine,
): Promise<readonly Fact[]> {
  const { tools } = engine;
  const { forge, repository } = tools;
  const { claim } = current;
  if (forge === null) return [];
  const entry = { pr: pull.number, task: claim.task.id, branch: pull.branch };
  await forge.queue.add(entry, "always");
  await forge.queue.retry(pull.number);
  await tellWaiting({ task: claim.task.id, pull, standing, tip }, tools);
  if ((await tools.workspace.look()).branch === pull.branch)
    await tools.history.switchTo(repository.defaultBranch, null);
  return [
    {
      kind: "merge-pending",
      task: claim.task.id,
      pr: pull.number,
      url: pull.url,
      branch: pull.branch,
      head: tip,
      startHead: claim.startHead,
      iteration: current.n,
      why: standing.why,
      message: tools.judge.mask(standing.message),
    },
  ];
}

const needsWork = (
  { is, message, log, comments }: Extract<PullStanding, { log: string }>,
  current: Iteration,
  { judge }: Tools,
): Fact => ({
  ...refusal(is === "red" ? "checks" : is, judge.mask(message).slice(0, 4_000), current),
  round: roundOf(current),
  log: judge.mask(log).slice(-logBytes),
  comments: [...comments],
});

const refusal = (
  why: "checks" | "conflict" | "review" | "closed",
  message: string,
  current: Iteration,
): Extract<Fact, { kind: "landing-refused" }> => ({
  kind: "landing-refused",
  why,
  message,
  round: roundOf(current),
});
