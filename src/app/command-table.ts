import type { Command } from "commander";
import type { CommandContext } from "./program.ts";

/** One command: what `ralph --help` says of it, and where the rest of it is. */
export interface CommandRow {
  readonly name: string;
  readonly description: string;
  readonly hidden?: boolean;
  readonly load: () => Promise<{ define(command: Command, context: CommandContext): void }>;
}

/** Every command, in the order of the help. A new one is a file in `commands/` and a line here. */
export const commands: readonly CommandRow[] = [
  { name: "run", description: "work the backlog until it is done, or until there is a reason to stop", load: () => import("./commands/run.ts") },
  { name: "demo", description: "show the whole loop in a small repository, without an account", load: () => import("./commands/demo.ts") },
  { name: "init", description: "look at this repository and set it up", load: () => import("./commands/init.ts") },
  { name: "doctor", description: "say whether everything is in place, and how to mend what is not", load: () => import("./commands/doctor.ts") },
];
