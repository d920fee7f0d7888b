import type { Change } from "../../core/fact.ts";
import { proofIsDue } from "../../core/playbooks/proof.ts";
import type { Iteration, State } from "../../core/state.ts";
import { carriesState } from "../../ports/backlog.ts";
import type { DirtyPath, TreeView } from "../../ports/workspace.ts";
import { agentChanges, asideOf, ownDirt } from "../aside.ts";
import type { Tools } from "../tools.ts";

/** The tree as it is now, beside how the iteration and the task's work began. */
export interface Content {
  readonly view: TreeView;
  readonly dirty: readonly string[];
  /** Since the iteration began. */
  readonly since: readonly Change[];
  /** Since the task's work began, the backlog's own file left out. */
  readonly work: readonly Change[];
}

/**
 * What differs now. Where the iteration began on a clean commit and HEAD has not moved, git's status tells all of it; else the
 * content is compared as trees. `known` is a look after which nothing has changed; without one git is asked.
 */
export async function contentNow(
  state: State,
  { claim }: Iteration,
  tools: Tools,
  known: TreeView | null,
): Promise<Content> {
  const view = known ?? (await tools.workspace.look());
  const { files } = tools.backlog;
  const dirt = ownDirt(view, asideOf(state), files);
  const dirty = dirt.map((entry) => entry.path);
  const withoutPlan = (changes: readonly Change[]): readonly Change[] =>
    changes.filter((change) => !carriesState(tools.backlog, change.path));
  // A clean tree differs from its commit in nothing but files of the harness's own.
  const isFirst = claim.clean && claim.startHead === claim.head;
  const isPlain = claim.clean && view.head === claim.head;
  const tree = isPlain ? null : await tools.workspace.snapshot(view, asideOf(state));
  const between = async (from: string): Promise<readonly Change[]> =>
    tree === null ? [] : agentChanges(await tools.workspace.changes(from, tree), files);
  const since = isPlain ? dirt.map(changeOf) : await between(claim.tree);
  const work = isFirst
    ? since
    : isPlain
      ? await sinceStart(state, claim.startHead, view, tools)
      : await between(claim.startHead);
  return { view, dirty, since, work: withoutPlan(work) };
}

const sinceStart = async (state: State, startHead: string, view: TreeView, tools: Tools): Promise<readonly Change[]> =>
  agentChanges(
    await tools.workspace.changes(startHead, await tools.workspace.snapshot(view, asideOf(state))),
    tools.backlog.files,
  );

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
export async function treeIfNeeded(
  state: State,
  now: Content,
  tick: "kept" | "undone" | "none",
  tools: Tools,
): Promise<string | null> {
  const { current } = state;
  if (current === null) return null;
  if (now.since.length === 0) return current.claim.tree;
  const asksForExit = current.answer?.reading.block?.exitSignal === true;
  const isFinished = tick === "kept" || state.policy.close === "harness" || current.claim.repair;
  const isAsked = (state.policy.gated && asksForExit) || (isFinished && proofIsDue(state, current));
  if (!isAsked) return null;
  return tools.workspace.snapshot(now.view, asideOf(state));
}
