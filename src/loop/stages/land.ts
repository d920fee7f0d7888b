import { bookkeepingMessage } from "../../core/texts/commit-message.ts";
import type { Fact, FactOf } from "../../core/fact.ts";
import { type Iteration, roundOf, type State } from "../../core/state.ts";
import { isTracker } from "../../ports/backlog.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import { asideOf, ownPaths } from "../aside.ts";
import { recordWork } from "../crew/record-work.ts";
import type { Engine } from "../engine.ts";
import type { Tools } from "../tools.ts";
import { closeOnTracker, closeTask, closingOf } from "../landing/close-task.ts";
import { landedFact } from "../landing/landed-fact.ts";
import { landingNotes } from "../landing/landing-notes.ts";
import { landingText } from "../landing/landing-text.ts";
import { enterProgress } from "../landing/progress-entry.ts";
import { withheld } from "../landing/withheld.ts";
import { unprovenParts } from "../landing/unproven-parts.ts";
import { takePlanOfBase } from "../merging/plan-of-base.ts";
import { landByPullRequest } from "../merging/land-by-pull-request.ts";

/**
 * Closes the task in its source and puts its work into history: one commit that carries the trailers, made here or by
 * the merge of a pull request. A tracker is written once that is there.
 */
export async function land(state: State, engine: Engine): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return [];
  const { tools } = engine;
  const { claim } = current;
  const { forge } = tools;
  const offeredTo = state.policy.branching === "task" ? forge : null;
  const done = engine.mode === "recovering" && offeredTo === null ? await landedBefore(state, current, engine) : null;
  if (done !== null) return afterCommit(state, current, engine, { commit: done, recovered: true });
  // A pull request may be merged already: there it is asked right before the merge.
  const unwanted = claim.repair || offeredTo !== null ? null : await withheld(claim.task.id, tools.backlog);
  if (unwanted !== null)
    return [{ kind: "landing-refused", why: "withheld", message: unwanted, round: roundOf(current) }];
  if (state.policy.playbook === "crew" && !claim.repair) await recordWork(current, engine, current.summaries);
  // A landing that was killed on its way may have left the branch: what it closed went along.
  const isLeft =
    offeredTo !== null && engine.mode === "recovering" && (await tools.workspace.look()).branch !== claim.branch;
  if (!claim.repair && !isLeft && !isTracker(tools.backlog)) {
    if (offeredTo !== null) await takePlanOfBase(claim, tools);
    await closeTask(closingOf(current), tools);
  }
  try {
    if (offeredTo !== null) {
      const { message } = await branchReady(state, current, engine);
      return await landByPullRequest(state, current, { message, forge: offeredTo }, engine);
    }
    const commit = await commitAll(state, current, engine);
    return await afterCommit(state, current, engine, { commit, recovered: false });
  } catch (error) {
    return [refusedBy(error, state, current, tools)];
  }
}

/** The commit is there: a tracker hears of it, the log of progress is carried on, and what should be looked at is told. */
async function afterCommit(state: State, current: Iteration, engine: Engine, done: Done): Promise<readonly Fact[]> {
  const { tools } = engine;
  const left = await closeOnTracker(current, { commit: done.commit, pull: null }, engine);
  const unproven = await unprovenParts(current, done.commit, tools);
  const proven = unproven.length === 0 && !done.recovered ? await provenTree(state, current, engine) : null;
  const entered = current.claim.repair ? [] : await enterProgress(current, done, tools);
  return [
    await landedFact(
      state,
      current,
      { ...done, form: formOf(state, current), ...(proven === null ? {} : { proven }) },
      tools,
    ),
    ...left,
    ...entered,
    ...unproven,
    ...(await landingNotes(state, current, tools)),
  ];
}

/** A landing's commit, and whether an earlier, killed attempt had made it. */
interface Done {
  readonly commit: string;
  readonly recovered: boolean;
}

