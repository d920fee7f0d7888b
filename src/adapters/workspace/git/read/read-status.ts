import type { DirtyPath } from "../../../../ports/workspace.ts";

/** One `git status --porcelain=v2 --branch -z` answer, read. */
export interface StatusReading {
  /** Null before the first commit. */
  readonly head: string | null;
  /** Null while detached. */
  readonly branch: string | null;
  readonly dirty: readonly DirtyPath[];
  /** Paths whose index entry differs from HEAD. */
  readonly staged: ReadonlySet<string>;
  /** Paths that the index does not know. */
  readonly untracked: ReadonlySet<string>;
}

/** The arguments that give what `readStatus` reads: one call for head, branch and dirt. */
export const statusArgs = [
  "status",
  "--porcelain=v2",
  "--branch",
  "-z",
  "--untracked-files=all",
  "--no-renames",
  "--no-ahead-behind",
  // A submodule counts by the commit it points at; what lies uncommitted in it is its own business.
  "--ignore-submodules=dirty",
] as const;

/** Reads the records of a status answer. A repository inside the repository that is no submodule is passed over. */
export function readStatus(records: readonly string[]): StatusReading {
  let head: string | null = null;
  let branch: string | null = null;
  const dirty = new Map<string, DirtyPath>();
  const staged = new Set<string>();
  const untracked = new Set<string>();
  for (const record of records) {
    if (record.startsWith("# branch.oid ")) head = nameIn(record, "# branch.oid ", "(initial)");
    else if (record.startsWith("# branch.head ")) branch = nameIn(record, "# branch.head ", "(detached)");
    else if (record.startsWith("1 ")) {
      const entry = changedEntry(record);
      dirty.set(entry.path, { path: entry.path, state: entry.state });
      if (entry.staged) staged.add(entry.path);
    } else if (record.startsWith("u ")) {
      const path = fieldsBefore(record, 10).rest;
      dirty.set(path, { path, state: "unmerged" });
      staged.add(path);
    } else if (record.startsWith("? ") && !record.endsWith("/")) {
      const path = record.slice(2);
      untracked.add(path);
      // Taken out of the index but still there: a change of content at most.
      dirty.set(path, { path, state: dirty.has(path) ? "modified" : "untracked" });
    }
  }
  return { head, branch, dirty: [...dirty.values()], staged, untracked };
}

const nameIn = (record: string, prefix: string, none: string): string | null => {
  const name = record.slice(prefix.length);
  return name === none ? null : name;
};

function changedEntry(record: string): { path: string; state: DirtyPath["state"]; staged: boolean } {
  const { fields, rest: path } = fieldsBefore(record, 8);
  const [, xy = "..", , headMode = "", , workMode = ""] = fields;
  return { path, state: stateOf(headMode, workMode), staged: xy[0] !== "." };
}

const absent = "000000";

function stateOf(headMode: string, workMode: string): DirtyPath["state"] {
  if (workMode === absent) return "deleted";
  if (headMode === absent) return "added";
  // The first three digits tell file, symbolic link and submodule apart; the others are permissions.
  return headMode.slice(0, 3) === workMode.slice(0, 3) ? "modified" : "type-changed";
}

function fieldsBefore(record: string, count: number): { fields: string[]; rest: string } {
  const fields: string[] = [];
  let from = 0;
  while (fields.length < count) {
    const space = record.indexOf(" ", from);
    fields.push(record.slice(from, space));
    from = space + 1;
  }
  return { fields, rest: record.slice(from) };
}
