import type { Change, Fact } from "../../core/fact.ts";
import { bookkeepingMessage } from "../../core/commit-message.ts";
import { evidenceOf } from "../../core/evidence.ts";
import type { Iteration, State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import type { TaskId } from "../../core/task.ts";
import type { BacklogChanges } from "../../ports/backlog.ts";
import type { DirtyPath, TreeView } from "../../ports/workspace.ts";
import { gateIsDue } from "../../core/playbooks/workflow.ts";
import { agentChanges, asideOf, ownDirt } from "../aside.ts";
import type { Engine } from "../engine.ts";
import { returnStrayCommits } from "../stray-commits.ts";
import { planBefore } from "../plan-before.ts";
import type { Tools } from "../tools.ts";

/**
 * Measures what the last call has really done, against when the iteration began: files, commits, ticks, the control surface.
 * What an agent may not do is put back here, and told.
 */
export async function measure(step: Extract<Step, { do: "measure" }>, state: State, engine: Engine): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return [];
  const { tools, interruption } = engine;
  const { claim } = current;
  const surface = await tools.surface.putBack(interruption.signal);
  const before = await planBefore(tools, claim);
  const plan = before === null ? untouched : ((await tools.backlog.compare?.(before)) ?? untouched);
  const handedBack = await handBack(state, current, engine);
  const seen = await contentNow(state, current, tools);
  const tick = await judgeTick(current, plan, seen.work, tools);
  const settled = before === null ? untouched : ((await tools.backlog.settle?.(before, tick.settlement)) ?? untouched);
  const wasPutBack = settled.ticked.length + settled.lost.length + settled.noted.length > 0;
  const now = wasPutBack ? await contentNow(state, current, tools) : seen;
  const tree = await treeIfNeeded(state, current, now, tick.tick, tools);
  const stray = await returnStrayCommits(state, claim, tools);
  const head = now.view.head;
  const commits = head === claim.head ? [] : await tools.workspace.commitsBetween(claim.head, head);
  const changes = touchedPlan(plan) ? withPlan(now.since, tools.backlog.files) : now.since;
  return [
    ...handedBack,
    {
      kind: "work-measured",
      call: step.call,
      head,
      branch: now.view.branch,
      tree,
      dirty: [...now.dirty],
      changes: [...changes],
      backlogFiles: [...tools.backlog.files],
      workChanges: [...now.work],
      commits: commits.map((commit) => commit.sha),
      tick: tick.tick,
      strayTicks: plan.ticked.filter((id) => !tick.own.includes(id)),
      restoredItems: [...plan.lost],
      addedItems: [...plan.added],
      surface: [...surface],
      gateFiles: [...tools.judge.gateFiles(changes, claim.task)],
      marks: await marksIn(current, tools, tree),
      evidence: tick.evidence,
      strayCommits: [...stray],
      subAgentsInFlight: await tools.subAgentsInFlight(),
      standing: tools.picking.standing(await tools.backlog.load(), state.parked),
    },
  ];
}

/** A person's untracked files that the agent has committed are theirs again: out of the branch, still in the tree (L-29). */
async function handBack(state: State, { claim, n }: Iteration, { tools, run }: Engine): Promise<readonly Fact[]> {
  const own = state.run?.untracked ?? [];
  if (own.length === 0) return [];
  const view = await tools.workspace.look();
  if (view.head === claim.head) return [];
  const stillOwn = new Set(view.dirty.filter((dirty) => dirty.state === "untracked").map((dirty) => dirty.path));
  const message = bookkeepingMessage("hand a person's own files back", { run, iteration: n });
  const taken = await tools.history.untrack(own.filter((path) => !stillOwn.has(path)), message);
  if (taken.length === 0) return [];
  return [{ kind: "warned", code: "own_files_committed", severity: "warning", message: `the agent committed files of yours that were untracked; they are out of its branch and untracked again: ${taken.slice(0, 10).join(", ")}` }];
}

const untouched: BacklogChanges = { ticked: [], unticked: [], added: [], lost: [], noted: [], notes: {} };

const touchedPlan = (plan: BacklogChanges): boolean =>
  plan.ticked.length + plan.unticked.length + plan.added.length + plan.lost.length + plan.noted.length > 0;

/** The backlog's file counts as changed by the agent even where all of it was put back. */
const withPlan = (changes: readonly Change[], files: readonly string[]): readonly Change[] => [
  ...changes.filter((change) => !files.includes(change.path)),
  ...files.slice(0, 1).map((path): Change => ({ path, kind: "modified" })),
];

/** The tree as it is now, beside how the iteration and the task's work began. */
interface Content {
  readonly view: TreeView;
  readonly dirty: readonly string[];
  /** Since the iteration began. */
  readonly since: readonly Change[];
  /** Since the task's work began, the backlog's own file left out. */
  readonly work: readonly Change[];
}

/**
 * What differs now. Where the iteration began on a clean commit and HEAD has not moved, git's status tells all of it; else the
 * content is compared as trees.
 */