/** What is not committed yet: as it was measured, where nothing has run since; else looked at again. */
async function whatIsLeft(
  state: State,
  current: Iteration,
  { tools, mode }: Engine,
): Promise<{ head: string; paths: readonly string[] }> {
  const { measured } = current;
  const stillHolds = mode === "running" && tools.forge === null && current.gates.length === 0;
  if (measured !== null && stillHolds && measured.tick === "kept")
    return { head: measured.head, paths: measured.dirty };
  const view = await tools.workspace.look();
  // A landing that was killed on its way has come as far as the default branch: what is staged there is its, and it goes on.
  if (state.policy.branching === "task" && mode === "recovering" && view.branch !== current.claim.branch)
    return { head: (await tools.history.branchTip(current.claim.branch ?? "")) ?? view.head, paths: [] };
  return { head: view.head, paths: ownPaths(view, asideOf(state), tools.backlog.files) };
}

/** A landing that git, a hook or the remote has refused. Any other failure is thrown on. */
function refusedBy(error: unknown, state: State, current: Iteration, { judge }: Pick<Tools, "judge">): Fact {
  const why = error instanceof WorkspaceError ? refusals[error.code] : undefined;
  if (!(error instanceof WorkspaceError) || why === undefined) throw error;
  return {
    kind: "landing-refused",
    why,
    message: judge.mask(`${error.message} ${error.detail}`.trim()).slice(0, 4_000),
    ...(state.policy.playbook === "crew" ? { round: roundOf(current) } : {}),
  };
}

const refusals: Partial<Record<WorkspaceError["code"], FactOf<"landing-refused">["why"]>> = {
  hook: "hook",
  signing: "signing",
  conflict: "conflict",
  "timed-out": "failed",
  failed: "failed",
  identity: "failed",
};

/** The commit of this very iteration, if an earlier, killed attempt has made it already; the branch goes that it has left. */
async function landedBefore(state: State, current: Iteration, { tools, run }: Engine): Promise<string | null> {
  const { claim } = current;
  const trailers = { "Ralph-Run": run, "Ralph-Iteration": String(current.n), "Ralph-Task": claim.task.id };
  const where = state.policy.branching === "task" ? tools.repository.defaultBranch : "HEAD";
  const commit = await tools.history.findByTrailers(trailers, where, claim.startHead);
  if (commit === null || state.policy.branching !== "task") return commit;
  await tools.history.dropBranch(claim.branch ?? "", commit).catch((error: unknown) => {
    // What has landed does not fail for its branch.
    if (!(error instanceof WorkspaceError)) throw error;
  });
  return commit;
}

/** The content as it has landed: proven by the gate's verdict but for the harness's own record, it needs no further run. */
async function provenTree(state: State, { gates }: Iteration, { tools }: Engine): Promise<string | null> {
  if (state.policy.qa !== "commit" || gates.at(-1)?.verdict !== "green") return null;
  return tools.workspace.snapshot(await tools.workspace.look(), asideOf(state));
}

async function commitAll(state: State, current: Iteration, engine: Engine): Promise<string> {
  const { tools } = engine;
  if (state.policy.branching === "task") {
    const { message } = await branchReady(state, current, engine);
    const { defaultBranch } = tools.repository;
    return tools.history.squash({ branch: current.claim.branch ?? "", onto: defaultBranch, message, files: {} });
  }
  const { head, paths } = await whatIsLeft(state, current, engine);
  const message = await landingText(state, current, head, engine);
  return tools.history.commit({ paths, message, allowEmpty: paths.length === 0 });
}

/** The task's branch holds all of its work, and the message of the commit that it is to become. */
async function branchReady(state: State, current: Iteration, engine: Engine): Promise<{ readonly message: string }> {
  const { tools, run } = engine;
  const { id } = current.claim.task;
  const { head, paths } = await whatIsLeft(state, current, engine);
  const message = await landingText(state, current, head, engine);
  const rest = bookkeepingMessage(`keep the rest of ${id}`, { run, iteration: current.n });
  if (paths.length > 0) await tools.history.commit({ paths, message: rest, allowEmpty: false });
  return { message };
}

function formOf({ policy }: State, { measured }: Iteration): FactOf<"work-landed">["form"] {
  if (measured?.evidence?.ok === true && measured.workChanges.length === 0) return "verified";
  return policy.branching === "task" ? "squash" : "commit";
}
