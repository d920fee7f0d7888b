import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { readSqliteLedger } from "../../adapters/ledger/sqlite/read-sqlite-ledger.ts";
import { roles } from "../../core/outcome.ts";
import { terminalSafe } from "../../guard/paths/escape.ts";
import type { LedgerReader } from "../../ports/ledger.ts";
import { type CommandAnswer, refusal } from "../../show/cli/command-answer.ts";
import { atDesk, type Desk, ledgerPathOf, lockReadingOf } from "../desk/desk.ts";
import { lastIterationOf } from "../desk/find-iteration.ts";
import { findRun } from "../desk/find-run.ts";
import { type Rendering, renderingsOf, type RunLog, runLogs } from "../desk/run-logs.ts";
import { badUse, notThere } from "../desk/exit-codes.ts";
import { tell } from "../desk/tell.ts";
import type { CommandContext } from "../words/program.ts";
import type { ExitCode, World } from "../world/world.ts";

interface LogsOptions {
  readonly role?: string;
  readonly follow?: boolean;
  readonly raw?: boolean;
}

/** Which logs are meant. */
interface Wanted {
  readonly run: string;
  readonly folder: string;
  readonly iteration: number | null;
  readonly role: string | null;
}

const lookAgainMs = 300;

/** Defines `ralph logs`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .argument("[what]", "a run, an iteration of the last run, or a task; the last run where nothing is named")
    .argument("[iteration]", "the run's iteration; the last one where none is named")
    .option("--role <role>", "only this role's calls, or `gate`")
    .option("-f, --follow", "keep printing what is new until the run ends")
    .option("--raw", "print the agent's events unchanged")
    .addHelpText(
      "after",
      "\nExamples:\n  ralph logs\n  ralph logs -f\n  ralph logs ABC-1\n  ralph logs 3 --role implementer\n  ralph logs 20260301-101500-ab12 2 --raw > events.jsonl",
    )
    .action((what: string | undefined, iteration: string | undefined, options: LogsOptions) =>
      done(atDesk(world, {}, (desk) => logsCommand(desk, [what, iteration], options))),
    );
}

/** `ralph logs`: what the agents of an iteration said and did, and what its gate printed. */
async function logsCommand(
  desk: Desk,
  words: readonly (string | undefined)[],
  options: LogsOptions,
): Promise<ExitCode> {
  const { world, root } = desk;
  if (options.role !== undefined && options.role !== "gate" && !roles.some((role) => role === options.role))
    return tell(
      world,
      refusal(`There is no role ${options.role}.`, `There are ${roles.join(", ")}, and gate.`, badUse),
      "text",
    );
  const place = placeIn(words);
  if (place.iteration === "bad")
    return tell(
      world,
      refusal(
        `\`${words[1] ?? ""}\` is not the number of an iteration.`,
        "Use: ralph logs RUN 3, or ralph logs 3.",
        badUse,
      ),
      "text",
    );
  using ledger = readSqliteLedger(ledgerPathOf(root));
  const found = runAndIteration(ledger, { named: place.run, iteration: place.iteration });
  if (!found.ok) return tell(world, found.answer, "text");
  const { run, iteration } = found;
  const wanted: Wanted = { run, folder: join(root, ".ralph", "logs", run), iteration, role: options.role ?? null };
  const rendering =
    options.raw === true ? () => Promise.resolve((line: string) => line) : renderingsOf(ledger.factsOf(run), desk);
  const printer = new LogPrinter(world, rendering, options.raw === true);
  const logs = logsOf(wanted);
  if (logs.length === 0 && options.follow !== true)
    return tell(
      world,
      refusal(
        `No log of that is left: run ${run}${iteration === null ? "" : `, iteration ${iteration}`}.`,
        "Old logs expire; `ralph show` tells what the ledger keeps of them.",
        notThere,
      ),
      "text",
    );
  for (const log of logs) await printer.print(log);
  if (options.follow === true) await follow(wanted, root, printer);
  printer.end();
  return 0;
}

