import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/**
 * The git folder shared by all work trees of the repository around `cwd`, found without starting git; null where there
 * is none. For looking only (`ralph status`): a run opens the repository with git, which knows more ways.
 */
export async function findCommonDir(cwd: string): Promise<string | null> {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const found = await gitDirAt(join(folder, ".git"));
    if (found !== null) return found;
    if (dirname(folder) === folder) return null;
  }
}

async function gitDirAt(dotGit: string): Promise<string | null> {
  const kind = await stat(dotGit).catch(() => null);
  if (kind === null) return null;
  const gitDir = kind.isDirectory() ? dotGit : await linkedDir(dotGit);
  if (gitDir === null || !(await stat(join(gitDir, "HEAD")).catch(() => null))) return null;
  const common = await readFile(join(gitDir, "commondir"), "utf8").catch(() => null);
  return common === null ? gitDir : resolve(gitDir, common.trim());
}

async function linkedDir(dotGit: string): Promise<string | null> {
  const text = await readFile(dotGit, "utf8");
  const target = /^gitdir: (.+)$/m.exec(text)?.[1];
  return target === undefined ? null : resolve(dirname(dotGit), target);
}
