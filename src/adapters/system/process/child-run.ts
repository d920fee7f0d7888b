import { spawn, type ChildProcess } from "node:child_process";
import {
  usualLimits,
  type ProcessHooks,
  type ProcessLimits,
  type ProcessResult,
  type ProcessSpec,
  type StartError,
  type Survivor,
} from "../../../ports/processes.ts";
import { ActivityWatch } from "./activity-watch.ts";
import { ChildOutput } from "./output/child-output.ts";
import { endSurvivors, findKin } from "./ending/end-survivors.ts";
import type { Kin } from "./ending/kin.ts";
import type { ProcessViewer } from "./process-viewer.ts";
import { placeFiles } from "./place-files.ts";
import { startError } from "./start-error.ts";
import { stopSequence } from "./ending/stop-sequence.ts";
import type { Watchdog } from "./ending/watchdog.ts";

/** What the supervisor gives to each child. `marks` are asked anew at each look. */
export interface ChildCare {
  readonly viewer: ProcessViewer;
  readonly watchdog: Watchdog | null;
  /** Variables that mark the child's processes; empty where it has no marker. */
  readonly env: Readonly<Record<string, string>>;
  readonly marks: () => readonly string[];
}

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

const noExit: Exit = { code: null, signal: null };

/** The marks cover a child from its first moment; its group is told to the watchdog only when it stays a while. */
const watchAfterMs = 300;

/** Longest wait for the end of both outputs before what may hold them is looked for. */
const usualCloseMs = 50;

/** One child from start to end. Made for one `run`. */
export class ChildRun {
  readonly #spec: ProcessSpec;
  readonly #hooks: ProcessHooks;
  readonly #care: ChildCare;
  readonly #limits: ProcessLimits;
  readonly #hard = new AbortController();
  readonly #begun = performance.now();
  readonly #exited = Promise.withResolvers<Exit>();
  readonly #gaveUp = Promise.withResolvers<Exit>();
  readonly #output: ChildOutput;
  #watch: ActivityWatch | null = null;
  #kin: Kin;
  #endedBy: ProcessResult["endedBy"] = null;
  #lingered = false;
  #gone = false;
  #stopping: Promise<void> | null = null;
  #watching: NodeJS.Timeout | undefined;
  #linger: NodeJS.Timeout | undefined;
  #thrown: { readonly error: unknown } | null = null;

