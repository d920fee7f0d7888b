import type { Findings } from "../../install/doctor/findings.ts";
import { changesFile } from "../../install/upgrade/plan-upgrade.ts";
import type { Desk } from "../desk/desk.ts";
import { upgradeHere } from "../installation/upgrade-here.ts";

/** What an upgrade would have to do here. Looks only. */
export async function probeInstalled({ root, world }: Desk): Promise<Findings["installed"]> {
  const { renewals } = await upgradeHere(root, [], world);
  const paths = (wanted: readonly (typeof renewals)[number][]): readonly string[] => wanted.map(({ path }) => path);
  return {
    behind: paths(renewals.filter(changesFile)),
    open: paths(renewals.filter(({ state }) => state === "open")),
  };
}
