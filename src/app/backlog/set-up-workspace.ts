import { basename } from "node:path";
import { isPlanPath, planBranch, type PlanPlace } from "../../adapters/backlogs/exec-plan/find-plan.ts";
import {
  inspectWorkspace,
  makeWorkspace,
  unmakeWorkspace,
  type WorkspaceState,
} from "../../adapters/backlogs/exec-plan/workspace-files.ts";
import type { GateRun } from "../../ports/gate.ts";
import type { History, Workspace } from "../../ports/workspace.ts";

/** What making a workspace is done with. */
export interface SetUpTools {
  /** The work tree, absolute. */
  readonly root: string;
  readonly workspace: Workspace;
  readonly history: History;
  /** Runs the project's checks once; null: they are not asked. */
  readonly check: ((waiting: PlanPlace) => Promise<GateRun>) | null;
}

/** What is wanted: the plan by its number, and whether its work gets a branch of its own. */
export interface SetUpWish {
  readonly number: string;
  readonly onBranch: boolean;
}

/** What came of it. `branch` null: it is the one that was checked out before. */
export type SetUp =
  | { readonly kind: "made" | "there" | "completed"; readonly place: PlanPlace; readonly branch: string | null }
  | { readonly kind: "refused"; readonly message: string; readonly hint: string }
  | { readonly kind: "red"; readonly failing: string; readonly output: string };

/**
 * Makes the workspace of a plan on its branch, as one commit, or finds it there. May be repeated; what fails half-way is
 * taken back. Rejects with WorkspaceError where git refuses.
 */
export async function setUpWorkspace(tools: SetUpTools, { number, onBranch }: SetUpWish): Promise<SetUp> {
  const { root, history, workspace } = tools;
  let state = inspectWorkspace(root, number);
  const branch = onBranch ? branchOf(state) : null;
  const tip = branch === null ? null : await history.branchTip(branch);
  const isElsewhere = branch !== null && tip !== null && (await workspace.look()).branch !== branch;
  if (isElsewhere) {
    await history.switchTo(branch, null);
    state = inspectWorkspace(root, number);
  }
  switch (state.kind) {
    case "refused":
      return state;
    case "ready":
      if (branch !== null && tip === null) await history.switchTo(branch, (await workspace.look()).head);
      return { kind: "there", place: state.place, branch };
    case "completed":
      return { kind: "completed", place: state.place, branch };
    case "waiting":
      return make(tools, state, branch);
  }
}

const branchOf = (state: WorkspaceState): string | null => {
  switch (state.kind) {
    case "refused":
      return null;
    case "completed":
      return null;
    case "ready":
      return planBranch(state.place);
    case "waiting":
      return planBranch(state.to);
  }
};

async function make(
  { workspace, history, check }: SetUpTools,
  { from, to }: Extract<WorkspaceState, { kind: "waiting" }>,
  branch: string | null,
): Promise<SetUp> {
  const gate = check === null ? null : await check(from);
  if (gate?.verdict === "red")
    return { kind: "red", failing: gate.failing ?? "a command failed", output: gate.receipts.at(-1)?.tail ?? "" };
  const before = await workspace.look();
  if (branch !== null) await history.switchTo(branch, before.head);
  await makeWorkspace(from, to);
  try {
    await commitPlan({ workspace, history }, to, `set up the workspace of plan ${to.id}`);
  } catch (error) {
    unmakeWorkspace(from, to);
    if (branch !== null && before.branch !== null && before.branch !== branch)
      await history.switchTo(before.branch, null);
    throw error;
  }
  return { kind: "made", place: to, branch };
}

/** Commits what is not committed of a plan's own files, and nothing else. */
export async function commitPlan(
  { workspace, history }: Pick<SetUpTools, "workspace" | "history">,
  place: PlanPlace,
  what: string,
): Promise<void> {
  const { dirty } = await workspace.look();
  const paths = dirty
    .map(({ path }) => path)
    .filter((path) => isPlanPath(place, path) && !basename(path).startsWith("."));
  if (paths.length > 0) await history.commit({ paths, message: `chore(ralph): ${what}\n`, allowEmpty: false });
}
