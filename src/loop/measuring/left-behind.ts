import type { State } from "../../core/state.ts";
import type { Backlog } from "../../ports/backlog.ts";
import type { Workspace } from "../../ports/workspace.ts";
import { asideOf, ownDirt } from "../aside.ts";

/** What of the tools is looked with. */
interface Eyes {
  readonly workspace: Pick<Workspace, "look">;
  readonly backlog: Pick<Backlog, "files">;
}

/**
 * What is uncommitted before commands of the harness run: as it was measured last, which a killed run of them has not blurred, else
 * looked at.
 */
export const dirtyBefore = async (state: State, eyes: Eyes): Promise<readonly string[]> =>
  state.current?.measured?.dirty ?? (await dirtNow(state, eyes)).map(({ path }) => path);

/** Untracked files that were not there before: the commands left them behind, and they are nobody's work. */
export async function leftBehind(before: readonly string[], state: State, eyes: Eyes): Promise<string[]> {
  const known = new Set(before);
  const found = (await dirtNow(state, eyes)).filter(({ path, state: is }) => is === "untracked" && !known.has(path));
  return found.map(({ path }) => path);
}

const dirtNow = async (state: State, { workspace, backlog }: Eyes) =>
  ownDirt(await workspace.look(), asideOf(state), backlog.files);
