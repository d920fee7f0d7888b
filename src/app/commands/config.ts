import type { Command } from "commander";
import { explainConfig } from "../../config/explain.ts";
import { configJsonSchema } from "../../config/json-schema.ts";
import { loadConfig } from "../../config/load.ts";
import { showConfig, showConfigSchema } from "../../show/cli/config.ts";
import { formOf, tell } from "../desk/tell.ts";
import type { CommandContext } from "../program.ts";
import { rootOf } from "../root.ts";
import type { ExitCode, World } from "../world.ts";

interface ConfigOptions {
  readonly json?: boolean;
  readonly schema?: boolean;
  readonly all?: boolean;
}

/** Defines `ralph config`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .option("--json", "print the settings and what is wrong with them as JSON")
    .option("--schema", "print the JSON Schema of the configuration file")
    .option("--all", "show the roles that have nothing of their own, too")
    .addHelpText(
      "after",
      "\nExamples:\n  ralph config\n  ralph config --json\n  ralph config --schema > ralph.schema.json",
    )
    .action((options: ConfigOptions) => done(configCommand(options, world)));
}

/** `ralph config`: each value with where it comes from; exit code 2 where one of them is bad (U-3). */
async function configCommand(options: ConfigOptions, world: World): Promise<ExitCode> {
  if (options.schema === true) return tell(world, showConfigSchema(configJsonSchema()), "json");
  const explained = explainConfig(await loadConfig({ root: rootOf(world), env: world.env }));
  return tell(
    world,
    showConfig(explained, { json: options.json === true, all: options.all === true }),
    formOf(options),
  );
}
