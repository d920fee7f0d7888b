import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { WorkspaceError } from "../../../../ports/workspace.ts";
import { foldersOf } from "./aside-paths.ts";
import { exists } from "../read/git-files.ts";
import type { GitRepository } from "../git-repository.ts";

type Env = Readonly<Record<string, string>>;

/**
 * Takes the work tree's content of these paths into an index: added, changed, or gone. One call; three where files,
 * folders and links have taken each other's place. It fails as a whole, as when a file can't be read. `env` may name
 * another index than git's own.
 */
export async function stage(
  repository: GitRepository,
  paths: readonly string[],
  env: Env = {},
  signal?: AbortSignal,
): Promise<void> {
  try {
    await update(repository, { paths, env }, signal);
  } catch (error) {
    if (!(error instanceof WorkspaceError && tookPlace.test(error.detail))) throw error;
    const { gone, there } = await parted(repository.view.root, paths);
    await forget(repository, { paths: gone, env }, signal);
    await update(repository, { paths: there, env }, signal);
  }
}

const tookPlace = /is a directory - add|is beyond a symbolic link/;

interface Staging {
  readonly paths: readonly string[];
  readonly env: Env;
}

async function update(
  { git, paths: bytes }: GitRepository,
  { paths, env }: Staging,
  signal?: AbortSignal,
): Promise<void> {
  if (paths.length === 0) return;
  // The content is taken as it is; nothing is written back, so that mixed line endings are no reason to stop.
  const args = ["-c", "core.safecrlf=false", "update-index", "--add", "--remove", "--replace", "-z", "--stdin"];
  await git.run({ mode: "write", args, stdin: bytes.join(paths), env }, signal);
}

/** Takes paths out of an index without a look at what lies in their place. */
async function forget(
  { git, view, paths: bytes }: GitRepository,
  { paths, env }: Staging,
  signal?: AbortSignal,
): Promise<void> {
  if (paths.length === 0) return;
  const removal = `0 ${"0".repeat(view.head.length)}\t`;
  await git.run(
    { mode: "write", args: ["update-index", "-z", "--index-info"], stdin: bytes.join(paths, removal), env },
    signal,
  );
}

async function parted(root: string, paths: readonly string[]): Promise<{ gone: string[]; there: string[] }> {
  const links = new Map<string, boolean>();
  const isLink = async (folder: string): Promise<boolean> => {
    const known =
      links.get(folder) ??
      (await lstat(join(root, folder)).then(
        (found) => found.isSymbolicLink(),
        () => false,
      ));
    links.set(folder, known);
    return known;
  };
  const gone: string[] = [];
  const there: string[] = [];
  for (const path of paths) {
    let behindLink = false;
    for (const folder of foldersOf(path)) behindLink ||= await isLink(folder);
    (behindLink || !(await isContent(join(root, path))) ? gone : there).push(path);
  }
  return { gone, there };
}

/** A file, a link, or the folder of a submodule. */
async function isContent(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => null);
  if (found === null) return false;
  return !found.isDirectory() || exists(join(file, ".git"));
}
