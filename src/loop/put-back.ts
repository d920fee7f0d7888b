import type { Fact } from "../core/fact.ts";
import type { State } from "../core/state.ts";
import type { TaskId } from "../core/task.ts";
import { carriesState } from "../ports/backlog.ts";
import { asideOf, ownPaths } from "./aside.ts";
import type { Tools } from "./tools.ts";

/** Whose work is kept and why, and the commit that the tree goes back to; null: the one that HEAD names. */
export interface PutBack {
  readonly task: TaskId;
  readonly why: string;
  readonly to: string | null;
}

/**
 * Keeps what is in the tree below refs/ralph/wip, commits since `to` with it, then puts the tree back. Nothing to keep:
 * no facts.
 */
export async function keepAndPutBack(tools: Tools, state: State, { task, why, to }: PutBack): Promise<readonly Fact[]> {
  const view = await tools.workspace.look();
  const aside = asideOf(state);
  const target = to ?? view.head;
  const paths = ownPaths(view, aside, tools.backlog.files);
  if (paths.length === 0 && target === view.head) return [];
  const kept = await tools.shelf.keep({ task, why, aside });
  await tools.shelf.putBack(target, aside);
  if (target !== view.head && view.branch !== null) await tools.history.setBranch(view.branch, target);
  return [{ kind: "work-kept", task, ref: kept.ref, commit: kept.commit, why, paths }];
}

/** The backlog's text as it stands now, to be written again once the tree was put back or another branch is there. */
export async function carriedPlan({ backlog, planMemory }: Tools): Promise<() => Promise<void>> {
  if (backlog.replace === undefined) return () => Promise.resolve();
  const { revision } = await backlog.load();
  await planMemory.carry(revision);
  return async () => {
    await backlog.replace?.(revision);
    await planMemory.carry(null);
  };
}

/** Text that a killed run had on its way arrives, unless somebody has written in the plan since. */
export async function arriveCarriedPlan({ backlog, planMemory, workspace }: Tools): Promise<void> {
  const [file] = backlog.files;
  const text = await planMemory.carried();
  if (file === undefined || text === null) return;
  const { dirty } = await workspace.look();
  const isWritten = dirty.some(({ path, state }) => state !== "untracked" && carriesState(backlog, path));
  if (!isWritten) await backlog.replace?.(text);
  await planMemory.carry(null);
}
