import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as z from "zod/mini";
import { BacklogError } from "../../ports/backlog.ts";
import { replaceFile } from "../system/atomic-file.ts";
import { withFileLock } from "../system/with-file-lock.ts";
import { leadsOut } from "./leads-out.ts";
import { fileFault, readText, type StateFile } from "./text-file.ts";

/** One file of a change that is made whole or not at all. `before` null: the file is not there yet. */
export interface FileChange {
  readonly file: StateFile;
  readonly before: string | null;
  readonly after: string;
}

/* What is written down before the first of several files is touched. Names are relative to the repository. */
interface Pending {
  readonly files: readonly { readonly name: string; readonly before: string | null; readonly after: string }[];
}

const attempts = 5;
const pendingPath = ({ path }: StateFile): string => join(dirname(path), `.${basename(path)}.pending`);

/**
 * Changes several files as one step. `plan` reads what it needs and says what each file was and is to be; nothing is written
 * where one of them was changed meanwhile (then it is asked again). Several files go by a note beside `lead`, from which a step
 * that was killed is finished at the next reading; one that fails is undone. Rejects with BacklogError, never half-writes.
 */
export async function changeFiles(
  lead: StateFile,
  plan: () => Promise<readonly FileChange[]>,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  await withFileLock(
    lead.path,
    async () => {
      await redo(lead);
      for (let attempt = 0; attempt < attempts; attempt++) {
        const changes = (await plan()).filter((change) => !isSame(change));
        if (!(await stillStand(changes, signal))) continue;
        return writeAll(lead, changes);
      }
      throw changedMeanwhile(lead);
    },
    signal,
  );
}

/** Finishes what a killed writer had begun, or waits for one that is at it. Costs one look where nothing is under way. */
export async function finishPending(lead: StateFile, signal?: AbortSignal): Promise<void> {
  if (existsSync(pendingPath(lead))) await withFileLock(lead.path, () => redo(lead), signal);
}

/** True while several files are being written. */
export const isPending = (lead: StateFile): boolean => existsSync(pendingPath(lead));

const isSame = ({ before, after }: FileChange): boolean => before === after;

async function stillStand(changes: readonly FileChange[], signal?: AbortSignal): Promise<boolean> {
  for (const { file, before } of changes) if ((await textOrNull(file, signal)) !== before) return false;
  return true;
}

/** The text of a file, null where it is not there. Rejects with BacklogError where it can't be read. */
export async function textOrNull(file: StateFile, signal?: AbortSignal): Promise<string | null> {
  try {
    return await readText(file, signal);
  } catch (error) {
    if (error instanceof BacklogError && error.code === "missing") return null;
    throw error;
  }
}

async function writeAll(lead: StateFile, changes: readonly FileChange[]): Promise<void> {
  const note = pendingPath(lead);
  const written: FileChange[] = [];
  let current: StateFile = lead;
  try {
    if (changes.length > 1) {
      const files = changes.map(({ file, before, after }) => ({ name: file.name, before, after }));
      await replaceFile(note, JSON.stringify({ files } satisfies Pending));
    }
    for (const change of changes) {
      current = change.file;
      mkdirSync(dirname(current.path), { recursive: true });
      await replaceFile(current.path, change.after);
      written.push(change);
    }
  } catch (error) {
    for (const change of written.toReversed()) await undo(change);
    throw unwritable(current, error);
  } finally {
    rmSync(note, { force: true });
  }
}

async function undo({ file, before }: FileChange): Promise<void> {
  if (before === null) rmSync(file.path, { force: true });
  else await replaceFile(file.path, before);
}

/*
 * A file that is neither as it was nor as it was to be has another owner by now: it stays. The note lies where an agent could
 * have written one: only documents of the repository are written by it, nothing that steers a program.
 */
async function redo(lead: StateFile): Promise<void> {
  const note = pendingPath(lead);
  const root = lead.path.slice(0, -lead.name.length);
  for (const { name, before, after } of readPending(note)?.files ?? []) {
    if (!isDocument(name) || leadsOut(root, name)) continue;
    const path = join(root, name);
    const now = textAt(path);
    if (now !== before || now === after) continue;
    mkdirSync(dirname(path), { recursive: true });
    await replaceFile(path, after);
  }
  rmSync(note, { force: true });
}

const isDocument = (name: string): boolean => /\.(?:md|txt|ya?ml)$/i.test(name) && !/(?:^|\/)\./.test(name);

function readPending(path: string): Pending | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return pendingNote.parse(value);
  } catch {
    return null;
  }
}

const pendingNote = z.object({
  files: z.array(z.object({ name: z.string(), before: z.nullable(z.string()), after: z.string() })),
});

function textAt(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

const changedMeanwhile = ({ name }: StateFile): BacklogError =>
  new BacklogError(
    "changed-meanwhile",
    fileFault(
      name,
      "changed-meanwhile",
      `${name}, or a file that goes with it, was changed by somebody else ${attempts} times while Ralph wanted to write it.`,
      "Close the program that keeps writing it, then try again.",
    ),
  );

function unwritable({ name }: StateFile, error: unknown): BacklogError {
  const reason = error instanceof Error ? error.message : String(error);
  return new BacklogError(
    "unwritable",
    fileFault(
      name,
      "unwritable-file",
      `${name} can't be written: ${reason}. All files are as they were.`,
      "Make the file and its folder writable, free disk space, or close the editor that holds it.",
    ),
    { cause: error },
  );
}
