import type { Command } from "commander";
import { type ExplainedConfig, explainConfig } from "../../config/explain.ts";
import { configJsonSchema } from "../../config/json-schema.ts";
import { loadConfig } from "../../config/load.ts";
import { nearestName, pathsNamed, waysToSet } from "../../config/names.ts";
import { type CommandAnswer, refusal } from "../../show/cli/command-answer.ts";
import { showConfig, showConfigSchema, showSettings } from "../../show/cli/config.ts";
import { badUse } from "../desk/exit-codes.ts";
import { formOf, tell } from "../desk/tell.ts";
import { didYouMean } from "../desk/unknown-name.ts";
import type { CommandContext } from "../words/program.ts";
import { rootOf } from "../root.ts";
import type { ExitCode, World } from "../world/world.ts";

interface ConfigOptions {
  readonly json?: boolean;
  readonly schema?: boolean;
  readonly all?: boolean;
}

/** Defines `ralph config`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .argument(
      "[name]",
      "one setting, or a group of them: limits.iterations, RALPH_MAX_ITERATIONS, max-iterations, limits",
    )
    .option("--json", "print the settings and what is wrong with them as JSON")
    .option("--schema", "print the JSON Schema of the configuration file")
    .option("--all", "show the roles that have nothing of their own, too")
    .addHelpText(
      "after",
      "\nExamples:\n  ralph config\n  ralph config RALPH_GATE\n  ralph config limits\n  ralph config --json\n  ralph config --schema > ralph.schema.json",
    )
    .action((name: string | undefined, options: ConfigOptions) => done(configCommand(name, options, world)));
}

/** `ralph config`: each value with where it comes from; exit code 2 where one of them is bad. */
async function configCommand(name: string | undefined, options: ConfigOptions, world: World): Promise<ExitCode> {
  if (options.schema === true) return tell(world, showConfigSchema(configJsonSchema()), "json");
  const explained = explainConfig(await loadConfig({ root: rootOf(world), env: world.env }));
  if (name !== undefined) return tell(world, named(name, explained, options), formOf(options));
  return tell(
    world,
    showConfig(explained, { json: options.json === true, all: options.all === true }),
    formOf(options),
  );
}

/** The settings that a name means, however a person knows it; an unknown one is told with what is near. */
function named(name: string, explained: ExplainedConfig, options: ConfigOptions): CommandAnswer {
  const paths = pathsNamed(name);
  if (paths.length === 0) {
    const near = nearestName(name);
    return refusal(
      `There is no setting ${name}.`,
      didYouMean(near === null ? [] : [near], "`ralph config` lists them all."),
      badUse,
    );
  }
  const settings = explained.settings.filter(({ path }) => paths.includes(path));
  const ways = (path: string): readonly string[] => waysToSet(path);
  return showSettings({ ...explained, settings }, { json: options.json === true, ways });
}
