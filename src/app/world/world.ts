import type { Surroundings } from "../compose/compose.ts";

/** What a command gets of the outside: given once by `main`, so that no command reads `process` itself. */
export interface World extends Surroundings {
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly now: () => number;
  /** Calls back at Ctrl-C and SIGTERM until disposed. */
  onInterrupt(heard: () => void): Disposable;
  /** Calls back right before the process is gone, however it ends by itself, until disposed. Only for what is done at once. */
  onExit(leaving: () => void): Disposable;
  /** Ends the process at once: only for a second Ctrl-C. */
  exitNow(code: number): never;
}

/** A stream that text goes to. `columns` only for a terminal. */
export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  readonly hasColor: boolean;
  columns(): number;
  rows(): number;
  onResize(changed: () => void): Disposable;
}

/** What a command comes to: the exit code of the program. */
export type ExitCode = number;
