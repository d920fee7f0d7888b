import type { AssetFile } from "../files/asset-files.ts";
import { digestOf, type InstallRecord } from "./install-record.ts";
import { dressedLike, undressed } from "./dressed-text.ts";

/** What is at a path of the repository. */
export type OnDisk =
  | { readonly kind: "absent" }
  | { readonly kind: "file"; readonly text: string; readonly isReadOnly: boolean }
  /** It, or a folder above it, is a link. */
  | { readonly kind: "link" }
  /** A folder, or a file that is no text. */
  | { readonly kind: "other" };

/** The repository as an upgrade sees it. */
export interface UpgradeTree {
  look(path: string): OnDisk;
  /** The text that was installed under a digest; null where it is not kept any more. */
  kept(digest: string): string | null;
}

/** Merges line by line: `base` became `mine` by a person and `ours` by a new version. Marks what both have changed. */
export type MergeTexts = (texts: {
  readonly mine: string;
  readonly base: string;
  readonly ours: string;
}) => Promise<{ readonly text: string; readonly hasConflicts: boolean }>;

/**
 * What an upgrade does with one file. `installed`: the text that is on record from then on; null: the record stays as it is.
 * `before` and `text` are as the file has them, line ends and all.
 */
export type Renewal = { readonly path: string; readonly note: string; readonly installed: string | null } & (
  | { readonly state: "new"; readonly text: string }
  | { readonly state: "renewed" | "merged"; readonly before: string; readonly text: string }
  /** The file stays; `text`, with marks, goes to `besides`. `offered`: the digest of what could not be merged. */
  | { readonly state: "conflict"; readonly before: string; readonly text: string; readonly offered: string }
  /** Waits for a person since an earlier upgrade. */
  | { readonly state: "open" }
  /** It is no longer brought and was never changed: removed. */
  | { readonly state: "retired"; readonly before: string }
  /** It is no longer brought, and is the person's from now on. */
  | { readonly state: "released" }
  | { readonly state: "same" | "kept" }
);

/** Where the marked text of a file goes that could not be merged: no program reads a file of that name. */
export const besides = (path: string): string => `${path}.merge`;

/** True for a renewal that changes a file. */
export const changesFile = ({ state }: Renewal): boolean =>
  state === "new" || state === "renewed" || state === "merged" || state === "conflict" || state === "retired";

interface Upgrade {
  readonly record: InstallRecord;
  readonly tree: UpgradeTree;
  readonly merge: MergeTexts;
}

/** What an upgrade to these files does, file by file. Looks only. */
export async function planUpgrade(files: readonly AssetFile[], upgrade: Upgrade): Promise<readonly Renewal[]> {
  const renewals: Renewal[] = [];
  for (const file of files) renewals.push(await renewalOf(file, upgrade));
  const brought = new Set(files.map(({ path }) => path));
  const gone = Object.keys(upgrade.record.files).filter((path) => !brought.has(path));
  return [...renewals, ...gone.map((path) => retirementOf(path, upgrade))];
}

async function renewalOf({ path, text: ours }: AssetFile, upgrade: Upgrade): Promise<Renewal> {
  const kept = (note: string): Renewal => ({ state: "kept", path, note, installed: null });
  const found = upgrade.tree.look(path);
  switch (found.kind) {
    case "absent":
      return path in upgrade.record.files
        ? kept("you deleted it; `ralph init` brings it back")
        : { state: "new", path, text: ours, note: "new in this version", installed: ours };
    case "link":
      return kept("a link of yours");
    case "other":
      return kept("no text file");
    case "file":
      return fileRenewal({ path, ours, ...found }, upgrade);
  }
}

interface Present {
  readonly path: string;
  readonly ours: string;
  readonly text: string;
  readonly isReadOnly: boolean;
}

async function fileRenewal({ path, ours, text, isReadOnly }: Present, upgrade: Upgrade): Promise<Renewal> {
  const { record, tree, merge } = upgrade;
  const mine = undressed(text);
  const kept = (note: string): Renewal => ({ state: "kept", path, note, installed: null });
  if (mine === ours) return { state: "same", path, note: "as this version brings it", installed: ours };
  const digest = record.files[path];
  const base = digest === undefined ? null : tree.kept(digest);
  if (base === ours) return kept("your changes; nothing new in this version");
  if (record.open[path] === digestOf(ours)) return openRenewal({ path, ours, mine }, tree);
  if (isReadOnly) return kept("read-only; make it writable and run this again");
  const dressed = (plain: string): string => dressedLike(text, plain);
  if (mine === base)
    return { state: "renewed", path, before: text, text: dressed(ours), note: "as it was installed", installed: ours };
  const merged = await merge({ mine, base: base ?? "", ours });
  return merged.hasConflicts
    ? {
        state: "conflict",
        path,
        before: text,
        text: dressed(merged.text),
        offered: digestOf(ours),
        note:
          base === null
            ? "differs, and what was installed is not on record"
            : "you and this version changed the same lines",
        installed: null,
      }
    : {
        state: "merged",
        path,
        before: text,
        text: dressed(merged.text),
        note: "your changes stay",
        installed: ours,
      };
}

/** A conflict of an earlier upgrade: settled once the marked text beside the file is gone and the file holds no marks. */
function openRenewal(
  { path, ours, mine }: Omit<Present, "text" | "isReadOnly"> & { readonly mine: string },
  tree: UpgradeTree,
): Renewal {
  const open = (note: string): Renewal => ({ state: "open", path, note, installed: null });
  if (tree.look(besides(path)).kind !== "absent")
    return open(`settle ${besides(path)}, move it over the file or delete it`);
  if (/^(?:<{7}|>{7}) /m.test(mine)) return open("it still holds conflict marks (<<<<<<< and >>>>>>>): settle them");
  return { state: "same", path, note: "settled by you", installed: ours };
}

function retirementOf(path: string, { record, tree }: Upgrade): Renewal {
  const found = tree.look(path);
  const base = tree.kept(record.files[path] ?? "");
  return found.kind === "file" && !found.isReadOnly && undressed(found.text) === base
    ? { state: "retired", path, before: found.text, note: "no longer part of ralph", installed: null }
    : { state: "released", path, note: "no longer part of ralph; it is yours", installed: null };
}

/** The record as it stands after an upgrade. `failed`: paths that could not be written. */
export function recordAfter(
  record: InstallRecord,
  renewals: readonly Renewal[],
  {
    version,
    programs,
    failed,
  }: { readonly version: string; readonly programs: readonly string[]; readonly failed: ReadonlySet<string> },
): InstallRecord {
  const files = { ...record.files };
  const open = { ...record.open };
  for (const renewal of renewals.filter(({ path }) => !failed.has(path))) {
    const { path, installed } = renewal;
    if (installed !== null) files[path] = digestOf(installed);
    if (renewal.state === "conflict") open[path] = renewal.offered;
    else if (renewal.state !== "open") delete open[path];
    if (renewal.state === "retired" || renewal.state === "released") delete files[path];
  }
  return { version, programs: [...new Set([...record.programs, ...programs])], files, open };
}
