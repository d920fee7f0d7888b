import type { Fact } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { TaskId } from "../../core/task.ts";
import { surfaceWarning } from "../../core/texts/surface-warning.ts";
import { warned } from "../../core/texts/warned.ts";
import { asideOf } from "../aside.ts";
import type { Engine } from "../engine.ts";
import { handBack } from "./hand-back.ts";
import { listed } from "../listed.ts";
import type { Tools } from "../tools.ts";

/** The work tree at a moment to which it can be put back: its content, where HEAD stood, and the backlog's text. */
export interface TreeMark {
  readonly tree: string;
  readonly head: string;
  readonly branch: string | null;
  /** Null where it is not known: then the content says it. */
  readonly plan: string | null;
}

/** What is told of a simplifier that breaks something. */
export const simplifiersChange = { code: "simplifier_put_back", because: "the gate turned red by it" } as const;

/** The work tree as it is now. */
export async function markTree(state: State, { workspace, backlog }: Tools): Promise<TreeMark> {
  const view = await workspace.look();
  const tree = await workspace.snapshot(view, asideOf(state));
  const plan = backlog.replace === undefined ? null : (await backlog.load()).revision;
  return { tree, head: view.head, branch: view.branch, plan };
}

/** Whose changes go, in words ("the reviewer and the validator"), and what a person is told of it. */
export interface Undoing {
  readonly task: TaskId;
  readonly who: string;
  readonly warning: { readonly code: string; readonly because: string };
}

/** What is told of those who judge. */
export const judgesChange = { code: "changed_by_a_judge", because: "were not to change anything" } as const;

/**
 * Puts the work tree back to a mark after calls whose changes are not wanted, and tells what was changed. Nothing is lost: it is
 * kept below refs/ralph/wip first. A tree that is as it was gives no facts, so that it can be asked for again.
 */
export async function putBackTo(
  mark: TreeMark,
  undoing: Undoing,
  state: State,
  engine: Engine,
): Promise<readonly Fact[]> {
  const { tools, interruption } = engine;
  const surface = await tools.surface.putBack(interruption.signal);
  const told = surface.map((finding): Fact => ({ kind: "warned", ...surfaceWarning(finding) }));
  const handedBack = state.current === null ? [] : await handBack(state, state.current, engine);
  const changed = await putBackTree(mark, undoing, state, tools);
  const { backlog } = tools;
  if (mark.plan !== null && (await backlog.load()).revision !== mark.plan) await backlog.replace?.(mark.plan);
  return [...told, ...handedBack, ...changed];
}

async function putBackTree(
  mark: TreeMark,
  { task, who, warning }: Undoing,
  state: State,
  { workspace, shelf, history }: Tools,
): Promise<readonly Fact[]> {
  const aside = asideOf(state);
  const view = await workspace.look();
  const tree = await workspace.snapshot(view, aside);
  const hasMoved = view.head !== mark.head || view.branch !== mark.branch;
  if (tree === mark.tree && !hasMoved) return [];
  const why = `changed by ${who}`;
  const paths = (await workspace.changes(mark.tree, tree)).map((change) => change.path);
  const kept = await shelf.keep({ task, why, aside });
  if (view.branch !== mark.branch && mark.branch !== null) {
    await shelf.putBack(view.head, aside);
    await history.switchTo(mark.branch, null);
  }
  await shelf.putBack(mark.tree, aside);
  if (mark.branch !== null && (await history.branchTip(mark.branch)) !== mark.head)
    await history.setBranch(mark.branch, mark.head);
  const what = paths.length > 0 ? `changed files (${listed(paths)})` : "moved HEAD";
  const message = `${who} ${what}, and ${warning.because}: put back, and kept at ${kept.ref}`;
  return [{ kind: "work-kept", task, ref: kept.ref, commit: kept.commit, why, paths }, warned(warning.code, message)];
}
