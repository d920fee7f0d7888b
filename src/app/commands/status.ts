import type { Command } from "commander";
import { jsonAnswer, textAnswer } from "../../show/cli/command-answer.ts";
import { statusText } from "../../show/status/status-text.ts";
import { formOf, tell } from "../desk/tell.ts";
import type { CommandContext } from "../words/program.ts";
import { rootOf } from "../root.ts";
import { statusNow } from "../status/status-now.ts";
import type { ExitCode, World } from "../world/world.ts";

interface StatusOptions {
  readonly json?: boolean;
}

/** Defines `ralph status`: for its help and for whatever is not asked at its own quick door. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .option("--json", "print the status as JSON")
    .addHelpText("after", "\nExamples:\n  ralph status\n  watch ralph status\n  ralph status --json")
    .action((options: StatusOptions) => done(statusCommand(options, world)));
}

async function statusCommand(options: StatusOptions, world: World): Promise<ExitCode> {
  const { status, notes } = await statusNow(rootOf(world), world.env, world.now());
  return tell(
    world,
    options.json === true ? jsonAnswer(status) : textAnswer(statusText(status, notes, world.now())),
    formOf(options),
  );
}
