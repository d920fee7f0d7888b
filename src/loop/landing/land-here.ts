import type { Fact, FactOf } from "../../core/fact.ts";
import { type Iteration, roundOf, type State } from "../../core/state.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import { asideOf } from "../aside.ts";
import { recordWork } from "../crew/record-work.ts";
import type { Engine } from "../engine.ts";
import { closeOnTracker, closeTask, closesWithWork, closingOf } from "./close-task.ts";
import { finishBranch } from "./finish-branch.ts";
import { landedFact } from "./landed-fact.ts";
import { landingNotes } from "./landing-notes.ts";
import { landingText } from "./landing-text.ts";
import { enterProgress } from "./progress-entry.ts";
import { unlessRefused } from "./unless-refused.ts";
import { unprovenParts } from "./unproven-parts.ts";
import { whatIsLeft } from "./what-is-left.ts";
import { withheld } from "./withheld.ts";

/** Lands the claimed task's work without a forge: a commit on the branch that it is on, or its branch squashed onto the default one. */
export async function landHere(state: State, current: Iteration, engine: Engine): Promise<readonly Fact[]> {
  const { tools } = engine;
  const before = engine.mode === "recovering" ? await landedBefore(state, current, engine) : null;
  if (before !== null) return afterCommit(state, current, engine, { commit: before, recovered: true });
  const unwanted = current.claim.repair ? null : await withheld(current.claim.task.id, tools.backlog);
  if (unwanted !== null)
    return [{ kind: "landing-refused", why: "withheld", message: unwanted, round: roundOf(current) }];
  await recordWork(state, current, engine);
  if (closesWithWork(current, tools)) await closeTask(closingOf(current), tools);
  return unlessRefused(state, current, tools, async () => {
    const commit = await commitAll(state, current, engine);
    return afterCommit(state, current, engine, { commit, recovered: false });
  });
}

/** A landing's commit, and whether an earlier, killed attempt had made it. */
interface Done {
  readonly commit: string;
  readonly recovered: boolean;
}

/** The commit is there: a tracker hears of it, the log of progress is carried on, and what should be looked at is told. */
async function afterCommit(state: State, current: Iteration, engine: Engine, done: Done): Promise<readonly Fact[]> {
  const { tools } = engine;
  const left = await closeOnTracker(current, { commit: done.commit, pull: null }, engine);
  const unproven = await unprovenParts(current, done.commit, tools);
  const proven = unproven.length === 0 && !done.recovered ? await provenTree(state, current, engine) : null;
  const entered = current.claim.repair ? [] : await enterProgress(current, done, tools);
  const landed = { ...done, form: formOf(state, current), ...(proven === null ? {} : { proven }) };
  return [
    await landedFact(state, current, landed, tools),
    ...left,
    ...entered,
    ...unproven,
    ...(await landingNotes(state, current, tools)),
  ];
}

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

async function commitAll(state: State, current: Iteration, engine: Engine): Promise<string> {
  const { tools } = engine;
  if (state.policy.branching === "task") {
    const message = await finishBranch(state, current, engine);
    const { defaultBranch } = tools.repository;
    return tools.history.squash({ branch: current.claim.branch ?? "", onto: defaultBranch, message, files: {} });
  }
  const { head, paths } = await whatIsLeft(state, current, engine);
  const message = await landingText(state, current, head, engine);
  return tools.history.commit({ paths, message, allowEmpty: paths.length === 0 });
}

/** The content as it has landed: proven by the gate's verdict but for the harness's own record, it needs no further run. */
async function provenTree(state: State, { gates }: Iteration, { tools }: Engine): Promise<string | null> {
  if (state.policy.qa !== "commit" || gates.at(-1)?.verdict !== "green") return null;
  return tools.workspace.snapshot(await tools.workspace.look(), asideOf(state));
}

function formOf({ policy }: State, { measured }: Iteration): FactOf<"work-landed">["form"] {
  if (measured?.evidence?.ok === true && measured.workChanges.length === 0) return "verified";
  return policy.branching === "task" ? "squash" : "commit";
}
