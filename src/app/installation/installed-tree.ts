import { join } from "node:path";
import { areIgnored } from "../../adapters/workspace/git/read/are-ignored.ts";
import { areTracked } from "../../adapters/workspace/git/read/are-tracked.ts";
import { openRepository } from "../../adapters/workspace/git/open-repository.ts";
import { glimpseOf } from "../../install/detect/glimpse.ts";
import type { InstalledTree } from "../../install/plan-install.ts";
import { type RepositoryView, WorkspaceError } from "../../ports/workspace.ts";
import type { World } from "../world/world.ts";
import { linkOn } from "./disk-tree.ts";
import { isExcluded } from "./git-exclude.ts";

/** The repository at `root` as `init` sees it. `hookFiles`: the files of which it has to be known whether git looks at them. */
export async function installedTree(root: string, hookFiles: readonly string[], world: World): Promise<InstalledTree> {
  const glimpse = glimpseOf(root);
  const view = await viewOf(root, world);
  const tracked = view === null ? new Set<string>() : await areTracked(view, world.env, hookFiles);
  const ignored = new Set<string>();
  for (const path of hookFiles)
    if ((await isExcluded(root, path)) || (await isIgnored(view, world, [path]))) ignored.add(path);
  return {
    read: (path) => glimpse.text(path),
    linkOn: (path) => linkOn(root, path),
    ignoresState: await isIgnored(view, world, [".ralph/ralph.db", ".ralph/logs/run.jsonl"]),
    isIgnored: (path) => ignored.has(path),
    isTracked: (path) => tracked.has(path),
  };
}

/** Null without a first commit: git can't be asked much then, and the lists of ignored files are made. */
async function viewOf(root: string, world: World): Promise<RepositoryView | null> {
  try {
    return await openRepository(root, { env: world.env });
  } catch (error) {
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
}

const isIgnored = (view: RepositoryView | null, world: World, paths: readonly string[]): Promise<boolean> =>
  view === null
    ? Promise.resolve(false)
    : areIgnored(
        view,
        world.env,
        paths.map((path) => join(view.root, path)),
      );
