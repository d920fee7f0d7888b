import { randomUUID } from "node:crypto";
import type { Processes, ProcessHooks, ProcessResult, ProcessSpec, Survivor } from "../../../ports/processes.ts";
import { ChildRun } from "./child-run.ts";
import { endSurvivors } from "./ending/end-survivors.ts";
import { identity, kinOf, type Kin } from "./ending/kin.ts";
import type { ProcessViewer } from "./process-viewer.ts";
import { linuxViewer } from "./ending/survivors-linux.ts";
import { psViewer } from "./ending/survivors-ps.ts";
import { windowsViewer } from "./ending/survivors-windows.ts";
import { Watchdog } from "./ending/watchdog.ts";

const runMark = "RALPH_RUN_ID";
/** Tells the processes of calls apart that run at once in one run. */
const callMark = "RALPH_CALL_ID";
/** Written into environments, and read by a shell and a line protocol. */
const markerShape = /^[\w.:@-]{1,200}$/;

const viewers: Readonly<Partial<Record<NodeJS.Platform, () => ProcessViewer>>> = {
  linux: () => linuxViewer,
  win32: () => windowsViewer,
};

/** What a supervisor may be told. */
export interface Supervision {
  /** Replaces how this platform's processes are seen, for tests. */
  readonly viewer?: ProcessViewer;
  /** A file (absolute) that is made once nothing is left of what a killed harness had started. */
  readonly agentsEnded?: string;
}

/** The real `Processes`, on node:child_process. */
export function processSupervisor({ viewer, agentsEnded }: Supervision = {}): Processes {
  return new Supervisor(viewer ?? (viewers[process.platform] ?? psViewer)(), agentsEnded ?? null);
}

class Supervisor implements Processes {
  readonly #viewer: ProcessViewer;
  readonly #agentsEnded: string | null;
  readonly #id = randomUUID();
  readonly #running = new Map<ChildRun, { readonly marker: string | null; readonly ended: Promise<unknown> }>();
  readonly #watchdogs = new Map<string, Watchdog>();
  #calls = 0;

  constructor(viewer: ProcessViewer, agentsEnded: string | null) {
    this.#viewer = viewer;
    this.#agentsEnded = agentsEnded;
  }

  async run(spec: ProcessSpec, hooks: ProcessHooks, signal: AbortSignal): Promise<ProcessResult> {
    const { marker } = spec;
    if (marker !== null) checkMarker(marker);
    const own = `${this.#id}.${++this.#calls}`;
    const alone = () => this.#runningOf(marker).every((other) => other === child);
    const ofCall = [`${callMark}=${own}`];
    const child = new ChildRun(spec, hooks, {
      viewer: this.#viewer,
      watchdog: marker === null ? null : this.#watchdog(marker),
      env: marker === null ? {} : { [runMark]: marker, [callMark]: own },
      // What carries only the run's mark is nobody's in particular: the last call to end takes it along.
      marks: () => (marker === null ? [] : alone() ? [...ofCall, `${runMark}=${marker}`] : ofCall),
    });
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    this.#running.set(child, { marker, ended });
    try {
      return await child.run(signal);
    } finally {
      this.#running.delete(child);
      resolve();
    }
  }

  stopNow(): void {
    for (const child of this.#running.keys()) child.killNow();
  }

  async sweep(marker: string): Promise<readonly Survivor[]> {
    checkMarker(marker);
    const kin: Kin = { leader: 0, marks: () => [`${runMark}=${marker}`], seen: new Set() };
    const find = async () => {
      const rows = await this.#viewer.list();
      const spared = new Set(
        this.#runningOf(marker).flatMap((child) => kinOf(rows, child.kin, this.#viewer).map(identity)),
      );
      return kinOf(rows, kin, this.#viewer).filter((row) => !spared.has(identity(row)));
    };
    return endSurvivors(find, this.#viewer, new AbortController().signal);
  }

  async close(): Promise<void> {
    this.stopNow();
    await Promise.all(Array.from(this.#running.values(), ({ ended }) => ended));
    for (const [marker, watchdog] of this.#watchdogs) {
      await this.sweep(marker);
      watchdog.close();
    }
    this.#watchdogs.clear();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #runningOf(marker: string | null): readonly ChildRun[] {
    return [...this.#running].filter(([, other]) => other.marker === marker).map(([child]) => child);
  }

  #watchdog(marker: string): Watchdog | null {
    if (process.platform === "win32") return null;
    const watchdog = this.#watchdogs.get(marker) ?? new Watchdog(marker, this.#agentsEnded);
    this.#watchdogs.set(marker, watchdog);
    return watchdog;
  }
}

function checkMarker(marker: string): void {
  if (!markerShape.test(marker)) throw new TypeError(`"${marker}" is no run id: letters, digits and . : @ _ - only`);
}
