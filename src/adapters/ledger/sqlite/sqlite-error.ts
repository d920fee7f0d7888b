import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { LedgerError } from "../../../ports/ledger.ts";

type Code = LedgerError["code"];

// Primary result codes of SQLite, and those extended ones that say more than their primary code.
const codes: Readonly<Record<number, Code>> = {
  5: "locked",
  6: "locked",
  8: "read-only",
  11: "corrupt",
  13: "full",
  26: "corrupt",
  4874: "full", // the shared index of the log could not grow
};

const fileCodes: Readonly<Record<string, Code>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EROFS: "read-only",
  EACCES: "read-only",
  EPERM: "read-only",
};

const texts: Readonly<Record<Code, (path: string) => string>> = {
  newer: (path) =>
    `The ledger ${path} was written by a newer ralph. Nothing was changed. Update ralph, or move the file away to begin a new ledger.`,
  corrupt: (path) => `The ledger ${path} is damaged. The next run moves it aside and begins a new one.`,
  full: (path) =>
    `No space is left on the disk of the ledger ${path}. Nothing was half-written. Free some space, then run again.`,
  "read-only": (path) =>
    `The ledger ${path} can't be written: it, its folder or its disk is read-only. Give write access, then run again.`,
  locked: (path) => `The ledger ${path} has been held by another process for too long. See which with: ralph status`,
  failed: (path) => `The ledger ${path} can't be used.`,
};

/** SQLite's extended result code of an error; null where it is none of SQLite's. */
const sqliteCode = (error: unknown): number | null =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : null;

const cantOpen = 14;

// SQLite says no more than "unable to open"; the folder knows why.
function whyNotOpened(path: string): Code {
  try {
    accessSync(dirname(path), constants.W_OK);
    return "failed";
  } catch (error) {
    return fileCode(error);
  }
}

const fileCode = (error: unknown): Code =>
  (error instanceof Error && "code" in error && typeof error.code === "string" && fileCodes[error.code]) || "failed";

function codeOf(error: unknown, path: string): Code {
  const sqlite = sqliteCode(error);
  if (sqlite === null) return fileCode(error);
  const primary = sqlite & 0xff;
  return primary === cantOpen ? whyNotOpened(path) : (codes[sqlite] ?? codes[primary] ?? "failed");
}

/** A LedgerError with its text and cure; `detail` follows the text where there is more to say. */
export function ledgerError(code: Code, path: string, detail = "", cause?: unknown): LedgerError {
  const text = texts[code](path);
  return new LedgerError(code, detail === "" ? text : `${text} (${detail})`, { cause });
}

/** What SQLite or the file system threw, as a LedgerError. */
export function asLedgerError(error: unknown, path: string): LedgerError {
  if (error instanceof LedgerError) return error;
  return ledgerError(codeOf(error, path), path, error instanceof Error ? error.message : String(error), error);
}
