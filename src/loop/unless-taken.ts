import type { Fact } from "../core/fact.ts";
import { warned } from "../core/texts/warned.ts";
import { type Backlog, BacklogError, isTracker } from "../ports/backlog.ts";

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
    if (!isTracker(backlog) || !(error instanceof BacklogError) || error.code !== "changed-meanwhile") throw error;
    return [warned("left_alone", `${error.message} ${error.fault.hint}`)];
  }
}
