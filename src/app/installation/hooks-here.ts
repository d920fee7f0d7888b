import { hookSettings } from "../../adapters/agents/claude/hooks.ts";
import type { ProgramName } from "../../install/files/programs.ts";
import type { HookGroups } from "../../install/merge-hooks.ts";
import type { ProgramHooks } from "../../install/plan-hooks.ts";
import { selfCommand } from "../compose.ts";
import type { World } from "../world.ts";

/** The hooks of this installation for these programs, each for the file that its program reads. */
export function hooksHere(programs: readonly ProgramName[], world: World): readonly ProgramHooks[] {
  if (!programs.includes("claude")) return [];
  const settings: { readonly hooks: HookGroups } = JSON.parse(
    hookSettings([...selfCommand(world), "hook"], "everyone"),
  );
  return [{ kind: "groups", file: ".claude/settings.local.json", groups: settings.hooks }];
}
