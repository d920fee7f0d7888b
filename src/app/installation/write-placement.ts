import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceFile } from "../../adapters/system/atomic-file.ts";
import { ensureIgnored } from "../../adapters/system/logs/ensure-ignored.ts";
import type { Placement } from "../../install/placement.ts";
import { excludeFile } from "../../install/plan-hooks.ts";
import { ignoreFile } from "../../install/plan-install.ts";
import { exclude } from "./git-exclude.ts";

/** Writes one file that was planned. */
export async function writePlacement({ path, text, state }: Placement, root: string): Promise<void> {
  const target = join(root, path);
  if (path === ignoreFile) {
    await ensureIgnored(dirname(target), () => Promise.resolve(false));
    return;
  }
  if (path === excludeFile) {
    for (const each of text?.split("\n") ?? []) await exclude(root, each);
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  if (state === "changed") await replaceFile(target, text ?? "");
  else await writeFile(target, text ?? "", { flag: "wx" });
}
