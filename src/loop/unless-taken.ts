import type { Fact } from "../core/fact.ts";
import { warned } from "../core/texts/warned.ts";
import { type Backlog, BacklogError, isTracker } from "../ports/backlog.ts";

/** The codes by which a source says that a task is not ours any more: closed, taken over, moved away, or gone. */
const codes: readonly BacklogError["code"][] = ["changed-meanwhile", "unknown-task"];

/** True for an error that says that people have taken a task out of our hands. */
export const isTaken = (error: unknown): error is BacklogError =>
  error instanceof BacklogError && codes.includes(error.code);

/**
 * Writes to a tracker unless a person has taken the task out of our hands meanwhile: then it is left to them, and that is told. A file is
 * written as ever.
 */
export async function unlessTaken(
  backlog: Pick<Backlog, "files" | "carries">,
  write: () => Promise<unknown>,
): Promise<readonly Fact[]> {
  try {
    await write();
    return [];
  } catch (error) {
    if (!isTracker(backlog) || !isTaken(error)) throw error;
    return [warned("left_alone", `${error.message} ${error.fault.hint}`)];
  }
}
