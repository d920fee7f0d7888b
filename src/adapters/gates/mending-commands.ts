import type { Receipt } from "../../core/fact.ts";
import type { Mender } from "../../ports/gate.ts";
import { argumentParts } from "./argument-parts.ts";
import { commandForm } from "./command-words.ts";
import { type CommandSettings, runCommand } from "./run-command.ts";

/** What mending commands need. Paths are absolute. */
export interface MendingSettings extends CommandSettings {
  readonly commands: readonly string[];
  readonly logPath: (iteration: number, command: number) => string;
}

/**
 * A person's commands that mend what a machine can. The files are their last arguments; what only a shell understands finds them
 * in `"$@"`. Of more files than a command line takes a command is started for one part after the other.
 */
export const mendingCommands = (settings: MendingSettings): Mender => ({
  commands: settings.commands,
  async run({ files, iteration, marker }, signal) {
    const receipts: Receipt[] = [];
    for (const [index, command] of settings.commands.entries()) {
      const log = settings.logPath(iteration, index + 1);
      for (const part of argumentParts(files.map(asArgument))) {
        const argv = [...argvOf(command), ...part];
        const { receipt } = await runCommand(settings, { command, argv, log, marker }, signal);
        receipts.push(receipt);
        if (signal.aborted) return receipts;
      }
    }
    return receipts;
  },
});

function argvOf(command: string): readonly string[] {
  const form = commandForm(command);
  return form.kind === "words" ? [form.file, ...form.args] : ["sh", "-c", form.text, "sh"];
}

/* A file whose name begins with a dash is no option. */
const asArgument = (file: string): string => (file.startsWith("-") ? `./${file}` : file);
