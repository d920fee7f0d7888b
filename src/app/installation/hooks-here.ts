import { join } from "node:path";
import { projectHooks } from "../../adapters/agents/hooks/project-hooks.ts";
import type { ProgramName } from "../../install/files/programs.ts";
import type { ProgramHooks } from "../../install/plan-hooks.ts";
import { selfCommand } from "../compose/compose.ts";
import { packageRoot } from "../package-root.ts";
import type { World } from "../world/world.ts";

/** The hooks of this installation for those of these programs that know hooks, each for the file that its program reads. */
export const hooksHere = (programs: readonly ProgramName[], world: World): readonly ProgramHooks[] =>
  programs.flatMap((program) => {
    const places = { hook: [...selfCommand(world), "hook"], assets: join(packageRoot(), "assets") };
    return projectHooks[program]?.(places) ?? [];
  });
