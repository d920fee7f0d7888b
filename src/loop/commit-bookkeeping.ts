import { warned } from "../core/texts/warned.ts";
import type { Fact } from "../core/fact.ts";
import type { State } from "../core/state.ts";
import { bookkeepingMessage } from "../core/texts/commit-message.ts";
import { carriesState } from "../ports/backlog.ts";
import { WorkspaceError } from "../ports/workspace.ts";
import { asideOf, ownPaths } from "./aside.ts";
import type { Engine } from "./engine.ts";

/** A commit of the harness's own: what it says, and the iteration that it belongs to. */
export interface Bookkeeping {
  readonly what: string;
  readonly iteration: number;
}

/**
 * Commits what is not committed of the backlog's files and of the harness's own notes, and nothing else; nothing to commit is no
 * commit. A hook that refuses is not passed by: it is told, and the files go into the next commit.
 */
export async function commitBookkeeping(
  { what, iteration }: Bookkeeping,
  state: State,
  { tools, run }: Engine,
): Promise<readonly Fact[]> {
  const { workspace, history, backlog, notebook } = tools;
  const dirty = ownPaths(await workspace.look(), asideOf(state), backlog.files);
  const paths = dirty.filter((path) => carriesState(backlog, path) || notebook.keeps(path));
  if (paths.length === 0) return [];
  try {
    await history.commit({ paths, message: bookkeepingMessage(what, { run, iteration }), allowEmpty: false });
    return [];
  } catch (error) {
    if (!(error instanceof WorkspaceError) || (error.code !== "hook" && error.code !== "signing")) throw error;
    const detail = tools.judge.mask(`${error.message} ${error.detail}`.trim()).slice(0, 1_000);
    const message = `git refused the commit "${what}" (${error.code}); its files go into the next one: ${detail}`;
    return [warned("bookkeeping_refused", message)];
  }
}
