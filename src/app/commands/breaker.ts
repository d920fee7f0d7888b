import type { Command } from "commander";
import { openSqliteLedger } from "../../adapters/ledger/sqlite/open-sqlite-ledger.ts";
import { readSqliteLedger } from "../../adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { closedBreaker } from "../../core/stopping/breaker.ts";
import { viewOf } from "../../core/summary.ts";
import type { Ledger } from "../../ports/ledger.ts";
import { jsonAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { breakerJson, breakerText } from "../../show/status/breaker-text.ts";
import { ledgerPathOf } from "../desk/desk.ts";
import { type Form, formOf, tell } from "../desk/tell.ts";
import { userName } from "../desk/user-name.ts";
import { amendStatusFile } from "../desk/amend-status-file.ts";
import { byHand } from "../desk/by-hand.ts";
import { underLock } from "../desk/under-lock.ts";
import type { CommandContext } from "../words/program.ts";
import { rootOf } from "../root.ts";
import type { ExitCode, World } from "../world/world.ts";

/** Defines `ralph breaker`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command.addHelpText("after", "\nExamples:\n  ralph breaker status\n  ralph breaker reset && ralph run --unattended");
  const sub = (name: string, about: string, act: (world: World, form: Form) => Promise<ExitCode>): void =>
    void command
      .command(name)
      .description(about)
      .option("--json", "print how the breaker stands as JSON")
      .action((options: { readonly json?: boolean }) => done(act(world, formOf(options))));
  sub("status", "how the breaker stands, and why", breakerStatus);
  sub("reset", "close it by hand, so that an unattended start need not wait", breakerReset);
}

async function breakerStatus(world: World, form: Form): Promise<ExitCode> {
  using ledger = readSqliteLedger(ledgerPathOf(rootOf(world)));
  const breaker = lastBreaker(ledger)?.breaker ?? closedBreaker;
  return tell(world, form === "json" ? jsonAnswer(breakerJson(breaker)) : textAnswer(breakerText(breaker)), form);
}

/** Closes the breaker: a fact of the last run, from which the next one takes how it stands. Not while a run is at work. */
async function breakerReset(world: World, form: Form): Promise<ExitCode> {
  const root = rootOf(world);
  return underLock(world, root, byHand("breaker-reset"), async () => {
    const opened = openSqliteLedger(ledgerPathOf(root), { now: world.now });
    using ledger = opened.ledger;
    const last = lastBreaker(ledger);
    if (last === null)
      return tell(
        world,
        refusal("Nothing has run here yet: the breaker is closed.", "`ralph run` works the backlog.", 0),
        "text",
      );
    if (last.breaker.state !== "closed") {
      ledger.append(
        { run: last.run, iteration: last.iteration, at: world.now() },
        [{ kind: "breaker-reset", by: userName(world) }],
        "synced",
      );
      amendStatusFile(root, last.run, { breaker: "closed" });
    }
    return tell(
      world,
      form === "json" ? jsonAnswer(breakerJson(closedBreaker)) : textAnswer("The breaker is closed.\n"),
      form,
    );
  });
}

function lastBreaker(ledger: Pick<Ledger, "lastRun" | "factsOf">) {
  const run = ledger.lastRun();
  const view = run === null ? null : viewOf(ledger.factsOf(run));
  return view === null ? null : { run: view.run, iteration: view.state.iterations, breaker: view.state.breaker };
}
