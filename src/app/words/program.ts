import { Command, CommanderError } from "commander";
import { commands } from "./command-table.ts";
import { helpWords } from "./help-words.ts";
import { rootHelp } from "./root-help.ts";
import { badUse } from "../desk/exit-codes.ts";
import type { ExitCode, World } from "../world/world.ts";

/** What a command's own file is given to define itself with. `done` takes what its action came to. */
export interface CommandContext {
  readonly world: World;
  readonly done: (work: Promise<ExitCode>) => Promise<void>;
}

/**
 * Parses the command line and does what it says; resolves to the exit code. Of a command that is not called only name and
 * description are there, so that a start stays cheap.
 */
export async function program(world: World, args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0;
  const context: CommandContext = {
    world,
    done: async (work) => {
      code = await work;
    },
  };
  const root = rootCommand(world);
  const [first, second] = args.filter((word) => !word.startsWith("-"));
  const called = first === "help" ? second : first;
  for (const { name, description, load, hidden } of commands) {
    const command = root.command(name, { hidden: hidden === true }).description(description);
    if (name === called) (await load()).define(command, context);
  }
  try {
    await root.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : badUse;
    throw error;
  }
}

function rootCommand(world: World): Command {
  const root = new Command("ralph")
    .option("--debug", "show the stack of an error")
    .option("-V, --version", "print the version")
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ styleOptionDescription: helpWords })
    .showHelpAfterError("`ralph --help` lists the commands; `ralph COMMAND --help` tells how one is called.")
    .configureOutput({ writeOut: (text) => world.stdout.write(text), writeErr: (text) => world.stderr.write(text) });
  root.helpInformation = rootHelp;
  return root;
}
