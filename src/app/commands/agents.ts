import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { dialects, type DialectName, type DialectSettings } from "../../adapters/agents/dialects.ts";
import { nearest } from "../../config/near.ts";
import { agentsParse } from "../../show/cli/agents-parse.ts";
import { jsonAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { agentsListText } from "../../show/status/agents-text.ts";
import { atDesk } from "../desk/desk.ts";
import { installedAgents } from "../desk/installed-agents.ts";
import { badUse } from "../desk/exit-codes.ts";
import { formOf, tell } from "../desk/tell.ts";
import { didYouMean } from "../desk/unknown-name.ts";
import type { CommandContext } from "../words/program.ts";
import type { ExitCode, World } from "../world/world.ts";

interface ParseOptions {
  readonly exitCode?: number;
  readonly signal?: string;
  readonly stderr?: string;
  readonly format?: string;
  readonly json?: boolean;
}

/** Defines `ralph agents`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command.addHelpText(
    "after",
    '\nExamples:\n  ralph agents list\n  ralph agents parse claude .ralph/logs/RUN/1.implementer.jsonl\n  claude -p "hello" --output-format stream-json --verbose | ralph agents parse claude --json',
  );
  command
    .command("list")
    .description("the agents that can be named, whether their program is installed, its version, and what they can do")
    .option("--json", "print them as JSON")
    .action((options: { readonly json?: boolean }) =>
      done(
        atDesk(world, {}, async (desk) => {
          const agents = await installedAgents(desk);
          return tell(
            world,
            options.json === true ? jsonAnswer(agents) : textAnswer(agentsListText(agents)),
            formOf(options),
          );
        }),
      ),
    );
  command
    .command("parse <agent> [file]")
    .description("read a recorded stream as the loop would; without a file, or for -, the standard input")
    .option("--exit-code <n>", "how the program ended", wholeNumber)
    .option("--signal <name>", "the signal that ended it")
    .option("--stderr <file>", "what it wrote on stderr")
    .option("--format <format>", "text or jsonl, for the agent `command`", "jsonl")
    .option("--json", "print the reading as one JSON object")
    .action((agent: string, file: string | undefined, options: ParseOptions) =>
      done(parse(agent, file, options, world)),
    );
}

function wholeNumber(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError("It has to be a number from 0 to 255.");
  return Number(text);
}

async function parse(agent: string, file: string | undefined, options: ParseOptions, world: World): Promise<ExitCode> {
  const name = Object.keys(dialects).find((known): known is DialectName => known === agent);
  if (name === undefined) {
    const near = nearest(agent, Object.keys(dialects));
    return tell(
      world,
      refusal(
        `There is no agent ${agent}.`,
        didYouMean(near === null ? [] : [near], `There are ${Object.keys(dialects).join(", ")}.`),
        badUse,
      ),
      "text",
    );
  }
  const stderr =
    options.stderr === undefined ? "" : await readFile(resolve(world.cwd, options.stderr), "utf8").catch(() => null);
  if (stderr === null)
    return tell(
      world,
      refusal(
        `${options.stderr ?? ""} can't be read.`,
        "Name the file that holds what the program wrote on stderr.",
        badUse,
      ),
      "text",
    );
  const stream = file === undefined || file === "-" ? world.stdin : createReadStream(resolve(world.cwd, file));
  try {
    const answer = await agentsParse(await dialects[name](settingsFor(options)), stream, {
      exitCode: options.exitCode ?? null,
      signal: options.signal ?? null,
      stderr,
      now: world.now(),
      json: options.json === true,
    });
    return tell(world, { ...answer, stderr: "" }, formOf(options));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && "syscall" in error)) throw error;
    return tell(
      world,
      refusal(
        `${file ?? "-"} can't be read: ${error.message}`,
        "Name a recorded stream, such as a file below .ralph/logs.",
        badUse,
      ),
      "text",
    );
  }
}

/* Reading needs no program to be named. */
const settingsFor = ({ format }: ParseOptions): DialectSettings => ({
  command: ["agent"],
  format: format === "text" ? "text" : "jsonl",
  family: null,
  self: ["ralph"],
  script: "",
});
