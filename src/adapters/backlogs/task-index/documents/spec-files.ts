import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { BacklogError } from "../../../../ports/backlog.ts";
import { outwardJudge } from "../../leads-out.ts";
import { readTextNow, type StateFile } from "../../text-file.ts";
import { readSpec, type SpecText } from "./spec-text.ts";

/** A task's own file: what it says, or why nothing could be read from it. `copy` is a finished copy of it, set aside elsewhere. */
export type SpecPlace = { readonly name: string; readonly copy: string | null } & (
  | { readonly kind: "there"; readonly spec: SpecText }
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly code: string; readonly message: string; readonly hint: string }
);

/** Reads tasks' files by their repository-relative names. */
export interface SpecFiles {
  read(name: string): SpecPlace;
}

interface Known {
  readonly stamp: string;
  readonly spec: SpecText;
}

const outside = (name: string) => ({
  code: "spec-outside",
  message: `The task's file ${name} lies outside of the repository.`,
  hint: "Name a file below the repository's root, without `..` and without a link that leads out.",
});

/** What is kept from reading to reading: files that have not been touched since are not read again. */
export function specMemory(root: string): { begin(): SpecFiles } {
  const known = new Map<string, Known>();
  return {
    begin: () => {
      const isOut = outwardJudge(root);
      const finished = finishedCopies(root);
      return {
        read: (name) => {
          if (isOut(name)) return { name, copy: null, kind: "refused", ...outside(name) };
          const file = { path: join(root, name), name };
          const copy = finishedCopy(finished(name), root);
          const found = specAt(file, known);
          return { name, copy, ...found };
        },
      };
    },
  };
}

type Found =
  | { readonly kind: "there"; readonly spec: SpecText }
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly code: string; readonly message: string; readonly hint: string };

function specAt(file: StateFile, known: Map<string, Known>): Found {
  const stats = statSync(file.path, { throwIfNoEntry: false });
  if (stats === undefined) return { kind: "missing" };
  const stamp = `${stats.ino}.${stats.size}.${stats.mtimeMs}.${stats.ctimeMs}`;
  const before = known.get(file.name);
  // Within the step of a file system's clock two writes may leave the same stamp.
  if (before?.stamp === stamp && Date.now() - stats.ctimeMs > 100) return { kind: "there", spec: before.spec };
  try {
    const spec = readSpec(readTextNow(file));
    known.set(file.name, { stamp, spec });
    return { kind: "there", spec };
  } catch (error) {
    if (!(error instanceof BacklogError)) throw error;
    const { code, message, hint } = error.fault;
    return error.code === "missing" ? { kind: "missing" } : { kind: "refused", code, message, hint };
  }
}

/** Where files of finished tasks are put: `completed` beside or below the folder. Each folder is listed once. */
function finishedCopies(root: string): (name: string) => readonly string[] {
  const folders = new Map<string, ReadonlySet<string>>();
  const namesIn = (folder: string): ReadonlySet<string> => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const names = new Set(listed(join(root, folder)));
    folders.set(folder, names);
    return names;
  };
  return (name) => {
    const folder = dirname(name);
    if (basename(folder) === "completed") return [];
    const file = basename(name);
    const places = [join(folder, "completed"), join(dirname(folder), "completed")];
    return places.filter((place) => namesIn(place).has(file)).map((place) => join(place, file).split("\\").join("/"));
  };
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function finishedCopy(names: readonly string[], root: string): string | null {
  const isDone = (name: string): boolean => {
    try {
      return /^done\b/i.test(readSpec(readTextNow({ path: join(root, name), name })).status?.value ?? "");
    } catch (error) {
      if (error instanceof BacklogError) return false;
      throw error;
    }
  };
  return names.find(isDone) ?? null;
}
