import { mergeTexts } from "../../adapters/workspace/git/read/compare-texts.ts";
import { renameKeys, type Renaming } from "../../config/rename-keys.ts";
import { glimpseOf } from "../../install/detect/glimpse.ts";
import { assetFiles } from "../../install/files/asset-files.ts";
import { type ProgramName, programNames } from "../../install/files/programs.ts";
import { isWritten, type Placement } from "../../install/placement.ts";
import { planHooks } from "../../install/plan-hooks.ts";
import type { InstallRecord } from "../../install/upgrade/install-record.ts";
import { changesFile, type MergeTexts, planUpgrade, type Renewal } from "../../install/upgrade/plan-upgrade.ts";
import type { World } from "../world/world.ts";
import { diskTree } from "./disk-tree.ts";
import { hooksHere } from "./hooks-here.ts";
import { agentTexts, ownVersion } from "./install-assets.ts";
import { installedTree } from "./installed-tree.ts";
import { recordAt } from "./keep-record.ts";

/** The settings file that may hold older names. */
export const rcFile = ".ralphrc";

/** All that an upgrade of one repository would do. */
export interface UpgradeHere {
  readonly record: InstallRecord;
  /** The version that it upgrades to. */
  readonly version: string;
  readonly programs: readonly ProgramName[];
  readonly renewals: readonly Renewal[];
  /** Hooks that are there and point to another place than this program. */
  readonly hooks: readonly Placement[];
  /** `.ralphrc` before and after; null where there is none that may be written. */
  readonly settings: (Renaming & { readonly before: string }) | null;
}

/** Looks what an upgrade would do. `more`: programs that a person has named. */
export async function upgradeHere(root: string, more: readonly ProgramName[], world: World): Promise<UpgradeHere> {
  const version = ownVersion();
  const record = recordAt(root);
  const programs = programsOf(root, record, more);
  const merge: MergeTexts = (texts) =>
    mergeTexts({ ...texts, names: { mine: "yours", ours: `ralph ${version}` } }, world.env);
  return {
    record,
    version,
    programs,
    renewals: await planUpgrade(assetFiles(programs, agentTexts()), { record, tree: diskTree(root), merge }),
    hooks: await outdatedHooks(root, programs, world),
    settings: await settingsAt(root),
  };
}

/** True where an upgrade would write something. */
export const writesSomething = ({ renewals, hooks, settings }: UpgradeHere): boolean =>
  renewals.some(changesFile) || hooks.length > 0 || (settings !== null && settings.text !== settings.before);

/** Programs on record and named; without a record, those whose files are there. */
function programsOf(root: string, record: InstallRecord, more: readonly ProgramName[]): readonly ProgramName[] {
  const glimpse = glimpseOf(root);
  const isThere = (program: ProgramName): boolean =>
    record.version === null && assetFiles([program], agentTexts()).some(({ path }) => glimpse.has(path));
  return programNames.filter((name) => record.programs.includes(name) || more.includes(name) || isThere(name));
}

/** Only hooks of ours that are there already: whoever has taken them out wants none. */
async function outdatedHooks(
  root: string,
  programs: readonly ProgramName[],
  world: World,
): Promise<readonly Placement[]> {
  const glimpse = glimpseOf(root);
  const present = hooksHere(programs, world).filter(({ file }) => /\bralph\b/.test(glimpse.text(file) ?? ""));
  const tree = await installedTree(
    root,
    present.map(({ file }) => file),
    world,
  );
  return planHooks(present, tree).filter(isWritten);
}

async function settingsAt(root: string): Promise<UpgradeHere["settings"]> {
  const found = diskTree(root).look(rcFile);
  if (found.kind !== "file" || found.isReadOnly) return null;
  return { ...(await renameKeys(found.text)), before: found.text };
}
