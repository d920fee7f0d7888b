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
];
