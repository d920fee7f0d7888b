import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hookSettings } from "../../adapters/agents/claude/hooks.ts";
import { replaceFile } from "../../adapters/system/atomic-file.ts";
import { ensureIgnored } from "../../adapters/system/logs/ensure-ignored.ts";
import type { HookGroups } from "../../install/merge-hooks.ts";
import { excludeFile, hooksFile, ignoreFile, type Placement } from "../../install/plan-install.ts";
import { selfCommand } from "../compose.ts";
import type { World } from "../world.ts";
import { exclude } from "./git-exclude.ts";

/** The hooks that Claude Code is given where a person starts it by hand. */
export function hooksOf(world: World): HookGroups {
  const settings: { readonly hooks: HookGroups } = JSON.parse(
    hookSettings([...selfCommand(world), "hook"], "everyone"),
  );
  return settings.hooks;
}

/** Writes one file that was planned. */
export async function writePlacement({ path, text, state }: Placement, root: string): Promise<void> {
  const target = join(root, path);
  if (path === ignoreFile) {
    await ensureIgnored(dirname(target), () => Promise.resolve(false));
    return;
  }
  if (path === excludeFile) {
    await exclude(root, hooksFile);
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  if (state === "changed") await replaceFile(target, text ?? "");
  else await writeFile(target, text ?? "", { flag: "wx" });
}
