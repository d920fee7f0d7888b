/** A file that a patch touches, as it is named there. */
export interface PatchedPath {
  readonly path: string;
  /** The file is gone afterwards: deleted, or moved away. */
  readonly isRemoved: boolean;
}

const heading = /^\s*\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/;

/** True where a text carries a patch of the form that begins with `*** Begin Patch`. */
export const holdsPatch = (text: string): boolean => text.includes("*** Begin Patch");

/** The files that such a patch names, in order, wherever in the text it stands. */
export function patchPaths(text: string): readonly PatchedPath[] {
  const found: PatchedPath[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, what, path = ""] = heading.exec(line) ?? [];
    if (what === undefined) continue;
    const before = found.at(-1);
    if (what === "Move to" && before !== undefined) found[found.length - 1] = { ...before, isRemoved: true };
    found.push({ path, isRemoved: what === "Delete File" });
  }
  return found;
}
