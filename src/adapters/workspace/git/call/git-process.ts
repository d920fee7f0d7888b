import { spawn, type ChildProcess } from "node:child_process";
import { parse } from "node:path";
import { WorkspaceError } from "../../../../ports/workspace.ts";

/** One start of the git program. Times in milliseconds, sizes in bytes. */
export interface GitStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: string | Uint8Array | null;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** How it ended. `cutShort` says that we ended it: it took too long, or it wrote more than was wanted. */
export interface GitEnd {
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly cutShort: "timed-out" | "too-much" | null;
}

const maxStderr = 2_000_000;
/** git removes its lock files on SIGTERM; only what does not listen is killed. */
const killAfterMs = 2_000;
/** A hook may leave a background process that holds our pipes: its parent's exit is then the end. */
const drainMs = 500;

/** Starts git in a process group of its own, without a terminal, and waits for its end. Rejects if it can't be started or on abort. */
export async function startGit(start: GitStart, signal?: AbortSignal): Promise<GitEnd> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<GitEnd>();
  const child = spawn(start.program, start.args, {
    // git itself goes to its folder by -C; a folder that is gone must not read as a missing program.
    cwd: parse(process.execPath).root,
    env: start.env,
    detached: process.platform !== "win32",
    windowsHide: true,
    stdio: [start.stdin === null ? "ignore" : "pipe", "pipe", "pipe"],
  });
  const out: Buffer[] = [];
  const err = new Tail(maxStderr);
  let size = 0;
  let cutShort: GitEnd["cutShort"] = null;
  let drain: NodeJS.Timeout | undefined;
  const stop = (why: GitEnd["cutShort"]): void => {
    cutShort ??= why;
    endGroup(child);
  };
  const timer = setTimeout(() => stop("timed-out"), start.timeoutMs);
  const onAbort = (): void => stop(null);
  signal?.addEventListener("abort", onAbort, { once: true });
  const release = (): void => {
    clearTimeout(timer);
    clearTimeout(drain);
    signal?.removeEventListener("abort", onAbort);
  };
  const settle = (exitCode: number | null): void => {
    release();
    if (signal?.aborted === true && exitCode !== 0) reject(signal.reason);
    else resolve({ exitCode, stdout: Buffer.concat(out), stderr: err.text(), cutShort });
  };
  child.stdout?.on("data", (chunk: Buffer) => {
    if (cutShort !== null) return;
    size += chunk.length;
    out.push(chunk);
    if (size > start.maxBytes) stop("too-much");
  });
  child.stderr?.on("data", (chunk: Buffer) => err.push(chunk));
  child.on("error", (cause) => {
    release();
    reject(cause);
  });
  child.on("exit", (code) => {
    clearTimeout(timer);
    drain = setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
      settle(code);
    }, drainMs);
  });
  child.on("close", (code) => settle(code));
  // git may end before it has read all, and says why on stderr: the broken pipe itself tells nothing.
  child.stdin?.on("error", () => {});
  child.stdin?.end(start.stdin);
  return promise;
}

/** The error for a git that could not be started at all (F064). */
export function startFailure(cause: unknown): WorkspaceError {
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  if (code === "ENOENT") {
    return new WorkspaceError(
      "git-missing",
      "The git program was not found. Install git and see that it is on the PATH.",
      "",
      { cause },
    );
  }
  const words = cause instanceof Error ? cause.message : String(cause);
  return new WorkspaceError("failed", `git could not be started: ${words}`, words, { cause });
}

function endGroup(child: ChildProcess): void {
  signalGroup(child, "SIGTERM");
  const timer = setTimeout(() => signalGroup(child, "SIGKILL"), killAfterMs);
  child.once("close", () => clearTimeout(timer));
}

function signalGroup(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // Gone already.
  }
}

/** Keeps the end of a stream. */
class Tail {
  #chunks: Buffer[] = [];
  #size = 0;
  readonly #limit: number;
  constructor(limit: number) {
    this.#limit = limit;
  }
  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#size - (this.#chunks[0]?.length ?? 0) > this.#limit) this.#size -= this.#chunks.shift()?.length ?? 0;
  }
  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }
}
