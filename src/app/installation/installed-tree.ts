import { join } from "node:path";
import { areIgnored } from "../../adapters/workspace/git/are-ignored.ts";
import { openRepository } from "../../adapters/workspace/git/open-repository.ts";
import { glimpseOf } from "../../install/detect/glimpse.ts";
import { hooksFile, type InstalledTree } from "../../install/plan-install.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import type { World } from "../world.ts";
import { linkOn } from "./disk-tree.ts";
import { isExcluded } from "./git-exclude.ts";

/** The repository at `root` as `init` sees it. */
export async function installedTree(root: string, world: World): Promise<InstalledTree> {
  const glimpse = glimpseOf(root);
  const [ignoresState, ignoresSettings] = await Promise.all([
    isIgnored(root, world, [".ralph/ralph.db", ".ralph/logs/run.jsonl"]),
    isExcluded(root, hooksFile).then((is) => is || isIgnored(root, world, [hooksFile])),
  ]);
  return { read: (path) => glimpse.text(path), linkOn: (path) => linkOn(root, path), ignoresState, ignoresSettings };
}

async function isIgnored(root: string, world: World, paths: readonly string[]): Promise<boolean> {
  try {
    const repository = await openRepository(root, { env: world.env });
    return await areIgnored(
      repository,
      world.env,
      paths.map((path) => join(root, path)),
    );
  } catch (error) {
    // Without a first commit git can't be asked; the lists of ignored files are made then.
    if (error instanceof WorkspaceError) return false;
    throw error;
  }
}
