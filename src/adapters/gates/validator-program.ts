import type { Validator } from "../../ports/gate.ts";
import { type CommandSettings, runCommand } from "./run-command.ts";

/** What a validator program needs: its argv, and where its output goes. */
export interface ValidatorSettings extends CommandSettings {
  readonly argv: readonly string[];
  readonly logPath: (iteration: number) => string;
}

/** A program of the person's that judges changed files: they are its last arguments, and its exit code is the verdict. */
export const validatorProgram = (settings: ValidatorSettings): Validator => ({
  name: settings.argv.join(" "),
  async judge({ files, iteration, marker }, signal) {
    const start = {
      command: settings.argv.join(" "),
      argv: [...settings.argv, ...files],
      log: settings.logPath(iteration),
      marker,
    };
    const { receipt, failure } = await runCommand(settings, start, signal);
    return {
      failing: failure?.failing ?? null,
      problem: failure?.problem ?? null,
      tail: receipt.tail,
      durationMs: receipt.durationMs,
    };
  },
});
