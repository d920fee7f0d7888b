import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { restoreLedger } from "../../adapters/ledger/restore/restore-ledger.ts";
import { openSqliteLedger } from "../../adapters/ledger/sqlite/open-sqlite-ledger.ts";
import { readSqliteLedger } from "../../adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { datedCommits } from "../../adapters/workspace/git/read/dated-commits.ts";
import { type ExportFormat, exportFormats, ledgerExport, ledgerQuery, ledgerRebuild } from "../../show/cli/ledger.ts";
import { ledgerPathOf } from "../desk/desk.ts";
import { repositoryOf } from "../desk/repository-of.ts";
import { formOf, tell } from "../desk/tell.ts";
import { byHand } from "../desk/by-hand.ts";
import { underLock } from "../desk/under-lock.ts";
import type { CommandContext } from "../words/program.ts";
import { rootOf } from "../root.ts";
import type { ExitCode, World } from "../world/world.ts";

interface Json {
  readonly json?: boolean;
}

/** Defines `ralph ledger`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command.addHelpText(
    "after",
    '\nExamples:\n  ralph ledger query "select task_id, outcome from ralph_iterations" --json\n  ralph ledger export --format csv > events.csv\n  ralph ledger rebuild\n\nTables: ralph_runs, ralph_iterations, ralph_status_blocks, ralph_gate_runs, ralph_agent_calls,\nralph_discrepancies, ralph_review_verdicts, ralph_delivery_grades, ralph_tasks, ralph_answers,\nralph_reviews, and events.',
  );
  command
    .command("query <sql>")
    .description("answer one SQL statement that reads")
    .option("--json", "print an array of rows")
    .action((sql: string, options: Json) => done(query(sql, options, world)));
  command
    .command("export")
    .description("every event, on stdout")
    .addOption(new Option("--format <format>", "the form").choices([...exportFormats]).default("jsonl"))
    .action((options: { readonly format: ExportFormat }) => done(exportAll(options.format, world)));
  command
    .command("rebuild")
    .description("restore what logs and git history still tell, and make the tables anew from the events")
    .option("--json", "print how much there was as JSON")
    .action((options: Json) => done(rebuild(options, world)));
}

async function query(sql: string, options: Json, world: World): Promise<ExitCode> {
  using ledger = readSqliteLedger(ledgerPathOf(rootOf(world)));
  return tell(world, ledgerQuery(ledger, sql, { json: options.json === true }), formOf(options));
}

async function exportAll(format: ExportFormat, world: World): Promise<ExitCode> {
  using ledger = readSqliteLedger(ledgerPathOf(rootOf(world)));
  for (const piece of ledgerExport(ledger, format)) world.stdout.write(piece);
  return 0;
}

async function rebuild(options: Json, world: World): Promise<ExitCode> {
  const root = rootOf(world);
  return underLock(world, root, byHand("ledger-rebuild"), async () => {
    const repository = await repositoryOf({ root, world });
    const { ledger, opened } = openSqliteLedger(ledgerPathOf(root), { now: world.now });
    using _open = ledger;
    if (opened.kind === "recovered")
      world.stderr.write(`The ledger was damaged (${opened.why}); it is kept at ${opened.movedTo}.\n`);
    const { facts, landings, unreadable } = restoreLedger(ledger, {
      logs: eventLogs(root),
      commits: await datedCommits(repository),
    });
    if (facts + landings + unreadable > 0)
      world.stderr.write(
        `Restored: ${facts} facts from logs, ${landings} landings from git history; ${unreadable} lines of logs could not be read.\n`,
      );
    return tell(
      world,
      ledgerRebuild(() => ledger.rebuild(), { json: options.json === true }),
      formOf(options),
    );
  });
}

function eventLogs(root: string): readonly string[] {
  const logs = join(root, ".ralph", "logs");
  return namesIn(logs).flatMap((run) => {
    try {
      return [readFileSync(join(logs, run, "events.jsonl"), "utf8")];
    } catch {
      return [];
    }
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
