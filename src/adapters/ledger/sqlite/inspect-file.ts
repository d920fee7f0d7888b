import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { applicationId, migrations } from "./tables/schema.ts";

/** What stands where the ledger should, as far as its first bytes tell. SQLite has not touched it yet. */
export type FoundFile =
  | { readonly kind: "absent" }
  | { readonly kind: "sound" }
  | { readonly kind: "newer"; readonly version: number }
  | { readonly kind: "damaged"; readonly why: string };

/** The file that says that damage was met within the ledger at `path`. */
export const damageMark = (path: string): string => `${path}.damaged`;

/** True where an earlier run met damage within the file. */
export const isMarkedDamaged = (path: string): boolean => existsSync(damageMark(path));

// The header of an SQLite file: https://www.sqlite.org/fileformat.html#the_database_header
const headerBytes = 100;
const magic = "SQLite format 3\0";
const versionAt = 60;
const applicationAt = 68;

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

function readHeader(path: string): Buffer | "absent" | "folder" {
  const header = Buffer.alloc(headerBytes);
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "absent";
    throw error;
  }
  try {
    return header.subarray(0, readSync(file, header, 0, headerBytes, 0));
  } catch (error) {
    if (codeOf(error) === "EISDIR") return "folder";
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Looks at the first bytes of the file at `path`. Throws what the file system throws where it can't be read. */
export function inspectFile(path: string): FoundFile {
  const header = readHeader(path);
  if (header === "absent") return { kind: "absent" };
  if (header === "folder") return { kind: "damaged", why: "a folder stands in its place" };
  if (header.length === 0) return { kind: "damaged", why: "it is empty" };
  if (header.length < headerBytes) return { kind: "damaged", why: "it is cut short" };
  if (header.toString("latin1", 0, magic.length) !== magic) return { kind: "damaged", why: "it is no SQLite database" };
  const version = header.readUInt32BE(versionAt);
  const ours = header.readUInt32BE(applicationAt) === applicationId;
  return ours && version > migrations.length ? { kind: "newer", version } : { kind: "sound" };
}
