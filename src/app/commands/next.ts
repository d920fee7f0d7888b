import { join } from "node:path";
import type { Command } from "commander";
import { readSqliteLedger } from "../../adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { fileForesight } from "../../adapters/system/foresight/file-foresight.ts";
import { hintFound } from "../../core/picking/hint-found.ts";
import { selectTask } from "../../core/picking/select.ts";
import { type RunView, viewOf } from "../../core/summary.ts";
import { byOwnAccount, cleanupOf, leftOpen } from "../../core/tracker/own-account.ts";
import type { Task, TaskId } from "../../core/task.ts";
import { begunBefore, contextOf } from "../../loop/picking.ts";
import type { BacklogSnapshot } from "../../ports/backlog.ts";
import type { LedgerReader } from "../../ports/ledger.ts";
import { jsonAnswer, textAnswer } from "../../show/cli/command-answer.ts";
import { nextJson, nextText } from "../../show/backlog/next-text.ts";
import { choicesOf } from "../compose/filter.ts";
import { atDesk, backlogAt, type BacklogOptions, type Desk, ledgerPathOf } from "../desk/desk.ts";
import { formOf, tell } from "../desk/tell.ts";
import type { CommandContext } from "../words/program.ts";
import type { ExitCode } from "../world/world.ts";

/** Options of `ralph next`. */
export interface NextOptions extends BacklogOptions {
  readonly json?: boolean;
  readonly explain?: boolean;
  readonly optional?: boolean;
  readonly audit?: boolean;
}

/** Defines `ralph next`. */
export function define(command: Command, { world, done }: CommandContext): void {
  addNextOptions(
    command
      .option("--json", "print the choice as JSON")
      .option("--file <file>", "read this backlog file")
      .option("--source <kind>", "the kind of backlog"),
  )
    .addHelpText("after", "\nExamples:\n  ralph next --explain\n  ralph next --json")
    .action((options: NextOptions) => done(atDesk(world, options, (desk) => nextCommand(desk, options))));
}

/** The options that `ralph next` and `ralph plan next` have in common, besides those of every reading command. */
export const addNextOptions = (command: Command): Command =>
  command
    .option("--explain", "also say why each other open task was not picked")
    .option("--optional", "look at the optional sections too")
    .option("--audit", "look as an audit run does: at read-only audit tasks alone");

/** `ralph next`: the task that a run would pick now, and why. */
export async function nextCommand(desk: Desk, options: NextOptions): Promise<ExitCode> {
  const { world, root, config } = desk;
  const snapshot = asLeft(await (await backlogAt(desk)).load(), root);
  const choices = choicesOf(config, options);
  const id = fileForesight(join(root, ".ralph")).hint();
  const selection = selectTask(
    snapshot.tasks,
    contextOf(snapshot, choices, { ours: begunBy(root, snapshot.tasks), parked: [], hint: id }),
  );
  const hint = hintFound(id, selection);
  const answer =
    options.json === true
      ? jsonAnswer(nextJson(selection, hint))
      : textAnswer(nextText(selection, options.explain === true, hint));
  return tell(world, answer, formOf(options));
}

/** What the last run began and left, and what stands in progress and an earlier one has begun: the next goes on with it. */
function begunBy(root: string, tasks: readonly Task[]): readonly TaskId[] {
  using ledger = readSqliteLedger(ledgerPathOf(root));
  return [...leftBy(ledger), ...begunBefore(tasks, ledger)];
}

/** The backlog as the next run knows it: of what an agent has left open though its work has landed, only the closing is due. */
function asLeft(snapshot: BacklogSnapshot, root: string): BacklogSnapshot {
  using ledger = readSqliteLedger(ledgerPathOf(root));
  const view = lastView(ledger);
  return view === null
    ? snapshot
    : { ...snapshot, tasks: byOwnAccount(snapshot.tasks, leftOpen(cleanupOf(view.state))) };
}

function lastView(ledger: LedgerReader): RunView | null {
  const last = ledger.lastRun();
  return last === null ? null : viewOf(ledger.factsOf(last));
}

function leftBy(ledger: LedgerReader): readonly TaskId[] {
  const view = lastView(ledger);
  if (view === null) return [];
  const left = view.end === null ? view.state.current?.claim.task.id : view.end.left?.work?.task.id;
  return left === undefined ? [] : [left];
}