  constructor(spec: ProcessSpec, hooks: ProcessHooks, care: ChildCare) {
    this.#spec = spec;
    this.#hooks = hooks;
    this.#care = care;
    this.#limits = { ...usualLimits, ...spec.limits };
    this.#kin = { leader: 0, marks: care.marks, seen: new Set() };
    const { onLine } = hooks;
    this.#output = new ChildOutput(this.#limits, spec.log, {
      onChunk: () => this.#watch?.sawOutput(),
      onLine:
        onLine === undefined
          ? null
          : (text, stream, cut) => this.#call(() => onLine(text, stream, cut) === "finished" && this.#finished()),
      onFlood: () => this.#end("output_flood"),
    });
  }

  /** The child's processes as far as known, for others that must spare them. */
  get kin(): Kin {
    return this.#kin;
  }

  /** Kills at once, and leaves out every wait that is there for the child's sake. */
  killNow(): void {
    this.#hard.abort();
    this.#end("stopped");
  }

  /** Starts the child and resolves when it and its survivors are gone. */
  async run(signal: AbortSignal): Promise<ProcessResult> {
    if (signal.aborted) {
      this.#endedBy = "stopped";
      return this.#result(noExit, [], null);
    }
    const problem = await this.#start();
    if (problem !== null) return this.#result(noExit, [], problem);
    const onAbort = () => this.#end("stopped");
    signal.addEventListener("abort", onAbort, { once: true });
    // `onStart` may have aborted it.
    if (signal.aborted) onAbort();
    try {
      const exit = await Promise.race([this.#exited.promise, this.#gaveUp.promise]);
      this.#watch?.close();
      clearTimeout(this.#linger);
      clearTimeout(this.#watching);
      const survivors = await this.#leaveNothing();
      return this.#result(exit, survivors, null);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  async #start(): Promise<StartError | null> {
    const { file, args, cwd, env, stdin, files = [] } = this.#spec;
    const unplaced = placeFiles(files);
    if (unplaced !== null) return unplaced;
    let child: ChildProcess;
    try {
      child = spawn(file, args, {
        cwd,
        env: { ...env, ...this.#care.env },
        stdio: [stdin === null ? "ignore" : "pipe", "pipe", "pipe"],
        detached: process.platform !== "win32",
        windowsHide: true,
      });
    } catch (error) {
      return startError(this.#spec, error);
    }
    const { pid, stdout, stderr } = child;
    if (pid === undefined)
      return new Promise((resolve) => child.once("error", (error) => resolve(startError(this.#spec, error))));
    child.on("error", () => {});
    child.once("exit", (code, signal) => {
      this.#gone = true;
      this.#exited.resolve({ code, signal });
    });
    this.#kin = { leader: pid, marks: this.#care.marks, seen: new Set() };
    this.#watching = setTimeout(() => this.#care.watchdog?.watch(pid), watchAfterMs);
    this.#watch = this.#watchActivity();
    if (stdout !== null) this.#output.attach(stdout, "stdout");
    if (stderr !== null) this.#output.attach(stderr, "stderr");
    // A child that does not read its input to the end is within its rights.
    child.stdin?.on("error", () => {});
    child.stdin?.end(stdin ?? "");
    this.#call(() => this.#hooks.onStart?.(pid));
    return null;
  }

  #watchActivity(): ActivityWatch {
    const { viewer } = this.#care;
    return new ActivityWatch({
      limits: this.#limits,
      cpuMs: async () => (await findKin(this.#kin, viewer, this.#ageMs)).reduce((sum, row) => sum + row.cpuMs, 0),
      fileActivity: this.#spec.fileActivity,
      onActivity: (activity) => this.#call(() => this.#hooks.onActivity?.(activity)),
      onLimit: (limit) => this.#end(limit),
    });
  }

  get #ageMs(): number {
    return performance.now() - this.#begun;
  }

  /** The first reason stays; a child that "finished" before keeps its success. */
  #end(reason: ProcessResult["endedBy"]): void {
    if (this.#stopping !== null || this.#gone || this.#kin.leader === 0) return;
    this.#endedBy = reason;
    const { viewer } = this.#care;
    const target = { kin: this.#kin, viewer, exited: this.#exited.promise, graceMs: this.#limits.graceMs };
    this.#stopping = stopSequence(target, this.#hard.signal).finally(() => this.#gaveUp.resolve(noExit));
  }

  #finished(): void {
    if (this.#linger !== undefined || this.#stopping !== null || this.#gone) return;
    this.#watch?.close();
    this.#linger = setTimeout(() => {
      this.#lingered = true;
      this.#end(null);
    }, this.#limits.afterResultMs);
  }

  /** After the exit: ends what outlived the child, then takes what is left in the pipes. */
  async #leaveNothing(): Promise<readonly Survivor[]> {
    const { viewer, watchdog } = this.#care;
    const isQuiet = await this.#output.drained(Math.min(usualCloseMs, this.#limits.drainMs));
    const isWanted = this.#spec.marker !== null || this.#stopping !== null;
    const find = () => findKin(this.#kin, viewer, this.#ageMs);
    const survivors = isWanted ? await endSurvivors(find, viewer, this.#hard.signal) : [];
    if (!isQuiet) await this.#output.drained(this.#limits.drainMs);
    watchdog?.leave(this.#kin.leader);
    return survivors;
  }

  /** A hook that throws is a bug of the caller: the child is killed and `run` rejects with it. */
  #call(hook: () => unknown): void {
    if (this.#thrown !== null) return;
    try {
      hook();
    } catch (error) {
      this.#thrown = { error };
      this.killNow();
    }
  }

  #result(exit: Exit, survivors: readonly Survivor[], problem: StartError | null): ProcessResult {
    this.#output.close();
    if (this.#thrown !== null) throw this.#thrown.error;
    return {
      exitCode: exit.code,
      signal: exit.signal,
      endedBy: this.#endedBy,
      lingered: this.#lingered,
      stderrTail: this.#output.stderrTail,
      stdoutBytes: this.#output.bytes.stdout,
      stderrBytes: this.#output.bytes.stderr,
      survivors,
      durationMs: Math.round(this.#ageMs),
      lastActivity: this.#watch?.activity ?? { output: null, cpu: null, files: null },
      startError: problem,
      logError: this.#output.logError,
    };
  }
}
