import type { Change, Fact, FactOf } from "../../core/fact.ts";
import { leftAlone } from "../../core/merging/merges.ts";
import type { Iteration, State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { type BacklogChanges, carriesState } from "../../ports/backlog.ts";
import { type TreeView, WorkspaceError } from "../../ports/workspace.ts";
import type { Engine } from "../engine.ts";
import type { TestsJudged } from "../measuring/judge-tests.ts";
import { judgeWork } from "../measuring/judge-work.ts";
import { pushedPast } from "../measuring/pushed-past.ts";
import { setRight } from "../measuring/set-right.ts";
import { returnStrayCommits } from "../measuring/stray-commits.ts";
import type { Tools } from "../tools.ts";
import { treeIfNeeded } from "../measuring/tree-content.ts";
import { putBackTo } from "../measuring/tree-mark.ts";
import { knownBacklog } from "../tracker/known-backlog.ts";
import { lookAtTracker } from "../tracker/look-at-tracker.ts";

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
  const untidy = await putBackCleanup(state, current, engine);
  const surface = await tools.surface.putBack(interruption.signal);
  const setRightAgain = await setRight(state, current, engine);
  const judged = await judgeWork(state, current, await tools.workspace.look(), engine);
  const { now, plan, tests, mended, tick } = judged;
  const tree = await treeIfNeeded(state, now, tick.tick, tools);
  const stray = await returnStrayCommits(state, claim, tools);
  const past = await pushedPast(claim, tools);
  await pushWork(claim, now.view, tools);
  const tracker = await lookAtTracker(state, current, tools.backlog);
  const changes = touchedPlan(plan) ? withPlan(now.since, tools.backlog.files) : now.since;
  return [
    ...untidy,
    ...setRightAgain,
    ...judged.told,
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
      ...gateFilesOf(tests, tools.judge.gateFiles(changes, claim.task)),
      ...(mended === null ? {} : { mended }),
      marks: await marksIn(current, tools, tree),
      ...(asksForExit(current) ? { specs: (await tools.texts.specs())?.digest ?? null } : {}),
      evidence: tick.evidence,
      strayCommits: [...stray],
      ...(past.length > 0 ? { pushedPast: [...past] } : {}),
      subAgentsInFlight: await tools.subAgentsInFlight(),
      subAgentStarts: await tools.subAgentStarts(current.startedAt),
      ...tracker,
      standing: tools.picking.standing(await knownBacklog(state, tools), leftAlone(state)),
    },
  ];
}

/** Who was to close issues and nothing else leaves the tree as it was. */
async function putBackCleanup(state: State, { claim }: Iteration, engine: Engine): Promise<readonly Fact[]> {
  if (claim.cleanup === undefined) return [];
  const mark = { tree: claim.tree, head: claim.head, branch: claim.branch, plan: null };
  const warning = { code: "changed_in_cleanup", because: "was to close issues and nothing else" };
  return putBackTo(mark, { task: claim.task.id, who: "the agent", warning }, state, engine);
}

const gateFilesOf = (
  { refused, gateFiles, weakened }: TestsJudged,
  changed: readonly string[],
): Pick<FactOf<"work-measured">, "gateFiles" | "gateFilesRefused" | "weakenedTests"> => ({
  gateFiles: [...(refused ? gateFiles : changed)],
  ...(refused ? { gateFilesRefused: true } : {}),
  ...(weakened.length > 0 ? { weakenedTests: [...weakened] } : {}),
});

/** Under a forge committed work is also there before it is finished; a remote that can't be reached gets it with the next push. */
async function pushWork({ branch, head }: FactOf<"task-claimed">, view: TreeView, { forge }: Tools): Promise<void> {
  if (forge === null || branch === null || view.branch !== branch || view.head === head) return;
  try {
    await forge.remote.push(branch, "forward");
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
  }
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
