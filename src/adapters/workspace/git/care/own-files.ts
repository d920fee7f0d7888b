import { chmodSync, lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BroughtBack } from "../../../../ports/repository-care.ts";
import type { GitRepository } from "../git-repository.ts";
import { keeper } from "../trees/keeper.ts";
import { temporaryIndex } from "../trees/temporary-index.ts";

/** Files up to this many bytes are kept, and of a person's all together no more than that. */
const largestFile = 16 * 1024 * 1024;
const largestAll = 64 * 1024 * 1024;

const refOf = (run: string): string => `refs/ralph/own/${run}`;

/** Keeps the files in git's store as they are, filters and line endings aside, below a ref of their own. */
export async function keepOwn(
  repository: GitRepository,
  run: string,
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const { git, paths } = repository;
  const files = keptOf(repository, wanted);
  const regular = files.filter(({ mode }) => mode !== link);
  if (files.length === 0) return;
  const names = regular.map(({ path }) => `${path}\n`).join("");
  const hashed = await git.run(
    { mode: "write", args: ["hash-object", "-w", "--no-filters", "--stdin-paths"], stdin: names },
    signal,
  );
  const ids = hashed.stdout.toString().split("\n");
  const entries = regular.map(({ path, mode }, i) => ({ path, mode, id: ids[i] ?? "" }));
  for (const { path, mode } of files.filter((file) => file.mode === link)) {
    const stdin = readlinkSync(join(repository.view.root, path));
    const { stdout } = await git.run({ mode: "write", args: ["hash-object", "-w", "--stdin"], stdin }, signal);
    entries.push({ path, mode, id: stdout.toString().trim() });
  }
  await using index = await temporaryIndex(repository, "empty");
  const { env } = index;
  const lines = entries.map(({ path, mode, id }) =>
    Buffer.concat([Buffer.from(`${mode} ${id}\t`), paths.join([path])]),
  );
  await git.run(
    { mode: "write", args: ["update-index", "-z", "--index-info"], stdin: Buffer.concat(lines), env },
    signal,
  );
  const tree = (await git.run({ mode: "write", args: ["write-tree"], env }, signal)).stdout.toString().trim();
  const stdin = `A person's untracked files, as run ${run} found them.\n`;
  const made = await git.run({ mode: "write", args: ["commit-tree", tree, "-F", "-"], stdin, env: keeper }, signal);
  await git.run({ mode: "write", args: ["update-ref", refOf(run), made.stdout.toString().trim()] }, signal);
}

const link = "120000";

interface OwnFile {
  readonly path: string;
  readonly mode: string;
}

/** Those that can be kept: readable files and links, until the sum is too large; a name with a line break, or that is no UTF-8, can't be told to git. */
function keptOf({ view }: GitRepository, wanted: readonly string[]): readonly OwnFile[] {
  let sum = 0;
  return wanted.flatMap((path): OwnFile[] => {
    const found = lstatSync(join(view.root, path), { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) return [{ path, mode: link }];
    if (
      found?.isFile() !== true ||
      found.size > largestFile ||
      sum + found.size > largestAll ||
      /[\n"\uFFFD]/.test(path)
    )
      return [];
    sum += found.size;
    return [{ path, mode: (found.mode & 0o111) === 0 ? "100644" : "100755" }];
  });
}

/** Where copies may be: our own first, then what an agent's `git stash -u` took. */
const sourcesOf = (run: string): readonly string[] => [refOf(run), ...[0, 1, 2].map((n) => `refs/stash@{${n}}^3`)];

/** Writes the files again that are gone; see the port. */
export async function bringBack(
  repository: GitRepository,
  run: string,
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<BroughtBack> {
  const { view } = repository;
  const isGone = (path: string): boolean => lstatSync(join(view.root, path), { throwIfNoEntry: false }) === undefined;
  const gone = wanted.filter(isGone);
  for (const source of gone.length === 0 ? [] : sourcesOf(run)) {
    const missing = new Set(gone.filter(isGone));
    if (missing.size > 0) await writeFrom(repository, source, missing, signal);
  }
  return { back: gone.filter((path) => !isGone(path)), lost: gone.filter(isGone) };
}

async function writeFrom(
  { git, view, paths }: GitRepository,
  source: string,
  missing: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<void> {
  const listed = await git.ask({ mode: "read", args: ["ls-tree", "-r", "-z", source] }, signal);
  if (listed.exitCode !== 0) return;
  for (const record of paths.split(listed.stdout)) {
    const tab = record.indexOf("\t");
    const [mode = "", , id = ""] = record.slice(0, tab).split(" ");
    const path = record.slice(tab + 1);
    if (!missing.has(path)) continue;
    const { stdout } = await git.run({ mode: "read", args: ["cat-file", "blob", id] }, signal);
    write(join(view.root, path), mode, stdout);
  }
}

/** Never over something; where a file now stands in the place of a folder, the copy stays where it is. */
function write(at: string, mode: string, content: Buffer): void {
  try {
    mkdirSync(dirname(at), { recursive: true });
    if (mode === link) return symlinkSync(content.toString(), at);
    writeFileSync(at, content, { flag: "wx" });
    if (mode === "100755") chmodSync(at, 0o755);
  } catch {
    // Told as lost; the copy can still be had from its ref.
  }
}

/** Drops the copies of a run. */
export async function forgetOwn({ git }: GitRepository, run: string, signal?: AbortSignal): Promise<void> {
  await git.ask({ mode: "write", args: ["update-ref", "-d", refOf(run)] }, signal);
}
