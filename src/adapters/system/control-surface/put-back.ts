import { chmodSync, cpSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { mendedConfig } from "./git-config-guard.ts";
import { keptBytes, smallText } from "./keep.ts";
import type { FileEntry, Placed, Surface, SurfaceChange } from "./surface.ts";
import { linkTarget, look } from "./walk.ts";

/** What became of one change. `aside` is where the agent's version lies now, null where there was none or it could not be kept. */
export interface PutBack {
  readonly path: string;
  readonly outcome: "restored" | "removed" | "failed";
  readonly aside: string | null;
  /** Why it failed; null otherwise. */
  readonly why: string | null;
}

let asides = 0;

/** Moves whatever is there out of the way, so that nothing an agent wrote is lost. A large thing on another disk is removed. */
const setAside = (at: string, folder: string): string | null => {
  if (look(at) === null) return null;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, `${process.pid}-${(asides += 1)}-${basename(at)}`);
  try {
    renameSync(at, target);
    return target;
  } catch {
    const small = lstatSync(at).size <= 16 * 1024 * 1024;
    if (small) cpSync(at, target, { recursive: true, dereference: false, verbatimSymlinks: true, errorOnExist: true });
    rmSync(at, { recursive: true, force: true });
    return small ? target : null;
  }
};

/** A new file under a name of its own, then renamed: a link that stands there is replaced, never written through. */
const writeWhole = (at: string, bytes: Buffer | string, mode: number): void => {
  const next = join(dirname(at), `.${basename(at)}.ralph-${process.pid}`);
  rmSync(next, { force: true, recursive: true });
  writeFileSync(next, bytes, { flag: "wx", mode: 0o600 });
  chmodSync(next, mode);
  renameSync(next, at);
};

class NotKept extends Error {
  override readonly name = "NotKept";
}

const restoreFile = (at: string, entry: FileEntry, asideFolder: string): string | null => {
  const bytes = entry.kept === null ? null : keptBytes(entry.kept, entry.digest);
  if (bytes === null) throw new NotKept("no copy of it was kept");
  const aside = setAside(at, asideFolder);
  writeWhole(at, bytes, entry.mode);
  return aside;
};

/** One thing as it was. Leaves alone what already is: a folder's other content stays in it. */
const restoreEntry = ({ at, entry }: Placed, asideFolder: string): string | null => {
  const now = look(at);
  switch (entry.kind) {
    case "folder": {
      const aside = now?.isDirectory() === true ? null : setAside(at, asideFolder);
      mkdirSync(at, { recursive: true });
      chmodSync(at, entry.mode);
      return aside;
    }
    case "link": {
      if (now?.isSymbolicLink() === true && linkTarget(at) === entry.target) return null;
      const aside = setAside(at, asideFolder);
      symlinkSync(entry.target, at);
      return aside;
    }
    case "file":
      return restoreFile(at, entry, asideFolder);
    case "other":
      throw new NotKept("pipes, sockets and devices can't be put back");
  }
};

/** The folders that lead to a path, as they were: a link in their place would send the restored file elsewhere. */
const restoreWay = (path: string, before: Surface): void => {
  const names = path.split("/");
  for (let depth = 1; depth < names.length; depth++) {
    const placed = before.entries.get(names.slice(0, depth).join("/"));
    if (placed !== undefined && placed.entry.kind !== "file") restoreEntry(placed, before.options.asideFolder);
  }
};

const restoreTree = (path: string, before: Surface): string | null => {
  restoreWay(path, before);
  let aside: string | null = null;
  for (const [below, placed] of before.entries) {
    if (below !== path && !below.startsWith(`${path}/`)) continue;
    if (placed.watch === "ledger") continue;
    mkdirSync(dirname(placed.at), { recursive: true });
    const moved = restoreEntry(placed, before.options.asideFolder);
    aside ??= moved;
  }
  return aside;
};

const mendConfig = (change: SurfaceChange, before: Surface): string | null => {
  const entry = before.entries.get(change.path)?.entry;
  const earlier =
    entry?.kind === "file" && entry.kept !== null ? keptBytes(entry.kept, entry.digest)?.toString("utf8") : "";
  if (earlier === undefined) throw new NotKept("no copy of it was kept");
  const mended = mendedConfig(earlier, smallText(change.at) ?? "[");
  const aside = setAside(change.at, before.options.asideFolder);
  writeWhole(change.at, mended, entry?.kind === "file" ? entry.mode : 0o644);
  return aside;
};

const isConfig = (path: string): boolean => path === ".git/config" || path === ".git/config.worktree";

const undo = (change: SurfaceChange, before: Surface): Pick<PutBack, "outcome" | "aside"> => {
  if (before.entries.get(change.path)?.watch === "ledger") throw new NotKept("the ledger writes itself again");
  if (!change.restorable) throw new NotKept("only the one who writes it can restore it");
  if (isConfig(change.path) && (change.kind === "added" || change.kind === "modified")) {
    return { outcome: "restored", aside: mendConfig(change, before) };
  }
  if (change.kind === "added") return { outcome: "removed", aside: setAside(change.at, before.options.asideFolder) };
  const placed = before.entries.get(change.path);
  if (change.kind === "mode" && placed !== undefined && "mode" in placed.entry) {
    chmodSync(change.at, placed.entry.mode);
    return { outcome: "restored", aside: null };
  }
  return { outcome: "restored", aside: restoreTree(change.path, before) };
};

/**
 * Puts back what `changes` name as it was in `before`: deleted and changed things are written again, new ones taken
 * away, in git's configuration only the dangerous settings. What the agent had there is moved to the folder for it. Never
 * throws: what could not be put back says so. Safe to repeat.
 */
export function putBack(before: Surface, changes: readonly SurfaceChange[]): readonly PutBack[] {
  return changes.map((change) => {
    try {
      return { path: change.path, ...undo(change, before), why: null };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { path: change.path, outcome: "failed", aside: null, why };
    }
  });
}
