import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Kept } from "./surface.ts";

/** Files up to this many bytes are kept in memory. */
const inMemory = 1024 * 1024;
const chunkSize = 256 * 1024;

/** Content read once: its digest, and a copy from which it can be written again. */
export interface Content {
  readonly digest: string;
  readonly kept: Kept;
}

const openRegular = (at: string): number =>
  openSync(at, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);

/** Calls `each` with the pieces of an open file. A piece is only valid during the call. */
const pieces = (handle: number, each: (piece: Buffer) => void): void => {
  const buffer = Buffer.allocUnsafe(chunkSize);
  for (let size = readSync(handle, buffer); size > 0; size = readSync(handle, buffer)) each(buffer.subarray(0, size));
};

const readWhole = (handle: number): Content => {
  const bytes = readFileSync(handle);
  return { digest: createHash("sha256").update(bytes).digest("hex"), kept: { in: "memory", bytes } };
};

let copies = 0;

const copyAway = (handle: number, keepFolder: string): Content => {
  mkdirSync(keepFolder, { recursive: true, mode: 0o700 });
  const unfinished = join(keepFolder, `copy-${process.pid}-${(copies += 1)}`);
  const out = openSync(unfinished, "wx", 0o600);
  const hash = createHash("sha256");
  try {
    pieces(handle, (piece) => {
      hash.update(piece);
      for (let at = 0; at < piece.length;) at += writeSync(out, piece, at);
    });
  } finally {
    closeSync(out);
  }
  const digest = hash.digest("hex");
  const path = join(keepFolder, digest);
  renameSync(unfinished, path);
  return { digest, kept: { in: "store", path } };
};

/** Reads a regular file and keeps its content: in memory, or in `keepFolder` when it is large. Throws where it can't be read. */
export function keepContent(at: string, size: bigint, keepFolder: string): Content {
  const handle = openRegular(at);
  try {
    return size <= inMemory ? readWhole(handle) : copyAway(handle, keepFolder);
  } finally {
    closeSync(handle);
  }
}

/** The digest of a regular file's content now; null where it can't be read. */
export function digestOf(at: string): string | null {
  let handle: number;
  try {
    handle = openRegular(at);
  } catch {
    return null;
  }
  try {
    const hash = createHash("sha256");
    pieces(handle, (piece) => hash.update(piece));
    return hash.digest("hex");
  } catch {
    return null;
  } finally {
    closeSync(handle);
  }
}

/** True where the kept copy still is what it was: a copy on the disk may have been tampered with. */
const isIntact = (kept: Kept, digest: string | null): boolean =>
  kept.in === "memory" || (existsSync(kept.path) && digestOf(kept.path) === digest);

/** The kept content, whole. Null where a copy on the disk is gone or no longer what it was. */
export const keptBytes = (kept: Kept, digest: string | null): Buffer | null => {
  if (kept.in === "memory") return kept.bytes;
  return isIntact(kept, digest) ? readFileSync(kept.path) : null;
};

/** A small text file, links not followed; null where it is no such thing or larger than 1 MB. */
export function smallText(at: string): string | null {
  let handle: number;
  try {
    handle = openRegular(at);
  } catch {
    return null;
  }
  try {
    return fstatSync(handle).size <= inMemory ? readFileSync(handle, "utf8") : null;
  } catch {
    return null;
  } finally {
    closeSync(handle);
  }
}
