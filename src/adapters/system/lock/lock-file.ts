import { link, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { LockHolder } from "../../../ports/lock.ts";

/** What a lock file holds. `unreadable` is a file that is cut off or empty, with its age in milliseconds. */
export type LockFile =
  | { readonly kind: "none" }
  | { readonly kind: "held"; readonly holder: LockHolder; readonly text: string }
  | { readonly kind: "unreadable"; readonly ageMs: number; readonly text: string };

/** Reads a lock file. Rejects only with what the file system says, absence apart. */
export async function readLockFile(file: string): Promise<LockFile> {
  try {
    const text = await readFile(file, "utf8");
    const holder = parseHolder(text);
    if (holder !== null) return { kind: "held", holder, text };
    const { mtimeMs } = await stat(file);
    return { kind: "unreadable", ageMs: Date.now() - mtimeMs, text };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return { kind: "none" };
    throw error;
  }
}

/** Makes the file with all of its content, or not at all: false when it is there already. */
export async function createLockFile(file: string, holder: LockHolder): Promise<boolean> {
  const text = `${JSON.stringify(holder)}\n`;
  const whole = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    await writeFile(whole, text, { flag: "wx" });
    await link(whole, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!withoutLinks.has(codeOf(error))) throw error;
    return await createInPlace(file, text);
  } finally {
    await rm(whole, { force: true });
  }
}

/** File systems without hard links say one of these. */
const withoutLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

async function createInPlace(file: string, text: string): Promise<boolean> {
  try {
    await using handle = await open(file, "wx");
    await handle.writeFile(text);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** The system's code of an error, or an empty text. */
function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function parseHolder(text: string): LockHolder | null {
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : null;
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is LockHolder {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const has = (key: string, ...types: string[]): boolean =>
    types.includes(fields.get(key) === null ? "null" : typeof fields.get(key));
  return (
    has("run", "string") &&
    isPid(fields.get("pid")) &&
    has("host", "string") &&
    has("started", "string", "null") &&
    has("boot", "string", "null") &&
    has("space", "string", "null") &&
    has("root", "string") &&
    has("since", "number")
  );
}

/** What asks after 0 or less asks after a group of processes, and always finds one. */
const isPid = (value: unknown): boolean => typeof value === "number" && Number.isInteger(value) && value > 0;
