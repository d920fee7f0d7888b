import type { Validator, ValidatorRun } from "../../ports/gate.ts";
import { argumentParts } from "./argument-parts.ts";
import { type CommandSettings, runCommand } from "./run-command.ts";

/** What a validator program needs: its argv, and where its output goes. */
export interface ValidatorSettings extends CommandSettings {
  readonly argv: readonly string[];
  readonly logPath: (iteration: number) => string;
}

/**
 * A program of the person's that judges changed files: they are its last arguments, and its exit code is the verdict. Of more files
 * than a command line takes it is started for one part after the other, until one is refused.
 */
export const validatorProgram = (settings: ValidatorSettings): Validator => ({
  name: settings.argv.join(" "),
  async judge({ files, iteration, marker }, signal) {
    const command = settings.argv.join(" ");
    const log = settings.logPath(iteration);
    const judgeOne = async (part: readonly string[]): Promise<ValidatorRun> => {
      const { receipt, failure } = await runCommand(
        settings,
        { command, argv: [...settings.argv, ...part], log, marker },
        signal,
      );
      return {
        failing: failure?.failing ?? null,
        problem: failure?.problem ?? null,
        tail: receipt.tail,
        durationMs: receipt.durationMs,
      };
    };
    const [first = [], ...rest] = argumentParts(files);
    let judged = await judgeOne(first);
    for (const part of rest) {
      if (judged.failing !== null || judged.problem !== null) return judged;
      const more = await judgeOne(part);
      judged = { ...more, durationMs: judged.durationMs + more.durationMs };
    }
    return judged;
  },
});
