/** What a command says and how it exits. */
export interface CommandAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** An answer for people. */
export const textAnswer = (stdout: string, exitCode = 0): CommandAnswer => ({ stdout, stderr: "", exitCode });

/** An answer for programs: one JSON value, and nothing else. */
export const jsonAnswer = (value: unknown, exitCode = 0): CommandAnswer => ({
  stdout: `${JSON.stringify(value, null, 2)}\n`,
  stderr: "",
  exitCode,
});

/** A request that can't be met: what happened, what to do, and the exit code. Nothing goes to stdout. */
export const refusal = (message: string, next: string, exitCode: number): CommandAnswer => ({
  stdout: "",
  stderr: `${message}\n${next}\n`,
  exitCode,
});
