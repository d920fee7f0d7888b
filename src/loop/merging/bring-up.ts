import { bookkeepingMessage } from "../../core/texts/commit-message.ts";
import { carriesState } from "../../ports/backlog.ts";
import type { BroughtUp } from "../../ports/remote.ts";
import { closeTask, type Closing } from "../landing/close-task.ts";
import { setAsideAgain } from "../branches/set-aside-again.ts";
import type { ForgeTools, Tools } from "../tools.ts";

/** A branch that lies behind: its base, the task whose work it is, and the iteration that it is brought up in. */
export interface Behind {
  readonly branch: string;
  readonly base: string;
  readonly closing: Closing;
  readonly iteration: number;
}

/**
 * Merges the base into the checked-out branch of a pull request and pushes it. Where only the backlog's own files stand in the way, the
 * base's are taken, the task is closed in them once more and what was set aside is again: two tasks side by side are no conflict.
 */
export async function bringUp(
  { branch, base, closing, iteration }: Behind,
  tools: Tools,
  { remote }: ForgeTools,
): Promise<BroughtUp> {
  const { backlog, workspace, run } = tools;
  const isState = (path: string): boolean => carriesState(backlog, path);
  const up = await remote.bringUp(base, isState);
  if (up.kind !== "merged") return up;
  if (up.taken.length > 0) {
    await closeTask(closing, tools);
    await setAsideAgain(tools);
    const { head, dirty } = await workspace.look();
    const paths = dirty.map(({ path }) => path).filter(isState);
    const message = bookkeepingMessage(`close ${closing.id} beside what was merged`, { run, iteration });
    await committed({ paths, message, head }, tools);
  }
  await remote.push(branch, "forward");
  return up;
}

/** What git refuses must not stay in the tree: it would go along to the next branch, as if that had closed the task. */
async function committed(
  { paths, message, head }: { readonly paths: readonly string[]; readonly message: string; readonly head: string },
  { history, shelf }: Tools,
): Promise<void> {
  if (paths.length === 0) return;
  try {
    await history.commit({ paths, message, allowEmpty: false });
  } catch (error) {
    await shelf.restore(head, paths);
    throw error;
  }
}
