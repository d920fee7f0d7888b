import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Command } from "commander";
import { readSqliteLedger } from "../../adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { BacklogError } from "../../ports/backlog.ts";
import type { Task } from "../../core/task.ts";
import type { LedgerReader } from "../../ports/ledger.ts";
import { type CommandAnswer, jsonAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { detailsOf, type IterationDetail } from "../../core/iteration-detail.ts";
import { detailJson, iterationText, type LogState } from "../../show/report/iteration-text.ts";
import { taskText } from "../../show/backlog/plan-text.ts";
import { atDesk, backlogAt, type Desk, ledgerPathOf } from "../desk/desk.ts";
import { notThere } from "../desk/exit-codes.ts";
import { findRun } from "../desk/find-run.ts";
import { formOf, tell } from "../desk/tell.ts";
import { unknownName } from "../desk/unknown-name.ts";
import type { CommandContext } from "../words/program.ts";
import type { ExitCode } from "../world/world.ts";

interface ShowOptions {
  readonly json?: boolean;
}

/** Runs are named by their day: less of a name means no run in particular. */
const shortestRun = 8;
/** Of a task that was worked again and again the last iterations are shown. */
const mostIterations = 20;

/** Defines `ralph show`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .argument("<what>", "a task, or an iteration: its number in the last run, or RUN#N")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExamples:\n  ralph show ABC-1\n  ralph show 3\n  ralph show 20260301-101500-ab12#3 --json")
    .action((what: string, options: ShowOptions) =>
      done(atDesk(world, {}, (desk) => showCommand(desk, what, options))),
    );
}

/** `ralph show`: what was claimed beside what was measured, the receipts, the block and its grading, commits and logs. */
async function showCommand(desk: Desk, what: string, options: ShowOptions): Promise<ExitCode> {
  using ledger = readSqliteLedger(ledgerPathOf(desk.root));
  const [, run, n] = /^(.*)#(\d+)$/.exec(what) ?? [];
  const answer =
    n === undefined
      ? await showTask(desk, ledger, what, options)
      : showIteration(desk, ledger, { run: run ?? "", n: Number(n) }, options);
  return tell(desk.world, answer, formOf(options));
}

const logStateIn =
  (root: string): LogState =>
  (path) =>
    existsSync(isAbsolute(path) ? path : join(root, path)) ? "there" : "expired";

/** An iteration as it is named on the command line; an empty run is the last one. */
interface Place {
  readonly run: string;
  readonly n: number;
}

function showIteration({ root }: Desk, ledger: LedgerReader, { run, n }: Place, options: ShowOptions): CommandAnswer {
  const found = findRun(ledger, run === "" ? undefined : run);
  if (!found.ok) return found.answer;
  const [detail] = detailsOf(ledger.factsOf(found.run), (each) => each === n);
  if (detail === undefined)
    return refusal(
      `Run ${found.run} has no iteration ${n}.`,
      `\`ralph report ${found.run}\` lists those that it has.`,
      notThere,
    );
  const logState = logStateIn(root);
  return options.json === true ? jsonAnswer(detailJson(detail, logState)) : textAnswer(iterationText(detail, logState));
}

async function showTask(desk: Desk, ledger: LedgerReader, id: string, options: ShowOptions): Promise<CommandAnswer> {
  const tasks = await tasksAt(desk);
  const task = tasks.find((each) => each.id === id) ?? null;
  const details = iterationsOn(ledger, id);
  if (task === null && details.length === 0) {
    // Nobody types the # of an iteration, which a shell takes for a comment.
    if (/^\d{1,6}$/.test(id)) return showIteration(desk, ledger, { run: "", n: Number(id) }, options);
    return unknown(id, tasks, ledger);
  }
  const logState = logStateIn(desk.root);
  if (options.json === true)
    return jsonAnswer({ task, iterations: details.map((detail) => detailJson(detail, logState)) });
  const head = task === null ? `${id} is not in the backlog any more.\n` : taskText(task);
  const past =
    details.length === 0
      ? "It has not been worked yet.\n"
      : details.map((detail) => iterationText(detail, logState)).join("\n");
  return textAnswer(`${head}\n${past}`);
}

/** A word that is no task: maybe a run, or an id that is near. */
function unknown(id: string, tasks: readonly Task[], ledger: LedgerReader): CommandAnswer {
  const run = id.length >= shortestRun ? findRun(ledger, id) : null;
  if (run?.ok === true)
    return refusal(
      `${id} is a run, not a task.`,
      `\`ralph report ${id}\` tells what it came to; \`ralph show ${id}#1\` shows its first iteration.`,
      notThere,
    );
  return unknownName({
    what: "task",
    name: id,
    known: tasks.map((each) => each.id),
    hint: "`ralph plan list` shows the ids; an iteration is named by its number, or as RUN#N.",
  });
}

/** The backlog's tasks; none where it can't be read, since the ledger may know the task all the same. */
async function tasksAt(desk: Desk): Promise<readonly Task[]> {
  try {
    return (await (await backlogAt(desk)).load()).tasks;
  } catch (error) {
    if (error instanceof BacklogError) return [];
    throw error;
  }
}

function iterationsOn(ledger: LedgerReader, task: string): readonly IterationDetail[] {
  const answer = ledger.query(
    `SELECT run, n FROM ralph_iterations WHERE task_id = $task ORDER BY started_at DESC, n DESC LIMIT ${mostIterations}`,
    { task },
  );
  const rows = answer.ok ? answer.rows.toReversed() : [];
  const numbers = Map.groupBy(rows, (row) => String(row["run"]));
  return [...numbers].flatMap(([run, of]) => {
    const wanted = new Set(of.map((row) => Number(row["n"])));
    return detailsOf(ledger.factsOf(run), (n) => wanted.has(n));
  });
}
