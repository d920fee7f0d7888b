import type { Receipt } from "../../core/fact.ts";
import type { Gate, GateContext, GateRun } from "../../ports/gate.ts";
import { commandForm } from "./command-words.ts";
import { type CommandRun, runCommand, type CommandSettings } from "./run-command.ts";

/** What a command gate needs. Paths are absolute. */
export interface CommandGateSettings extends CommandSettings {
  readonly commands: readonly string[];
  /** Resolves to null where a program can't be found. */
  readonly find: (file: string) => Promise<string | null>;
  readonly logPath: (iteration: number, command: number) => string;
  /** Whether a failed command is run once more at once, to tell flaky tests from broken ones. */
  readonly rerun?: boolean;
}

/** A gate of commands, run one after the other in the work tree until one fails. */
export function commandGate(settings: CommandGateSettings): Gate {
  return {
    commands: settings.commands,
    run: (context, signal) => runAll(settings, context, signal),
    missing: async () => {
      const lost: string[] = [];
      for (const command of settings.commands) {
        const form = commandForm(command);
        if (form.kind === "words" && (await settings.find(form.file)) === null) lost.push(form.file);
      }
      return lost;
    },
  };
}

async function runAll(settings: CommandGateSettings, context: GateContext, signal: AbortSignal): Promise<GateRun> {
  const receipts: Receipt[] = [];
  const flaky: string[] = [];
  let failure: CommandRun["failure"] = null;
  for (const [index, command] of (context.commands ?? settings.commands).entries()) {
    const log = settings.logPath(context.iteration, index + 1);
    const runs = await runOne(settings, { command, log }, context, signal);
    receipts.push(...runs.map(({ receipt }) => receipt));
    flaky.push(...flakyIn(runs));
    failure ??= runs.at(-1)?.failure ?? null;
    const isOver = failure !== null && (context.all !== true || failure.problem === "interrupted");
    if (isOver) break;
  }
  return { receipts, flaky, ...(failure === null ? green : { verdict: "red", ...failure }) };
}

const green = { verdict: "green", failing: null, problem: null } as const;

/** One command, and once more where its failure may be a flaky test's. A failure that is excused is none. */
async function runOne(
  settings: CommandGateSettings,
  { command, log }: { readonly command: string; readonly log: string },
  context: GateContext,
  signal: AbortSignal,
): Promise<readonly CommandRun[]> {
  const form = commandForm(command);
  const argv = form.kind === "words" ? [form.file, ...form.args] : ["sh", "-c", form.text];
  const start = { command, argv, log, marker: context.marker };
  const first = judged(await runCommand(settings, start, signal), context);
  if (settings.rerun !== true || context.all === true || !mayBeFlaky(first)) return [first];
  const second = await runCommand(settings, start, signal);
  return [first, judged({ ...second, receipt: { ...second.receipt, again: true } }, context)];
}

function judged(run: CommandRun, { isExcused }: GateContext): CommandRun {
  if (run.failure === null || run.failure.problem !== null || isExcused?.(run.receipt) !== true) return run;
  return { receipt: { ...run.receipt, excused: true }, failure: null };
}

const mostFlaky = 10;
const longestRerunMs = 300_000;

/** A few failed tests of a short run; where much fails, or nothing has a name, something is broken. */
const mayBeFlaky = ({ receipt: { tests, durationMs }, failure }: CommandRun): boolean =>
  failure !== null &&
  failure.problem === null &&
  tests?.named === true &&
  tests.failing.length > 0 &&
  tests.failing.length <= mostFlaky &&
  durationMs <= longestRerunMs;

/** Tests that a second run, or the runner itself, has seen pass after they had failed. */
function flakyIn(runs: readonly CommandRun[]): readonly string[] {
  const [first, second] = runs.map(({ receipt }) => receipt);
  const own = runs.flatMap(({ receipt }) => receipt.tests?.flaky ?? []);
  // A second run that tells of no tests at all has shown nothing.
  if (second?.tests == null) return own;
  const still = new Set(second.tests.failing);
  return [...new Set([...own, ...(first?.tests?.failing ?? []).filter((name) => !still.has(name))])];
}
