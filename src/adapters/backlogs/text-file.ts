import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { BacklogError, type BacklogFault } from "../../ports/backlog.ts";
import { replaceFile } from "../system/atomic-file.ts";
import { withFileLock } from "../system/with-file-lock.ts";

/** A file that carries state: where it is (absolute), and how people know it (relative to the repository). */
export interface StateFile {
  readonly path: string;
  readonly name: string;
}

interface Cure {
  readonly code: string;
  readonly as: BacklogError["code"];
  readonly message: (name: string) => string;
  readonly hint: string;
}

const missing: Cure = {
  code: "missing-file",
  as: "missing",
  message: (name) => `${name} does not exist.`,
  hint: "Create it (`ralph init` does), or name another source with RALPH_SOURCE or --file.",
};
const forbidden: Cure = {
  code: "unreadable-file",
  as: "unreadable",
  message: (name) => `${name} can't be read: no permission.`,
  hint: "Give this user the right to read it.",
};
const readCures: Readonly<Record<string, Cure>> = {
  ENOENT: missing,
  ENOTDIR: missing,
  EISDIR: {
    code: "not-a-file",
    as: "unreadable",
    message: (name) => `${name} is a folder, not a file.`,
    hint: "Move the folder away and write the backlog as a file.",
  },
  EACCES: forbidden,
  EPERM: forbidden,
  ERR_ENCODING_INVALID_ENCODED_DATA: {
    code: "not-utf-8",
    as: "unreadable",
    message: (name) => `${name} is not UTF-8 text.`,
    hint: "Save it as UTF-8 in your editor.",
  },
};

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

/** A fault that concerns a whole file. */
export const fileFault = (name: string, code: string, message: string, hint: string): BacklogFault => ({
  code,
  severity: "error",
  file: name,
  line: null,
  message,
  hint,
  tasks: [],
});

/** Reads a state file as UTF-8, a BOM kept. Rejects with BacklogError `missing` or `unreadable`. */
export async function readText(file: StateFile, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted();
  return readTextNow(file);
}

/** The same at once, since the way through the thread pool costs ten times the reading. Throws BacklogError. */
export function readTextNow(file: StateFile): string {
  try {
    const bytes = readFileSync(file.path);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    const cure = readCures[codeOf(error)];
    if (cure === undefined) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new BacklogError(
        "unreadable",
        fileFault(
          file.name,
          "unreadable-file",
          `${file.name} can't be read: ${reason}.`,
          "Check the disk and try again.",
        ),
        { cause: error },
      );
    }
    throw new BacklogError(cure.as, fileFault(file.name, cure.code, cure.message(file.name), cure.hint), {
      cause: error,
    });
  }
}

const attempts = 5;

/**
 * Changes a state file as one step: reads it, asks `change` for the new text, and replaces it if nobody wrote meanwhile,
 * else starts over with the new content. Our own processes wait for each other. Nothing is written when the text stays
 * the same. `whenMissing` is what a missing file counts as, and with `whatever` one that can't be read. Rejects with
 * BacklogError, never half-writes.
 */
export async function changeText(
  file: StateFile,
  change: (text: string) => string,
  options: {
    readonly whenMissing?: string;
    readonly whatever?: boolean;
    readonly signal?: AbortSignal | undefined;
  } = {},
): Promise<string> {
  const { whenMissing, whatever = false, signal } = options;
  const read = async (): Promise<string | null> => {
    try {
      return await readText(file, signal);
    } catch (error) {
      if (whenMissing === undefined || !(error instanceof BacklogError)) throw error;
      if (error.code === "missing" || (whatever && error.code === "unreadable")) return null;
      throw error;
    }
  };
  // Most often there is nothing to write, and then nobody has to wait for anybody.
  const found = await read();
  if (found !== null && change(found) === found) return found;
  if (whenMissing !== undefined) mkdirSync(dirname(file.path), { recursive: true });
  return withWritable(file, () =>
    withFileLock(
      file.path,
      async () => {
        for (let attempt = 0; attempt < attempts; attempt++) {
          const text = await read();
          const changed = change(text ?? whenMissing ?? "");
          if (changed === text) return changed;
          if ((await read()) !== text) continue;
          await replaceFile(file.path, changed);
          return changed;
        }
        throw new BacklogError(
          "changed-meanwhile",
          fileFault(
            file.name,
            "changed-meanwhile",
            `${file.name} was changed by somebody else ${attempts} times while Ralph wanted to write it.`,
            "Close the program that keeps writing it, then try again.",
          ),
        );
      },
      signal,
    ),
  );
}

async function withWritable<T>(file: StateFile, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof BacklogError || codeOf(error) === "ABORT_ERR") throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BacklogError(
      "unwritable",
      fileFault(
        file.name,
        "unwritable-file",
        `${file.name} can't be written: ${reason}. It is as it was.`,
        "Make the file and its folder writable, free disk space, or close the editor that holds it.",
      ),
      { cause: error },
    );
  }
}
