import type { Command } from "commander";
import { readSqliteLedger } from "../../adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { type RunView, viewOf } from "../../core/summary.ts";
import { jsonAnswer, textAnswer } from "../../show/cli/command-answer.ts";
import { adviceFor } from "../../show/report/advice.ts";
import { reportHtml } from "../../show/report/report-html.ts";
import { reportMarkdown } from "../../show/report/report-markdown.ts";
import { reportText } from "../../show/report/report-text.ts";
import { runJson } from "../../show/report/run-json.ts";
import { ledgerPathOf, lockReadingOf } from "../desk/desk.ts";
import { findRun } from "../desk/find-run.ts";
import { tell } from "../desk/tell.ts";
import type { CommandContext } from "../words/program.ts";
import { rootOf } from "../root.ts";
import type { ExitCode, World } from "../world/world.ts";

interface ReportOptions {
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly html?: boolean;
}

/** Defines `ralph report`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .argument("[run]", "the run, by its id or the beginning of it; the last one where none is named")
    .option("--json", "print the object that `ralph run --json` prints")
    .option("--markdown", "print it as Markdown")
    .option("--html", "print it as a self-contained web page")
    .addHelpText(
      "after",
      "\nExamples:\n  ralph report\n  ralph report --markdown > report.md\n  ralph report --html > report.html\n  ralph report 20260301-101500-ab12 --json",
    )
    .action((run: string | undefined, options: ReportOptions) => done(reportCommand(run, options, world)));
}

/** `ralph report`: what a run came to, from its facts; the JSON is the run's own. */
async function reportCommand(named: string | undefined, options: ReportOptions, world: World): Promise<ExitCode> {
  const root = rootOf(world);
  using ledger = readSqliteLedger(ledgerPathOf(root));
  const found = findRun(ledger, named);
  if (!found.ok) return tell(world, found.answer, "text");
  const view = viewOf(ledger.factsOf(found.run));
  if (view === null) throw new Error(`The ledger names the run ${found.run} and has no facts of it.`);
  const next = view.end === null ? await adviceForOpenRun(view, root) : adviceFor(view);
  if (options.json === true) return tell(world, jsonAnswer(runJson(view, next)), "json");
  // A page has no control characters of its own and is read by no terminal.
  if (options.html === true) return tell(world, textAnswer(reportHtml(view, next)), "raw");
  return tell(
    world,
    textAnswer(options.markdown === true ? reportMarkdown(view, next) : reportText(view, next)),
    "text",
  );
}

/** A run without an end is at work, or was killed. */
async function adviceForOpenRun(view: RunView, root: string): Promise<string> {
  const reading = await lockReadingOf(root);
  const isAtWork = reading.state === "live" && reading.holder.run === view.run;
  return isAtWork
    ? "It is still at work: `ralph status` tells how far it is."
    : "It was cut off; `ralph run` settles what it left and goes on.";
}
