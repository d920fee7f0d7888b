import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { Receipt } from "../../core/fact.ts";
import { readAllTests, readTests, type TestCounts } from "../../core/tests/read-tests.ts";
import type { GateRun } from "../../ports/gate.ts";
import type { Processes, ProcessResult } from "../../ports/processes.ts";
import { freshReports } from "./report-files.ts";

/** Where and how commands run that prove work. `root` is absolute. */
export interface CommandSettings {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly processes: Processes;
  readonly mask: (text: string) => string;
  /** Where test runners leave reports, from the root: see `freshReports`. */
  readonly reports?: readonly string[];
}

/** One command: how a person knows it, and how it is started. */
export interface CommandStart {
  readonly command: string;
  readonly argv: readonly string[];
  readonly log: string;
  readonly marker: string;
}

/** A command that has run: its receipt, and why it counts as failed; null where it does not. */
export interface CommandRun {
  readonly receipt: Receipt;
  readonly failure: Pick<GateRun, "failing" | "problem"> | null;
}

const tailBytes = 16 * 1024;

/** Runs a command to its end or its time limit. Never rejects for what the command does. */
export async function runCommand(
  settings: CommandSettings,
  { command, argv, log, marker }: CommandStart,
  signal: AbortSignal,
): Promise<CommandRun> {
  const from = await sizeOf(log);
  const began = Date.now();
  const [file = "", ...args] = argv;
  const result = await settings.processes.run(
    {
      file,
      args,
      cwd: settings.root,
      env: settings.env,
      stdin: null,
      marker,
      limits: { totalMs: settings.timeoutMs },
      log: { stdout: log, stderr: log, mask: settings.mask },
    },
    {},
    signal,
  );
  const receipt = await receiptOf(settings, { command, log, from, began, result });
  return { receipt, failure: failureOf(command, result, receipt.tests ?? null, signal) };
}

/** A command that has run: `began` is when (ms), `from` is where in its log its own output begins, in bytes. */
interface Ran {
  readonly command: string;
  readonly log: string;
  readonly from: number;
  readonly began: number;
  readonly result: ProcessResult;
}

function failureOf(
  command: string,
  result: ProcessResult,
  tests: Receipt["tests"],
  signal: AbortSignal,
): Pick<GateRun, "failing" | "problem"> | null {
  if (result.startError !== null) return { failing: `${command}: ${result.startError.message}`, problem: "not_found" };
  if (result.endedBy === "stopped" || signal.aborted)
    return { failing: `${command}: interrupted`, problem: "interrupted" };
  if (result.endedBy === "timed_out")
    return { failing: `${command}: no end after ${Math.round(result.durationMs / 1000)} s`, problem: "timed_out" };
  if (result.exitCode === 0) return null;
  const how = result.exitCode === null ? `signal ${result.signal ?? "unknown"}` : `exit code ${result.exitCode}`;
  return { failing: `\`${command}\` failed with ${how}${testsText(tests)}`, problem: null };
}

const namesTold = 3;

/** The first failed tests by their names, for whoever has to mend them. */
function testsText(tests: Receipt["tests"]): string {
  if (tests === null || tests === undefined || tests.failing.length === 0) return "";
  const rest = tests.failed - Math.min(namesTold, tests.failing.length);
  return `: ${tests.failing.slice(0, namesTold).join("; ")}${rest > 0 ? `; and ${rest} more tests` : ""}`;
}

async function receiptOf(settings: CommandSettings, { command, log, from, began, result }: Ran): Promise<Receipt> {
  const output = await readFrom(log, from);
  const text = settings.mask(output.toString("utf8"));
  // What a runner has written into files says all that it says on the screen, and by name: both would count twice.
  const reports = freshReports(settings.root, settings.reports ?? [], began).map(settings.mask);
  const tests = readAllTests(reports, settings.root) ?? readTests(text, settings.root);
  const tail = result.exitCode === 0 ? "" : text.slice(-tailBytes);
  return {
    command: settings.mask(command),
    exitCode: result.exitCode,
    signal: result.signal,
    durationMs: result.durationMs,
    log: { path: log, bytes: output.length, sha256: createHash("sha256").update(output).digest("hex") },
    tail,
    tests: tests === null ? null : plain(tests),
  };
}

/** The counts as a fact has them: lists of its own. */
const plain = ({ forms, failing, flaky, ...counts }: TestCounts): NonNullable<Receipt["tests"]> => ({
  ...counts,
  forms: [...forms],
  failing: [...failing],
  flaky: [...flaky],
});

const sizeOf = async (path: string): Promise<number> => {
  try {
    await using file = await open(path, "r");
    return (await file.stat()).size;
  } catch {
    return 0;
  }
};

const readLimit = 8 * 1024 * 1024;

async function readFrom(path: string, from: number): Promise<Buffer> {
  try {
    await using file = await open(path, "r");
    const { size } = await file.stat();
    const start = Math.max(from, size - readLimit);
    const buffer = Buffer.alloc(Math.max(0, size - start));
    await file.read(buffer, 0, buffer.length, start);
    return buffer;
  } catch {
    return Buffer.alloc(0);
  }
}
