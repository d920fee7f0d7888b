import type { Receipt } from "../../core/fact.ts";
import type { Gate, GateRun } from "../../ports/gate.ts";
import { commandForm } from "./command-words.ts";
import { runCommand, type CommandSettings } from "./run-command.ts";

/** What a command gate needs. Paths are absolute. */
export interface CommandGateSettings extends CommandSettings {
  readonly commands: readonly string[];
  /** Resolves to null where a program can't be found. */
  readonly find: (file: string) => Promise<string | null>;
  readonly logPath: (iteration: number, command: number) => string;
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

async function runAll(
  settings: CommandGateSettings,
  context: Parameters<Gate["run"]>[0],
  signal: AbortSignal,
): Promise<GateRun> {
  const receipts: Receipt[] = [];
  for (const [index, command] of (context.commands ?? settings.commands).entries()) {
    const log = settings.logPath(context.iteration, index + 1);
    const form = commandForm(command);
    const argv = form.kind === "words" ? [form.file, ...form.args] : ["sh", "-c", form.text];
    const { receipt, failure } = await runCommand(settings, { command, argv, log, marker: context.marker }, signal);
    receipts.push(receipt);
    if (failure !== null) return { verdict: "red", receipts, ...failure };
  }
  return { verdict: "green", receipts, failing: null, problem: null };
}
