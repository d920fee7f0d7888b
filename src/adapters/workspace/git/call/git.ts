import { setTimeout as sleep } from "node:timers/promises";
import { WorkspaceError } from "../../../../ports/workspace.ts";
import { gitEnvironment, globalOptions, type GitMode } from "./git-environment.ts";
import { failureOf, tail } from "./git-failure.ts";
import { lockedError, lockIn, lookAtLock } from "./git-lock.ts";
import { gitProgram } from "./git-program.ts";
import { startFailure, startGit, type GitEnd } from "./git-process.ts";

/** One call of the git program: argv behind the global options, what it reads, and how far it may go. */
export interface GitCall {
  readonly mode: GitMode;
  readonly args: readonly string[];
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Output beyond this many bytes is cut off and `cut` set; without it too much output is an error. */
  readonly cutAt?: number;
}

/** What git answered. */
export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly cut: boolean;
}

/** Bounds of git calls, milliseconds. A commit waits longer: it runs a person's hooks. */
export interface GitOptions {
  readonly timeoutMs?: number;
  readonly commitTimeoutMs?: number;
  /** How long a call waits for a lock that another git holds. */
  readonly lockPatienceMs?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** The one place that starts git. Rejects with WorkspaceError, or with the signal's reason. */
export interface Git {
  readonly root: string;
  /** Resolves with whatever git answered; rejects when it could not be started, was locked out, or ran out of time. */
  ask(call: GitCall, signal?: AbortSignal): Promise<GitAnswer>;
  /** Like `ask`, but every exit code except 0 rejects. */
  run(call: GitCall, signal?: AbortSignal): Promise<GitAnswer>;
}

const maxOutput = 256_000_000;

/** A git that works in `root`, whatever the process's folder and environment are. */
export function openGit(root: string, options: GitOptions = {}): Git {
  const environment = gitEnvironment(options.env ?? process.env);
  const program = gitProgram(environment.read["PATH"]);
  const patience = options.lockPatienceMs ?? 3_000;
  const timeouts: Readonly<Record<GitMode, number>> = {
    read: options.timeoutMs ?? 60_000,
    write: options.timeoutMs ?? 60_000,
    commit: options.commitTimeoutMs ?? 300_000,
  };

  const once = async (call: GitCall, signal?: AbortSignal): Promise<GitAnswer> => {
    const end = await startGit(
      {
        program,
        args: ["-C", root, ...globalOptions[call.mode], ...call.args],
        env: call.env === undefined ? environment[call.mode] : { ...environment[call.mode], ...call.env },
        stdin: call.stdin ?? null,
        timeoutMs: timeouts[call.mode],
        maxBytes: call.cutAt ?? maxOutput,
      },
      signal,
    ).catch((cause: unknown) => {
      if (signal?.aborted === true) throw cause;
      throw startFailure(cause);
    });
    return answerOf(call, end, timeouts[call.mode]);
  };

  const ask = async (call: GitCall, signal?: AbortSignal): Promise<GitAnswer> => {
    for (let waited = 0, pause = 25; ; waited += pause, pause = Math.min(pause * 2, 800)) {
      const answer = await once(call, signal);
      const lock = answer.exitCode === 0 ? null : lockIn(answer.stderr);
      if (lock === null) return answer;
      if (waited >= patience) throw lockedError(await lookAtLock(lock, root), tail(answer.stderr));
      await sleep(pause, undefined, { signal });
    }
  };

  return {
    root,
    ask,
    async run(call, signal) {
      const answer = await ask(call, signal);
      if (answer.exitCode !== 0 && !answer.cut) throw failureOf(verbOf(call), answer.stderr, answer.exitCode);
      return answer;
    },
  };
}

/** The subcommand of a call, for messages. */
const verbOf = ({ args }: GitCall): string =>
  args.find((arg, at) => !arg.startsWith("-") && args[at - 1] !== "-c") ?? "";

function answerOf(call: GitCall, end: GitEnd, timeoutMs: number): GitAnswer {
  const { exitCode, stdout, stderr, cutShort } = end;
  switch (cutShort) {
    case "timed-out":
      throw new WorkspaceError(
        "timed-out",
        `git ${verbOf(call)} did not end within ${Math.round(timeoutMs / 1000)} s and was stopped.`,
        tail(stderr),
      );
    case "too-much":
      if (call.cutAt === undefined)
        throw new WorkspaceError("failed", `git ${verbOf(call)} wrote more than can be held.`, tail(stderr));
      return { exitCode: 0, stdout: stdout.subarray(0, call.cutAt), stderr, cut: true };
    case null:
      if (exitCode === null) throw failureOf(verbOf(call), stderr, null);
      return { exitCode, stdout, stderr, cut: false };
  }
}
