import type { Command } from "commander";
import { formOf } from "../desk/tell.ts";
import { wishFor } from "../desk/wish.ts";
import type { CommandContext } from "../words/program.ts";

/** Defines `ralph resume`: lets a paused run go on. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .option("--json", "print which run was told, as JSON")
    .addHelpText("after", "\nExamples:\n  ralph resume\n  ralph status")
    .action((options: { readonly json?: boolean }) => done(wishFor(world, "resume", formOf(options))));
}