async function contentNow(state: State, { claim }: Iteration, tools: Tools): Promise<Content> {
  const view = await tools.workspace.look();
  const { files } = tools.backlog;
  const dirt = ownDirt(view, asideOf(state), files);
  const dirty = dirt.map((entry) => entry.path);
  const withoutPlan = (changes: readonly Change[]): readonly Change[] => changes.filter((change) => !files.includes(change.path));
  const isPlain = claim.clean && view.head === claim.head;
  const tree = isPlain ? null : await tools.workspace.snapshot(view, asideOf(state));
  const between = async (from: string): Promise<readonly Change[]> =>
    tree === null ? [] : agentChanges(await tools.workspace.changes(from, tree), files);
  const since = isPlain ? dirt.map(changeOf) : await between(claim.tree);
  const work = isPlain && claim.startHead === claim.head ? since : isPlain ? await sinceStart(state, claim.startHead, view, tools) : await between(claim.startHead);
  return { view, dirty, since, work: withoutPlan(work) };
}

const sinceStart = async (state: State, startHead: string, view: TreeView, tools: Tools): Promise<readonly Change[]> =>
  agentChanges(await tools.workspace.changes(startHead, await tools.workspace.snapshot(view, asideOf(state))), tools.backlog.files);

const kinds: Record<DirtyPath["state"], Change["kind"]> = {
  modified: "modified",
  added: "added",
  untracked: "added",
  deleted: "deleted",
  renamed: "renamed",
  "type-changed": "type-changed",
  unmerged: "modified",
};

const changeOf = (dirty: DirtyPath): Change => ({ path: dirty.path, kind: kinds[dirty.state] });

/** The tree's hash, where somebody will ask for it: a gate that is due, or an exit that is asked for. Unchanged content is known. */
async function treeIfNeeded(state: State, current: Iteration, now: Content, tick: JudgedTick["tick"], tools: Tools): Promise<string | null> {
  if (now.since.length === 0) return current.claim.tree;
  const asksForExit = current.answer?.reading.block?.exitSignal === true;
  const isFinished = tick === "kept" || state.policy.close === "harness" || current.claim.repair;
  if (!state.policy.gated || !(asksForExit || (isFinished && gateIsDue(state, current)))) return null;
  return tools.workspace.snapshot(now.view, asideOf(state));
}

interface JudgedTick {
  readonly tick: "kept" | "undone" | "none";
  readonly own: readonly TaskId[];
  readonly evidence: { ok: boolean; text: string } | null;
  readonly settlement: { keepTicks: readonly TaskId[]; dropNotes: readonly TaskId[] };
}

/** A tick is a claim (L-24): it stands only where work or existing evidence stands behind it and the call itself went well. */
async function judgeTick(current: Iteration, plan: BacklogChanges, work: readonly Change[], tools: Tools): Promise<JudgedTick> {
  const { task } = current.claim;
  const nested = plan.ticked.filter((id) => id !== task.id && current.claim.nested.includes(id));
  const own = [task.id, ...current.claim.nested];
  const isTicked = plan.ticked.includes(task.id) || (nested.length > 0 && nested.length === current.claim.nested.length);
  if (!isTicked) return { tick: "none", own, evidence: null, settlement: { keepTicks: nested, dropNotes: [] } };
  const evidence = await evidenceFor(current, plan.notes[task.id] ?? null, tools);
  const wentWell = current.calls.at(-1)?.outcome === "ok";
  const backed = wentWell && (evidence === null ? work.length > 0 : evidence.ok);
  if (backed) return { tick: "kept", own, evidence, settlement: { keepTicks: own, dropNotes: [] } };
  return { tick: "undone", own, evidence, settlement: { keepTicks: [], dropNotes: own } };
}

/** Whether the evidence exists that a VERIFICATION or AUDIT answer names (P-4); null where none is owed. */
async function evidenceFor(current: Iteration, note: string | null, tools: Tools): Promise<JudgedTick["evidence"]> {
  const workType = current.answer?.reading.block?.workType ?? null;
  if (workType !== "VERIFICATION" && workType !== "AUDIT") return null;
  const words = [...new Set([...(current.answer?.evidence ?? []), ...(note === null ? [] : note.split(/\s+/))])];
  const named = words.map((word) => ({ word, evidence: evidenceOf(word.replace(/[).,;]+$/, "")) })).filter(({ word }) => /^[0-9a-f]{7,40}\b|:\d+/.test(word));
  if (named.length === 0) return { ok: false, text: "no commit and no path:line was named" };
  for (const { word, evidence } of named) if (!(await exists(evidence, tools))) return { ok: false, text: word };
  return { ok: true, text: named.map(({ word }) => word).join(" ") };
}

async function exists(evidence: ReturnType<typeof evidenceOf>, tools: Tools): Promise<boolean> {
  if (evidence.kind === "commit") return tools.workspace.isCommit(evidence.sha);
  const text = await tools.workspace.textAt("HEAD", evidence.path);
  return text !== null && evidence.line >= 1 && evidence.line <= text.split("\n").length;
}

const mark = /\b(TODO|FIXME|XXX)\b|\bnot[ -]?implemented\b|\bunimplemented\b/i;

/** Unfinished marks that the iteration added; looked for only where an exit is asked for, since only that is at stake. */
async function marksIn(current: Iteration, tools: Tools, tree: string | null): Promise<string[]> {
  const { claim, answer } = current;
  if (answer?.reading.block?.exitSignal !== true || tree === null || tree === claim.tree) return [];
  const lines = await tools.workspace.addedLines(claim.tree, tree);
  return lines
    .filter((line) => !tools.backlog.files.includes(line.path) && mark.test(line.text))
    .slice(0, 20)
    .map((line) => `${line.path}:${line.line}`);
}
