import type { Change, Fact, FactOf } from "../../core/fact.ts";
import { leftAlone } from "../../core/merging/merges.ts";
import type { Iteration, State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { type BacklogChanges, carriesState } from "../../ports/backlog.ts";
import type { TreeView } from "../../ports/workspace.ts";
import type { Engine } from "../engine.ts";
import { judgeTests } from "../measuring/judge-tests.ts";
import { judgeTick } from "../measuring/judge-tick.ts";
import { planBefore } from "../measuring/plan-before.ts";
import { planChanges, untouched } from "../measuring/plan-changes.ts";
import { returnToBranch } from "../branches/return-to-branch.ts";
import { setRight } from "../measuring/set-right.ts";
import { returnStrayCommits } from "../measuring/stray-commits.ts";
import type { Tools } from "../tools.ts";
import { contentNow, treeIfNeeded } from "../measuring/tree-content.ts";

/**
 * Measures what the last call has really done, against when the iteration began: files, commits, ticks, the control surface.
 * What an agent may not do is put back here, and told.
 */
export async function measure(
  step: Extract<Step, { do: "measure" }>,
  state: State,
  engine: Engine,
): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return [];
  const { tools, interruption } = engine;
  const { claim } = current;
  const surface = await tools.surface.putBack(interruption.signal);
  const setRightAgain = await setRight(state, current, engine);
  const view = await tools.workspace.look();
  const returned = await returnToBranch(state, claim, view, tools);
  const before = await planBefore(tools, claim);
  const { plan, told } = await planChanges(state, claim, before, tools);
  const wasMoved = returned.length + told.length > 0;
  const found = await contentNow(state, current, tools, wasMoved ? null : view);
  const tests = await judgeTests(state, current, found, tools);
  const seen = tests.refused ? await contentNow(state, current, tools, null) : found;
  // Where the harness closes tasks a tick is nothing that an agent can claim: it goes back.
  const tick = await judgeTick(current, plan, { work: seen.work, closer: state.policy.close }, tools);
  const settled = before === null ? untouched : ((await tools.backlog.settle?.(before, tick.settlement)) ?? untouched);
  const wasPutBack = settled.ticked.length + settled.lost.length + settled.noted.length > 0;
  const now = wasPutBack ? await contentNow(state, current, tools, null) : seen;
  const tree = await treeIfNeeded(state, now, tick.tick, tools);
  const stray = await returnStrayCommits(state, claim, tools);
  const changes = touchedPlan(plan) ? withPlan(now.since, tools.backlog.files) : now.since;
  return [
    ...setRightAgain,
    ...returned,
    ...told,
    ...tests.kept,
    {
      kind: "work-measured",
      call: step.call,
      head: now.view.head,
      branch: now.view.branch,
      tree,
      dirty: [...now.dirty],
      conflicts: inConflict(now.view),
      changes: [...changes],
      backlogFiles: changes.map(({ path }) => path).filter((path) => carriesState(tools.backlog, path)),
      workChanges: [...now.work],
      commits: await commitsSince(claim, now.view, tools),
      tick: tick.tick,
      strayTicks: plan.ticked.filter((id) => !tick.own.includes(id)),
      restoredItems: [...plan.lost],
      addedItems: [...plan.added],
      surface: [...surface],
      gateFiles: [...(tests.refused ? tests.gateFiles : tools.judge.gateFiles(changes, claim.task))],
      ...(tests.refused ? { gateFilesRefused: true } : {}),
      ...(tests.weakened.length > 0 ? { weakenedTests: [...tests.weakened] } : {}),
      marks: await marksIn(current, tools, tree),
      ...(asksForExit(current) ? { specs: (await tools.texts.specs())?.digest ?? null } : {}),
      evidence: tick.evidence,
      strayCommits: [...stray],
      subAgentsInFlight: await tools.subAgentsInFlight(),
      standing: tools.picking.standing(await tools.backlog.load(), leftAlone(state)),
    },
  ];
}

const inConflict = ({ dirty }: TreeView): string[] =>
  dirty.filter(({ state }) => state === "unmerged").map(({ path }) => path);

async function commitsSince(claim: FactOf<"task-claimed">, { head }: TreeView, tools: Tools): Promise<string[]> {
  const commits = head === claim.head ? [] : await tools.workspace.commitsBetween(claim.head, head);
  return commits.map((commit) => commit.sha);
}

const touchedPlan = (plan: BacklogChanges): boolean =>
  plan.ticked.length + plan.unticked.length + plan.added.length + plan.lost.length + plan.noted.length > 0;

/** The backlog's file counts as changed by the agent even where all of it was put back. */
const withPlan = (changes: readonly Change[], files: readonly string[]): readonly Change[] => [
  ...changes.filter((change) => !files.includes(change.path)),
  ...files.slice(0, 1).map((path): Change => ({ path, kind: "modified" })),
];

const asksForExit = ({ answer }: Iteration): boolean => answer?.reading.block?.exitSignal === true;

const mark = /\b(TODO|FIXME|XXX)\b|\bnot[ -]?implemented\b|\bunimplemented\b/i;

/** Unfinished marks that the iteration added; looked for only where an exit is asked for, since only that is at stake. */
async function marksIn(current: Iteration, tools: Tools, tree: string | null): Promise<string[]> {
  const { claim } = current;
  if (!asksForExit(current) || tree === null || tree === claim.tree) return [];
  const lines = await tools.workspace.addedLines(claim.tree, tree);
  return lines
    .filter((line) => !carriesState(tools.backlog, line.path) && mark.test(line.text))
    .slice(0, 20)
    .map((line) => `${line.path}:${line.line}`);
}
