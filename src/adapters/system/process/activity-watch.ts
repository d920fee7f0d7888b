import type { ProcessActivity, ProcessLimits } from "../../../ports/processes.ts";
import { within } from "./within.ts";

/** Less CPU time than this between two looks is a sleeping program's housekeeping. */
const cpuNoiseMs = 30;
const ticks = { perLimit: 8, leastMs: 100, mostMs: 15_000 };
const tellEveryMs = 1_000;

/** What is watched, and who is told. */
export interface WatchedChild {
  readonly limits: ProcessLimits;
  /** CPU time (ms) of all processes of the child. */
  readonly cpuMs: () => Promise<number>;
  readonly fileActivity: (() => Promise<number | string>) | undefined;
  readonly onActivity: (activity: ProcessActivity) => void;
  readonly onLimit: (limit: "timed_out" | "idle") => void;
}

/**
 * Knows when a child was last active and in which way, and tells when its total or idle time is over. Looking costs
 * something, so CPU time is looked at only while there is no output, and files only when there is no CPU time either.
 */
export class ActivityWatch {
  readonly #child: WatchedChild;
  readonly #begun = performance.now();
  readonly #tickMs: number;
  #last: { output: number | null; cpu: number | null; files: number | null } = { output: null, cpu: null, files: null };
  #totalFrom = this.#begun;
  #extensions = 0;
  #looked = this.#begun;
  #told = -Infinity;
  #cpuMs = 0;
  #files: number | string | undefined;
  #filesLooked = this.#begun;
  #timer: NodeJS.Timeout | undefined;
  #over = false;

  constructor(child: WatchedChild) {
    this.#child = child;
    const { idleMs, totalMs, extendWhileActive } = child.limits;
    const shortest = Math.min(idleMs ?? Infinity, extendWhileActive > 0 ? (totalMs ?? Infinity) : Infinity);
    this.#tickMs = Math.max(ticks.leastMs, Math.min(ticks.mostMs, shortest / ticks.perLimit));
    this.#schedule();
  }

  /** When each kind of activity was last seen, in ms since the epoch. */
  get activity(): ProcessActivity {
    return { output: epoch(this.#last.output), cpu: epoch(this.#last.cpu), files: epoch(this.#last.files) };
  }

  sawOutput(): void {
    this.#saw("output", performance.now());
  }

  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }

  #saw(kind: keyof ProcessActivity, now: number): void {
    this.#last[kind] = now;
    if (now - this.#told < tellEveryMs) return;
    this.#told = now;
    this.#child.onActivity(this.activity);
  }

  get #latest(): number {
    const { output, cpu, files } = this.#last;
    return Math.max(this.#begun, output ?? 0, cpu ?? 0, files ?? 0);
  }

  #schedule(): void {
    const { idleMs, totalMs, extendWhileActive } = this.#child.limits;
    const now = performance.now();
    const waits = [
      totalMs === null ? Infinity : this.#totalFrom + totalMs - now,
      idleMs === null ? Infinity : this.#latest + idleMs - now,
      idleMs !== null || (totalMs !== null && extendWhileActive > 0) ? this.#tickMs : Infinity,
    ];
    const wait = Math.min(...waits);
    if (this.#over || wait === Infinity) return;
    this.#timer = setTimeout(() => void this.#look(), Math.min(Math.max(1, Math.ceil(wait)), 2 ** 31 - 1));
  }

  async #look(): Promise<void> {
    const silentSince = this.#looked;
    this.#looked = performance.now();
    if ((this.#last.output ?? 0) < silentSince || this.#totalIsOver()) await this.#lookAtProcesses();
    if (this.#over) return;
    const limit = this.#reached();
    if (limit === null) this.#schedule();
    else this.#child.onLimit(limit);
  }

  async #lookAtProcesses(): Promise<void> {
    const { limits, cpuMs, fileActivity } = this.#child;
    const used = await cpuMs();
    const now = performance.now();
    // Less than before: one of the processes has ended, which is activity as well.
    if (Math.abs(used - this.#cpuMs) >= cpuNoiseMs) this.#saw("cpu", now);
    this.#cpuMs = used;
    const pauseMs = (limits.idleMs ?? limits.totalMs ?? Infinity) / 4;
    const isDue = now - Math.max(this.#latest, this.#filesLooked) >= pauseMs || this.#idleIsOver(now);
    if (fileActivity === undefined || !isDue) return;
    this.#filesLooked = now;
    const before = this.#files;
    await within(this.#readFiles(fileActivity), Math.max(1_000, pauseMs));
    if (before !== undefined && before !== this.#files) this.#saw("files", performance.now());
  }

  async #readFiles(fileActivity: () => Promise<number | string>): Promise<void> {
    // Not being able to look is no sign of life.
    this.#files = await fileActivity().catch(() => this.#files);
  }

  #reached(): "timed_out" | "idle" | null {
    const now = performance.now();
    if (this.#totalIsOver()) {
      const { totalMs, extendWhileActive } = this.#child.limits;
      const wasActive = now - this.#latest <= (totalMs ?? 0) / 4;
      if (!wasActive || this.#extensions >= extendWhileActive) return "timed_out";
      this.#extensions += 1;
      this.#totalFrom = now;
    }
    return this.#idleIsOver(now) ? "idle" : null;
  }

  #totalIsOver(): boolean {
    const { totalMs } = this.#child.limits;
    return totalMs !== null && performance.now() - this.#totalFrom >= totalMs;
  }

  #idleIsOver(now: number): boolean {
    const { idleMs } = this.#child.limits;
    return idleMs !== null && now - this.#latest >= idleMs;
  }
}

function epoch(at: number | null): number | null {
  return at === null ? null : Math.round(performance.timeOrigin + at);
}