function placeIn([first, second]: readonly (string | undefined)[]): {
  readonly run: string | undefined;
  readonly iteration: number | null | "bad";
} {
  const numberIn = (word: string | undefined): number | null | "bad" =>
    word === undefined ? null : /^#?\d{1,6}$/.test(word) ? Number(word.replace("#", "")) : "bad";
  if (second === undefined && first !== undefined && numberIn(first) !== "bad")
    return { run: undefined, iteration: numberIn(first) };
  return { run: first, iteration: numberIn(second) };
}

type Found =
  | { readonly ok: true; readonly run: string; readonly iteration: number | null }
  | { readonly ok: false; readonly answer: CommandAnswer };

/** The run that is named, or the last iteration of a task that is. */
function runAndIteration(
  ledger: LedgerReader,
  { named, iteration }: { readonly named: string | undefined; readonly iteration: number | null },
): Found {
  const found = findRun(ledger, named);
  if (found.ok) return { ok: true, run: found.run, iteration };
  if (named === undefined || ledger.lastRun() === null) return found;
  const last = iteration === null ? lastIterationOf(ledger, named) : null;
  if (last !== null) return { ok: true, ...last };
  const cure = "`ralph report` lists what was worked, `ralph plan list` what there is.";
  return { ok: false, answer: refusal(`${named} is no run, and no task that was worked.`, cure, notThere) };
}

/** The logs that are wanted: of the iteration named, else of the last one that has any. */
function logsOf({ folder, iteration, role }: Wanted): readonly RunLog[] {
  const logs = runLogs(folder).filter((log) => role === null || log.role === role);
  const n = iteration ?? logs.at(-1)?.iteration;
  return logs.filter((log) => log.iteration === n);
}

/** Prints what comes until the run is over. */
async function follow(wanted: Wanted, root: string, printer: LogPrinter): Promise<void> {
  for (;;) {
    const reading = await lockReadingOf(root);
    const isAtWork = (reading.state === "live" || reading.state === "uncertain") && reading.holder?.run === wanted.run;
    for (const log of logsOf(wanted)) await printer.print(log);
    if (!isAtWork) return;
    await sleep(lookAgainMs);
  }
}

/** Prints logs as far as they have come, each from where it was left. */
class LogPrinter {
  readonly #world: World;
  readonly #renderingOf: (log: RunLog) => Promise<Rendering>;
  readonly #plain: boolean;
  readonly #open = new Map<
    string,
    { at: number; rest: string; readonly render: Rendering; readonly decoder: StringDecoder }
  >();
  #last = "";

  constructor(world: World, renderingOf: (log: RunLog) => Promise<Rendering>, raw: boolean) {
    this.#world = world;
    this.#renderingOf = renderingOf;
    // Into a file or a pipe raw events go as they came; a terminal must not be steered by them.
    this.#plain = raw && !world.stdout.isTerminal;
  }

  async print(log: RunLog): Promise<void> {
    const state = this.#open.get(log.path) ?? {
      at: 0,
      rest: "",
      render: await this.#renderingOf(log),
      decoder: new StringDecoder("utf8"),
    };
    this.#open.set(log.path, state);
    for (const piece of piecesAfter(log.path, state.at)) {
      state.at += piece.byteLength;
      const lines = (state.rest + state.decoder.write(piece)).split("\n");
      state.rest = lines.pop() ?? "";
      for (const line of lines) this.#say(log.path, state.render(line));
    }
  }

  /** Prints what has no line end. */
  end(): void {
    for (const [path, { rest, render }] of this.#open) if (rest !== "") this.#say(path, render(rest));
  }

  #say(path: string, text: string | null): void {
    if (text === null) return;
    if (!this.#plain && path !== this.#last)
      this.#world.stdout.write(`${this.#last === "" ? "" : "\n"}== ${terminalSafe(path)}\n`);
    this.#last = path;
    this.#world.stdout.write(`${this.#plain ? text : terminalSafe(text)}\n`);
  }
}

const pieceBytes = 64 * 1024;

function* piecesAfter(path: string, start: number): Generator<Buffer> {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return;
  }
  try {
    const buffer = Buffer.alloc(pieceBytes);
    for (let at = start; ;) {
      const bytes = readSync(file, buffer, 0, pieceBytes, at);
      if (bytes === 0) return;
      at += bytes;
      yield buffer.subarray(0, bytes);
    }
  } finally {
    closeSync(file);
  }
}
