import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/* Each feature's of spec-kit, each change's of OpenSpec; by number. */
function tasksFilesIn(root: string): readonly string[] {
  return ["specs", "openspec/changes"].flatMap((folder) =>
    foldersIn(join(root, folder))
      .filter((name) => name !== "archive")
      .map((name) => `${folder}/${name}/tasks.md`)
      .filter((name) => existsSync(join(root, name))),
  );
}

/**
 * The file to work on: the one whose folder has the name of the branch that is checked out, as spec-kit sets it up; else the first
 * with an open box in it; else the last one; null where there is none.
 */
export function findTasksFile(root: string, branch: string | null): string | null {
  const names = tasksFilesIn(root);
  const own = names.find((name) => name.split("/").at(-2) === branch);
  return own ?? names.find((name) => hasOpenBox(join(root, name))) ?? names.at(-1) ?? null;
}

const natural = new Intl.Collator("en", { numeric: true });

function foldersIn(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
      .toSorted(natural.compare);
  } catch {
    return [];
  }
}

function hasOpenBox(path: string): boolean {
  try {
    return /^\s*[-*+] \[ \]/m.test(readFileSync(path, "utf8"));
  } catch {
    return false;
  }
}

/** The branch that a work tree is on, by its HEAD file; null where it is on none. */
export function branchOf(root: string): string | null {
  try {
    const git = join(root, ".git");
    const link = /^gitdir: (.+)$/m.exec(textOf(git));
    const head = readFileSync(join(link?.[1] ?? git, "HEAD"), "utf8");
    return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1] ?? null;
  } catch {
    return null;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
