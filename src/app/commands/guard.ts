import type { Command } from "commander";
import { refusalText, type Judgement } from "../../guard/judgement.ts";
import { judgeTool } from "../../guard/judge-tool.ts";
import { jsonAnswer, textAnswer } from "../../show/cli/command-answer.ts";
import { type Form, formOf, tell } from "../desk/tell.ts";
import { lookAround } from "../hook/hook-surroundings.ts";
import type { CommandContext } from "../words/program.ts";
import type { ExitCode, World } from "../world/world.ts";

const refusedCode = 2;

/** Defines `ralph guard`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command.addHelpText(
    "after",
    '\nExamples:\n  ralph guard check "rm -rf .ralph"\n  ralph guard check "npm test" --json',
  );
  command
    .command("check")
    .description("whether an agent would be allowed a shell command; the same judgement as the hook's")
    .argument("<command>", "the shell command, as one word")
    .option("--json", "print the judgement as JSON")
    .action((text: string, options: { readonly json?: boolean }) => done(check(text, world, formOf(options))));
}

async function check(text: string, world: World, form: Form): Promise<ExitCode> {
  const { scene } = lookAround(world.cwd, world.env);
  const judgement = await judgeTool({ tool: "Bash", input: { command: text } }, scene);
  const answer =
    form === "json"
      ? jsonAnswer(asJson(judgement))
      : textAnswer(judgement.allowed ? "Allowed.\n" : `${refusalText(judgement)}\n`);
  return tell(world, { ...answer, exitCode: judgement.allowed ? 0 : refusedCode }, form);
}

const asJson = (judgement: Judgement): Readonly<Record<string, unknown>> =>
  judgement.allowed
    ? { allowed: true, rule: null, reason: null, instead: null }
    : { allowed: false, rule: judgement.rule, reason: judgement.reason, instead: judgement.instead };
