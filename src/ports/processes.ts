/** Which of a child's two outputs a line came from. */
export type OutputStream = "stdout" | "stderr";

/** Bounds of one child, in milliseconds and bytes; null means without that bound. */
export interface ProcessLimits {
  /** Total time. */
  readonly totalMs: number | null;
  /** Longest time without output, CPU time of the child's processes, or file changes. */
  readonly idleMs: number | null;
  /** How often the total time starts again for a child that was active shortly before it ran out. */
  readonly extendWhileActive: number;
  /** Wait after each step of the stop sequence: interrupt, terminate, kill. */
  readonly graceMs: number;
  /** Longest wait for output that is still in the pipes once the child is gone. */
  readonly drainMs: number;
  /** How long a child may stay after `onLine` said "finished". */
  readonly afterResultMs: number;
  /** A line longer than this is cut for `onLine`; the log gets all of it. */
  readonly maxLineBytes: number;
  /** Bytes of both outputs together, after which the child is ended as `output_flood`. */
  readonly maxOutputBytes: number | null;
  /** How much of the end of stderr the result keeps. */
  readonly stderrTailBytes: number;
}

/** Where a child's output is kept, appended. The same path may be given twice. `mask` sees each line before it is written. */
export interface ProcessLog {
  readonly stdout: string | null;
  readonly stderr: string | null;
  readonly mask: ((text: string) => string) | null;
}

/** A file that a child has to find at its start: absolute, made or made anew, its folders too. */
export interface PlacedFile {
  readonly path: string;
  readonly text: string;
}

/** A child that is wanted: argv (never a shell string) and its complete environment. Paths are absolute. */
export interface ProcessSpec {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Complete: nothing is inherited. The marks of `marker` are added. */
  readonly env: Readonly<Record<string, string>>;
  /** Written and then ended; null: the child reads an empty input. */
  readonly stdin: string | null;
  /** Written before the start. They stay: whoever names them says where they are no trouble. */
  readonly files?: readonly PlacedFile[];
  /** Only what differs from `usualLimits`. */
  readonly limits?: Partial<ProcessLimits>;
  /**
   * The run's id, given to the child as RALPH_RUN_ID. Whatever carries it is ended with the child, and is gone soon after
   * the harness itself is killed. Null: a child outside this care, such as a git command, that may leave a daemon behind.
   */
  readonly marker: string | null;
  readonly log?: ProcessLog;
  /** A figure or text that changes when files in the work tree do; asked rarely, and only of a child silent otherwise. */
  readonly fileActivity?: () => Promise<number | string>;
}

/** What a child does seen from outside: when (ms since the epoch) it last showed each kind of activity; null: never seen. */
export interface ProcessActivity {
  readonly output: number | null;
  readonly cpu: number | null;
  readonly files: number | null;
}

/** What the caller hears while the child runs. All are called synchronously; one that throws ends the child and rejects `run`. */
export interface ProcessHooks {
  readonly onStart?: (pid: number) => void;
  /** One line without its newline; `cut` when it was longer than allowed. "finished" starts the wait of `afterResultMs`. */
  readonly onLine?: (text: string, stream: OutputStream, cut: boolean) => "finished" | void;
  /** At most about once a second. */
  readonly onActivity?: (activity: ProcessActivity) => void;
}

/** A process that outlived its parent and was ended by us. */
export interface Survivor {
  readonly pid: number;
  readonly name: string;
}

/** Why a program could not be started: the system's code (ENOENT, EACCES, E2BIG, …) and a sentence with the cure. */
export interface StartError {
  readonly code: string;
  readonly message: string;
}

/** How a child ended. */
export interface ProcessResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why we ended it; null when it ended by itself, or stayed after it had "finished". */
  readonly endedBy: null | "timed_out" | "idle" | "stopped" | "output_flood";
  /** It had "finished" and did not leave, so that we ended it: exit code and signal then say nothing about its work. */
  readonly lingered: boolean;
  readonly stderrTail: string;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  readonly survivors: readonly Survivor[];
  readonly durationMs: number;
  readonly lastActivity: ProcessActivity;
  /** Set when nothing ran at all. */
  readonly startError: StartError | null;
  /** The log could not be opened or written: why. The child went on without it. */
  readonly logError: string | null;
}

/**
 * Runs children and leaves nothing of them behind. Every wait has an end: a child that ignores each signal, keeps a pipe
 * open or floods its output still gives a result.
 */
export interface Processes extends AsyncDisposable {
  /**
   * Runs one child to its end. Never rejects for what the child does; rejects only with what a hook threw.
   * An abort of `signal` begins the stop sequence and gives `stopped`.
   */
  run(spec: ProcessSpec, hooks: ProcessHooks, signal: AbortSignal): Promise<ProcessResult>;
  /** The second Ctrl-C: kills every running child at once; their `run` resolves soon after. */
  stopNow(): void;
  /** Ends what a run left behind (also one of an earlier harness) and is not part of a running child. Resolves to what it ended. */
  sweep(marker: string): Promise<readonly Survivor[]>;
  /** Ends care for all runs; kills what still runs. */
  close(): Promise<void>;
}

/** The limits of a child that names none: no time limit, 5 s between the steps of the stop sequence, 16 MB lines. */
export const usualLimits: ProcessLimits = {
  totalMs: null,
  idleMs: null,
  extendWhileActive: 0,
  graceMs: 5_000,
  drainMs: 2_000,
  afterResultMs: 10_000,
  maxLineBytes: 16 * 1024 * 1024,
  maxOutputBytes: null,
  stderrTailBytes: 64 * 1024,
};
