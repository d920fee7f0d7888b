import type { Command } from "commander";
import { readSqliteLedger } from "../../adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { viewOf } from "../../core/summary.ts";
import type { LedgerReader } from "../../ports/ledger.ts";
import { jsonAnswer, textAnswer } from "../../show/cli/command-answer.ts";
import { inboxOf, inboxText, type ParkedMemory } from "../../show/backlog/inbox.ts";
import { atDesk, backlogAt, type Desk, ledgerPathOf } from "../desk/desk.ts";
import { lastIterationOf } from "../desk/find-iteration.ts";
import { formOf, tell } from "../desk/tell.ts";
import type { CommandContext } from "../words/program.ts";
import type { ExitCode } from "../world/world.ts";

interface InboxOptions {
  readonly json?: boolean;
}

/** Defines `ralph inbox`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .option("--json", "print it as JSON")
    .addHelpText("after", '\nExamples:\n  ralph inbox\n  ralph inbox --json\n\nThen: ralph answer ID "…" && ralph run')
    .action((options: InboxOptions) => done(atDesk(world, {}, (desk) => inboxCommand(desk, options))));
}

/** `ralph inbox`: what waits for a person, with all that is needed to answer. */
async function inboxCommand(desk: Desk, options: InboxOptions): Promise<ExitCode> {
  const { world, root } = desk;
  const { tasks } = await (await backlogAt(desk)).load();
  using ledger = readSqliteLedger(ledgerPathOf(root));
  const last = ledger.lastRun();
  const inbox = inboxOf(
    tasks,
    (task) => parkedMemory(ledger, task),
    last === null ? null : viewOf(ledger.factsOf(last)),
  );
  return tell(world, options.json === true ? jsonAnswer(inbox) : textAnswer(inboxText(inbox)), formOf(options));
}

/** The last time that the task was set aside, if that was its last iteration: after it, somebody else has written the state. */
function parkedMemory(ledger: LedgerReader, task: string): ParkedMemory | null {
  const last = lastIterationOf(ledger, task);
  if (last === null) return null;
  const { run, iteration } = last;
  for (const { fact, at, iteration: n } of ledger.factsOf(run))
    if (n === iteration && fact.kind === "task-parked" && fact.task === task) return { run, iteration, at, fact };
  return null;
}
