import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { Receipt } from "../../core/fact.ts";
import type { Gate, GateRun } from "../../ports/gate.ts";
import type { Processes, ProcessResult } from "../../ports/processes.ts";
import { commandForm } from "./command-words.ts";

/** What a command gate needs. Paths are absolute. */
export interface CommandGateSettings {
  readonly commands: readonly string[];
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly processes: Processes;
  /** Resolves to null where a program can't be found. */
  readonly find: (file: string) => Promise<string | null>;
  readonly logPath: (iteration: number, command: number) => string;
  readonly mask: (text: string) => string;
}

const tailBytes = 16 * 1024;

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

async function runAll(
  settings: CommandGateSettings,
  context: { iteration: number; marker: string },
  signal: AbortSignal,
): Promise<GateRun> {
  const receipts: Receipt[] = [];
  for (const [index, command] of settings.commands.entries()) {
    const log = settings.logPath(context.iteration, index + 1);
    const from = await sizeOf(log);
    const result = await runOne(settings, { command, log, marker: context.marker }, signal);
    const receipt = await receiptOf(settings, { command, log, from, result });
    receipts.push(receipt);
    const failure = failureOf(command, result, signal);
    if (failure !== null) return { verdict: "red", receipts, ...failure };
  }
  return { verdict: "green", receipts, failing: null, problem: null };
}

interface Start {
  readonly command: string;
  readonly log: string;
  readonly marker: string;
}

/** A command that has run: `from` is where in its log its own output begins, in bytes. */
interface Ran {
  readonly command: string;
  readonly log: string;
  readonly from: number;
  readonly result: ProcessResult;
}

function runOne(
  settings: CommandGateSettings,
  { command, log, marker }: Start,
  signal: AbortSignal,
): Promise<ProcessResult> {
  const form = commandForm(command);
  const argv = form.kind === "words" ? { file: form.file, args: form.args } : { file: "sh", args: ["-c", form.text] };
  return settings.processes.run(
    {
      ...argv,
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
}

function failureOf(
  command: string,
  result: ProcessResult,
  signal: AbortSignal,
): Pick<GateRun, "failing" | "problem"> | null {
  if (result.startError !== null) return { failing: `${command}: ${result.startError.message}`, problem: "not_found" };
  if (result.endedBy === "stopped" || signal.aborted)
    return { failing: `${command}: interrupted`, problem: "interrupted" };
  if (result.endedBy === "timed_out")
    return { failing: `${command}: no end after ${Math.round(result.durationMs / 1000)} s`, problem: "timed_out" };
  if (result.exitCode === 0) return null;
  const how = result.exitCode === null ? `signal ${result.signal ?? "unknown"}` : `exit code ${result.exitCode}`;
  return { failing: `\`${command}\` failed with ${how}`, problem: null };
}

async function receiptOf(settings: CommandGateSettings, { command, log, from, result }: Ran): Promise<Receipt> {
  const output = await readFrom(log, from);
  const tail = result.exitCode === 0 ? "" : output.toString("utf8").slice(-tailBytes);
  return {
    command: settings.mask(command),
    exitCode: result.exitCode,
    signal: result.signal,
    durationMs: result.durationMs,
    log: { path: log, bytes: output.length, sha256: createHash("sha256").update(output).digest("hex") },
    tail: settings.mask(tail),
  };
}

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
