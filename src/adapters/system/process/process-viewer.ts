/** One live process (zombies are left out). `start` with the pid is its identity: a pid alone may be a stranger's by now. */
export interface ProcessRow {
  readonly pid: number;
  readonly ppid: number;
  readonly pgid: number;
  /** Session; equals `pgid` where the platform does not tell. */
  readonly sid: number;
  readonly start: string;
  /** CPU time of the process and of its children that were waited for. */
  readonly cpuMs: number;
  readonly name: string;
}

/** How a platform lets us see processes and end them. Trouble in looking gives fewer rows, never an error. */
export interface ProcessViewer {
  /** All live processes; with `youngerThan`, at least those that began after that one did, `ageMs` ago. */
  list(youngerThan?: { readonly pid: number; readonly ageMs: number }): Promise<readonly ProcessRow[]>;
  /** Whether its environment holds one of these `NAME=value` exactly. */
  carries(row: ProcessRow, marks: readonly string[]): boolean;
  /** Signals the group of a child of ours that was not yet waited for. */
  signalGroup(leader: number, signal: NodeJS.Signals): void;
  /** Signals one process, which was listed just now. */
  signal(row: ProcessRow, signal: NodeJS.Signals): void;
}

/** `process.kill`, where a process that is gone already is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone, or no longer ours: both mean that there is nothing to end.
  }
}
