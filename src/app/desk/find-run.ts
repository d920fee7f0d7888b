import { nearIds } from "../../adapters/backlogs/near-ids.ts";
import type { LedgerReader } from "../../ports/ledger.ts";
import { type CommandAnswer, refusal } from "../../show/cli/command-answer.ts";
import { notThere } from "./exit-codes.ts";
import { didYouMean } from "./unknown-name.ts";

type FoundRun = { readonly ok: true; readonly run: string } | { readonly ok: false; readonly answer: CommandAnswer };

const mostKnown = 200;

/** The run that a person means: the last one where none is named, else by its id or the beginning of it. */
export function findRun(ledger: LedgerReader, named: string | undefined): FoundRun {
  const last = ledger.lastRun();
  if (last === null)
    return {
      ok: false,
      answer: refusal(
        "Nothing has run here yet.",
        "`ralph run` works the backlog; `ralph next` shows what it would pick.",
        notThere,
      ),
    };
  if (named === undefined || named === "last" || named === last) return { ok: true, run: last };
  const known = recentRuns(ledger);
  const fitting = known.filter((run) => run === named || run.startsWith(named));
  const [only] = fitting.length === 1 ? fitting : fitting.filter((run) => run === named);
  if (only !== undefined) return { ok: true, run: only };
  if (isRun(ledger, named)) return { ok: true, run: named };
  const near = fitting.length > 1 ? fitting.slice(0, 3) : nearIds(named, known);
  const hint = didYouMean(near, `The last run is ${last}.`);
  return { ok: false, answer: refusal(`There is no run ${named}.`, hint, notThere) };
}

function recentRuns(ledger: LedgerReader): readonly string[] {
  const answer = ledger.query(`SELECT id FROM ralph_runs ORDER BY first_seq DESC LIMIT ${mostKnown}`);
  return answer.ok ? answer.rows.map((row) => String(row["id"])) : [];
}

function isRun(ledger: LedgerReader, named: string): boolean {
  const answer = ledger.query("SELECT id FROM ralph_runs WHERE id = $named", { named });
  return answer.ok && answer.rows.length > 0;
}
