import type { BigIntStats } from "node:fs";
import { keepContent } from "./keep.ts";
import type { Placed, Stamp, Surface, SurfaceEntry, SurfaceOptions } from "./surface.ts";
import { linkTarget, type Sighting, walkSurface } from "./walk.ts";

/** The stamp of what a look found. */
export const stampOf = (stats: BigIntStats): Stamp => ({
  size: stats.size,
  mtime: stats.mtimeNs,
  ctime: stats.ctimeNs,
  inode: stats.ino,
});

/** True where the system has not touched a file between two looks, as far as its stamps tell. */
export const sameStamp = (a: Stamp, b: Stamp): boolean =>
  a.size === b.size && a.mtime === b.mtime && a.ctime === b.ctime && a.inode === b.inode;

/** Permission bits. */
export const modeOf = (stats: BigIntStats): number => Number(stats.mode & 0o7777n);

/**
 * Whether an equal stamp proves equal content. File systems keep time in steps: a file changed again within the step in which it was read has the same stamp. What
 * changed this short before the look is read again next time.
 */
const stepNs = 50_000_000n;

/** True where a stamp is old enough that a later change must show in it: clocks of file systems tick coarsely. */
export const isSettled = (stamp: Stamp, takenAt: number): boolean =>
  stamp.ctime < BigInt(takenAt) * 1_000_000n - stepNs;

const fileEntry = (seen: Sighting, options: SurfaceOptions, earlier: Surface | undefined): SurfaceEntry => {
  const stamp = stampOf(seen.stats);
  const common = { kind: "file", mode: modeOf(seen.stats), stamp } as const;
  // The ledger is large, always in motion, and open in our hands: that it is there is all that can be checked.
  if (seen.watch === "ledger") return { ...common, digest: null, kept: null };
  const before = earlier?.entries.get(seen.path)?.entry;
  if (
    before?.kind === "file" &&
    earlier !== undefined &&
    before.digest !== null &&
    sameStamp(before.stamp, stamp) &&
    isSettled(stamp, earlier.takenAt)
  ) {
    return { ...before, ...common };
  }
  try {
    return { ...common, ...keepContent(seen.at, seen.stats.size, options.keepFolder) };
  } catch {
    // Not readable for us: then only its stamp can be compared, and nothing be put back.
    return { ...common, digest: null, kept: null };
  }
};

const entryOf = (seen: Sighting, options: SurfaceOptions, earlier: Surface | undefined): SurfaceEntry => {
  if (seen.stats.isFile()) return fileEntry(seen, options, earlier);
  if (seen.stats.isSymbolicLink()) return { kind: "link", target: linkTarget(seen.at) };
  return seen.stats.isDirectory() ? { kind: "folder", mode: modeOf(seen.stats) } : { kind: "other" };
};

/**
 * The control surface as it stands, with all that is needed to put it back. `earlier` spares reading what has not
 * been touched since then. Synchronous, since it is some dozens of short calls and nothing may change in between.
 */
export function takeSurface(options: SurfaceOptions, earlier?: Surface): Surface {
  const takenAt = Date.now();
  const entries = new Map<string, Placed>();
  for (const seen of walkSurface(options)) {
    entries.set(seen.path, { at: seen.at, watch: seen.watch, entry: entryOf(seen, options, earlier) });
  }
  return { options, entries, takenAt };
}
