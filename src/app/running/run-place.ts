import { join } from "node:path";
import { existsSync } from "node:fs";
import {
  catchUp,
  closeOwnWorkTree,
  openOwnWorkTree,
  type OwnWorkTree,
} from "../../adapters/workspace/git/own-work-tree.ts";
import type { Policy } from "../../core/policy.ts";
import { type RepositoryView, WorkspaceError } from "../../ports/workspace.ts";

/** Where a run works and where its state is kept: one work tree, unless it works beside a person's (`--worktree`). */
export interface RunPlace {
  /** The person's own work tree: ledger, logs, settings and wishes are kept there. */
  readonly home: RepositoryView;
  /** The work tree that is worked in. */
  readonly repository: RepositoryView;
  readonly beside: boolean;
}

/** What is needed to find a place. */
export interface PlaceSettings {
  readonly policy: Policy;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The plan's file from the root; null where the source is none. */
  readonly plan: string | null;
}

const ownTreeOf = (home: RepositoryView, { policy }: PlaceSettings): OwnWorkTree => ({
  path: join(home.root, ".ralph", "worktree"),
  branch: "ralph/worktree",
  base: policy.branching === "current" ? (home.branch ?? home.head) : home.defaultBranch,
});

/** The place of a run that works in the person's own tree, or in a work tree of its own beside it, made where it is not there. */
export async function openPlace(home: RepositoryView, beside: boolean, settings: PlaceSettings): Promise<RunPlace> {
  if (!beside) return { home, repository: home, beside };
  const repository = await openOwnWorkTree(home, ownTreeOf(home, settings), { env: settings.env });
  const place = { home, repository, beside };
  const { plan } = settings;
  if (plan === null || existsSync(join(repository.root, plan)) || !existsSync(join(home.root, plan))) return place;
  // A plan that git does not know is in the person's tree alone.
  await leavePlace(place, settings);
  throw new WorkspaceError(
    "unfit",
    `${plan} is not committed on ${repository.defaultBranch}, so a work tree of the run's own would not have it. Commit it (git add -f ${plan}), or start without --worktree.`,
  );
}

/** Brings an own work tree in which nothing waits up to the branch that it began with. */
export async function refreshPlace({ home, beside }: RunPlace, settings: PlaceSettings): Promise<void> {
  if (beside) await catchUp(ownTreeOf(home, settings), { env: settings.env });
}

/** Clears an own work tree away, unless there is something uncommitted in it. */
export async function leavePlace({ home, beside }: RunPlace, settings: PlaceSettings): Promise<void> {
  if (beside) await closeOwnWorkTree(home, ownTreeOf(home, settings), { env: settings.env });
}
