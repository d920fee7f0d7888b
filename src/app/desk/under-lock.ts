import { exitCodeOf } from "../../core/end-reason.ts";
import { LockError } from "../../ports/lock.ts";
import { refusal } from "../../show/cli/command-answer.ts";
import type { ExitCode, World } from "../world/world.ts";
import { runLockOf } from "./desk.ts";
import { tell } from "./tell.ts";

/**
 * Does a piece of writing that must not meet a run: the repository's lock is held for its time. A run at work is the end of
 * it (exit code 6), and is named.
 */
export async function underLock(
  world: World,
  root: string,
  what: string,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const locks = await runLockOf(root);
  if (locks === null)
    return tell(
      world,
      refusal(
        `${root} is not in a git repository.`,
        "Go to the repository that ralph works in.",
        exitCodeOf("preflight_failed"),
      ),
      "text",
    );
  try {
    await using _lock = await locks.acquire({ run: what, root });
    return await work();
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    return tell(world, refusal(error.message, "Nothing was changed.", exitCodeOf("locked")), "text");
  }
}
