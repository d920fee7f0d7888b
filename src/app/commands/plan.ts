import { type Command, Option } from "commander";
import { atDesk, type BacklogOptions, type Desk } from "../desk/desk.ts";
import type { CommandContext } from "../words/program.ts";
import type { ExitCode } from "../world/world.ts";
import { addNextOptions, nextCommand, type NextOptions } from "./next.ts";
import { planCheck, planList, planShow } from "./plan-read.ts";
import { exportFormats, planAdd, planExport, planImport, takingKinds } from "./plan-transfer.ts";
import { type handStates, planSet, type WriteOptions } from "./plan-write.ts";

type Json = BacklogOptions & { readonly json?: boolean };

/** Defines `ralph plan` and what is below it. */
export function define(command: Command, { world, done }: CommandContext): void {
  command.addHelpText(
    "after",
    '\nExamples:\n  ralph plan list --open\n  ralph plan check\n  ralph plan done ABC-1 --note "src/a.ts:12"\n  ralph plan block ABC-2 --reason "no key for the mail server"\n  ralph plan add "Write the guide" --section Docs',
  );
  const sub = (name: string, about: string): Command =>
    command
      .command(name)
      .description(about)
      .option("--json", "print the result as JSON")
      .option("--file <file>", "read and write this backlog file alone")
      .option("--source <kind>", "the kind of backlog, where the configuration names none");
  const at = (options: BacklogOptions, work: (desk: Desk) => Promise<ExitCode>): Promise<void> =>
    done(atDesk(world, options, work));

  sub("list", "all tasks, with their states")
    .option("--open", "only what is not closed")
    .action((options: Json & { open?: boolean }) => at(options, (desk) => planList(desk, options)));
  sub("show <id>", "all that the backlog says of one task").action((id: string, options: Json) =>
    at(options, (desk) => planShow(desk, id, options)),
  );
  addNextOptions(sub("next", "the task that would be picked, and why")).action((options: NextOptions) =>
    at(options, (desk) => nextCommand(desk, options)),
  );
  sub("check", "everything wrong with the backlog; exit code 2 if anything is")
    .option("--fix", "fix what can be fixed automatically: places that disagree follow the leading one")
    .action((options: Json & { readonly fix?: boolean }) => at(options, (desk) => planCheck(desk, options)));
  sub("add <text...>", "append a task to the plan")
    .option("--section <title>", "the section that it belongs to; created if it is missing")
    .action((words: readonly string[], options: Json & { section?: string }) =>
      at(options, (desk) => planAdd(desk, words.join(" "), options)),
    );
  for (const [word, about] of handWords)
    sub(`${word} <id>`, about)
      .addOption(
        new Option("--note <text>", "what shows that it is done, such as src/a.ts:12").hideHelp(word !== "done"),
      )
      .addOption(new Option("--reason <text>", "why it is blocked").hideHelp(word !== "block"))
      .action((id: string, options: Json & WriteOptions) => at(options, (desk) => planSet(desk, word, id, options)));
  sub("export", "the backlog as JSON or as the file of another source, on stdout")
    .option("--format <format>", `one of ${exportFormats.join(", ")}`, "json")
    .action((options: Json & { format: string }) => at(options, (desk) => planExport(desk, options)));
  sub("import <file>", "put the tasks of an export, or of another source's file, into the backlog")
    .action((name: string, options: Json) => at(options, (desk) => planImport(desk, name, options)))
    .addHelpText(
      "after",
      `\nInto backlogs of these kinds: ${takingKinds.join(", ")}. Tasks whose id is there already are left alone.`,
    );
}

const handWords: readonly (readonly [keyof typeof handStates, string])[] = [
  ["done", "mark a task as done"],
  ["block", "mark a task as blocked, with the reason"],
  ["reopen", "make a closed, blocked or parked task open again"],
];
