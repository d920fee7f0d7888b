import type { FactOf } from "../../core/fact.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import type { Tools } from "../tools.ts";

/**
 * Commits of this work tree that have reached the forge's default branch without a pull request since the claim. A merge by the
 * forge makes a commit of its own, which was never here. Where the remote can't be reached nothing is known.
 */
export async function pushedPast({ remoteTip }: FactOf<"task-claimed">, tools: Tools): Promise<readonly string[]> {
  const { forge, workspace } = tools;
  if (forge === null || remoteTip == null) return [];
  const tip = await remoteTipOf(tools);
  if (tip === null || tip === remoteTip) return [];
  const made = new Set(await workspace.headLog());
  const commits = await workspace.commitsBetween(remoteTip, tip);
  return commits.map(({ sha }) => sha).filter((sha) => made.has(sha));
}

/** Where the forge's default branch stands; null where it can't be reached. */
export async function remoteTipOf({ forge, repository }: Tools): Promise<string | null> {
  try {
    return (await forge?.remote.fetch(repository.defaultBranch)) ?? null;
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    return null;
  }
}
