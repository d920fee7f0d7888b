import { createHash } from "node:crypto";
import * as z from "zod/mini";

/** What was installed in a repository, kept beside it in `.ralph/installed`, so that a later version can tell a person's changes. */
export interface InstallRecord {
  /** The version of ralph that installed last; null where nothing is on record. */
  readonly version: string | null;
  /** Programs that files were installed for; also names that this version does not know. */
  readonly programs: readonly string[];
  /** By path: the digest of the text as it was installed. */
  readonly files: Readonly<Record<string, string>>;
  /** By path: the digest of the new text that could not be merged and waits for a person. */
  readonly open: Readonly<Record<string, string>>;
}

/** Folder of the record and of the texts that it names. */
export const installedFolder = ".ralph/installed";
/** The record itself. */
export const recordFile = `${installedFolder}/record.json`;
/** Where the text with a digest is kept. */
export const keptTextPath = (digest: string): string => `${installedFolder}/${digest}.txt`;

/** Nothing was installed, as far as is known. */
export const noRecord: InstallRecord = { version: null, programs: [], files: {}, open: {} };

/** The name of a text: of its lines, whatever they end in. */
export const digestOf = (text: string): string =>
  createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex").slice(0, 20);

const digest = z.string().check(z.regex(/^[0-9a-f]{20}$/));
const written = z.object({
  version: z.nullable(z.string()),
  programs: z.array(z.string()),
  files: z.record(z.string(), digest),
  open: z.record(z.string(), digest),
});

/** Reads a record; null where the text is none. */
export function readRecord(text: string): InstallRecord | null {
  try {
    const read = z.safeParse(written, JSON.parse(text.replace(/^\uFEFF/, "")));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** A record as it is kept: sorted, a line for each path, so that two people's upgrades merge. */
export function recordText({ version, programs, files, open }: InstallRecord): string {
  const sorted = (entries: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ version, programs: [...programs].toSorted(), files: sorted(files), open: sorted(open) }, null, 2)}\n`;
}
