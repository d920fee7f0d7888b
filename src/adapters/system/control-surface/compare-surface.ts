import { configChanges } from "./git-config-guard.ts";
import { digestOf, keptBytes, smallText } from "./keep.ts";
import type { FileEntry, Placed, Surface, SurfaceChange, SurfaceEntry } from "./surface.ts";
import { isSettled, modeOf, sameStamp, stampOf } from "./take-surface.ts";
import { linkTarget, type Sighting, walkSurface } from "./walk.ts";

type Difference = Pick<SurfaceChange, "kind" | "detail"> & { readonly severity?: SurfaceChange["severity"] };

/** Names that hook managers write into the hooks they make. A forged one gains one uncounted denial, and is put back like any other. */
const hookManager =
  /\b(?:husky|lefthook|pre-commit|git-lfs|git lfs|simple-git-hooks|overcommit|yorkie|captainhook|cargo-husky)\b/i;

const hookSeverity = (path: string, at: string): SurfaceChange["severity"] =>
  path.startsWith(".git/hooks/") && hookManager.test(smallText(at) ?? "") ? "tooling" : "attack";

const kindOf = ({ stats }: Sighting): SurfaceEntry["kind"] =>
  stats.isFile() ? "file" : stats.isSymbolicLink() ? "link" : stats.isDirectory() ? "folder" : "other";

const octal = (mode: number): string => mode.toString(8).padStart(3, "0");

const modeChange = (before: number, now: number): Difference | null =>
  before === now ? null : { kind: "mode", detail: `permissions ${octal(before)} became ${octal(now)}` };

const contentChange = (entry: FileEntry, seen: Sighting, takenAt: number): Difference | null => {
  const stamp = stampOf(seen.stats);
  if (sameStamp(entry.stamp, stamp) && isSettled(stamp, takenAt)) return null;
  const modified: Difference = {
    kind: "modified",
    detail: "its content was changed",
    severity: hookSeverity(seen.path, seen.at),
  };
  if (entry.digest === null) return sameStamp(entry.stamp, stamp) ? null : modified;
  if (entry.stamp.size !== stamp.size || digestOf(seen.at) !== entry.digest) return modified;
  return modeChange(entry.mode, modeOf(seen.stats));
};

const configText = (entry: FileEntry): string =>
  entry.kept === null ? "" : (keptBytes(entry.kept, entry.digest)?.toString("utf8") ?? "");

const configChange = (before: string, seen: Sighting, kind: "added" | "modified"): Difference | null => {
  const after = smallText(seen.at);
  const changes = after === null ? "unreadable" : configChanges(before, after);
  if (changes === "unreadable")
    return before === after ? null : { kind, detail: "it can't be read as a git configuration any more" };
  if (changes.length === 0) return null;
  const told = changes.map(({ key, after: now }) =>
    now.length === 0 ? `${key} was removed` : `${key} is now ${now.join(", ")}`,
  );
  const severity = changes.every((change) => change.severity === "tooling") ? "tooling" : "attack";
  return { kind, severity, detail: told.join("; ") };
};

const differenceOf = ({ entry, watch }: Placed, seen: Sighting, takenAt: number): Difference | null => {
  const now = kindOf(seen);
  if (entry.kind !== now) return { kind: "replaced", detail: `a ${entry.kind} became a ${now}` };
  if (entry.kind === "link") {
    const target = linkTarget(seen.at);
    return target === entry.target ? null : { kind: "modified", detail: `the link points to ${target}` };
  }
  if (watch === "passage" || watch === "plan" || entry.kind === "other") return null;
  if (entry.kind === "folder") return modeChange(entry.mode, modeOf(seen.stats));
  if (watch === "ledger")
    return entry.stamp.inode === seen.stats.ino
      ? null
      : { kind: "replaced", detail: "another file stands in its place" };
  if (watch === "git-config" && entry.kept !== null) return configChange(configText(entry), seen, "modified");
  return contentChange(entry, seen, takenAt);
};

const restorable = ({ entry, watch }: Placed): boolean =>
  watch !== "ledger" && (entry.kind !== "file" || entry.kept !== null) && entry.kind !== "other";

const lost = (before: Surface, seen: ReadonlyMap<string, Sighting>): readonly SurfaceChange[] => {
  const below = new Set(
    [...before.entries].flatMap(([path, { watch }]) => (watch === "passage" ? [] : ancestorsOf(path))),
  );
  return [...before.entries].flatMap(([path, placed]): readonly SurfaceChange[] => {
    // A folder on the way counts only for what it leads to; where it is gone, so is that.
    if (placed.watch === "passage" && (!below.has(path) || !seen.has(path))) return [];
    const now = seen.get(path);
    const difference: Difference | null =
      now === undefined ? { kind: "deleted", detail: "it is gone" } : differenceOf(placed, now, before.takenAt);
    if (difference === null) return [];
    return [{ path, at: placed.at, severity: "attack", ...difference, restorable: restorable(placed) }];
  });
};

const added = (before: Surface, seen: ReadonlyMap<string, Sighting>): readonly SurfaceChange[] =>
  [...seen.values()].flatMap((sighting): readonly SurfaceChange[] => {
    const { path, at, watch } = sighting;
    if (before.entries.has(path) || watch === "passage" || watch === "plan" || watch === "ledger") return [];
    if (watch === "git-config") {
      const change = configChange("", sighting, "added");
      return change === null ? [] : [{ path, at, severity: "attack", ...change, restorable: true }];
    }
    return [
      {
        path,
        at,
        kind: "added",
        severity: hookSeverity(path, at),
        restorable: true,
        detail: `a new ${kindOf(sighting)}`,
      },
    ];
  });

const ancestorsOf = (path: string): readonly string[] => {
  const names = path.split("/");
  return names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join("/"));
};

/** Only the topmost of what came, went or was replaced together; but the ledger is always named. */
const topmost = (changes: readonly SurfaceChange[], before: Surface): readonly SurfaceChange[] => {
  const whole = new Set(
    changes.filter(({ kind }) => kind === "added" || kind === "deleted" || kind === "replaced").map(({ path }) => path),
  );
  return changes.filter(
    ({ path }) =>
      before.entries.get(path)?.watch === "ledger" || !ancestorsOf(path).some((folder) => whole.has(folder)),
  );
};

/**
 * What is different on the disk now from `before`, in the order of paths; empty when all stands as it did. Looks at
 * states first and reads only what was touched; large new files are not read at all.
 */
export function compareSurface(before: Surface): readonly SurfaceChange[] {
  const seen = new Map(walkSurface(before.options).map((sighting) => [sighting.path, sighting]));
  return topmost(
    [...lost(before, seen), ...added(before, seen)].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    before,
  );
}
