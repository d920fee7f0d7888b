import type { Command } from "commander";
import { formOf } from "../desk/tell.ts";
import { wishFor } from "../desk/wish.ts";
import type { CommandContext } from "../words/program.ts";

/** Defines `ralph stop`: ends the run at work, as one Ctrl-C does, or after its task. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .option("--after-task", "let the task at hand land first")
    .option("--json", "print which run was told, as JSON")
    .addHelpText("after", "\nExamples:\n  ralph stop --after-task\n  ralph stop")
    .action((options: { readonly json?: boolean; readonly afterTask?: boolean }) =>
      done(wishFor(world, options.afterTask === true ? "stop-after-task" : "stop", formOf(options))),
    );
}
