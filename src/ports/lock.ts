/** Who holds a repository: one process of one machine, told apart from any later process with the same number. */
export interface LockHolder {
  readonly run: string;
  readonly pid: number;
  readonly host: string;
  /** When the process started, in the system's own words; only equality means something. Null where it can't be told. */
  readonly started: string | null;
  /** This start of the machine; null where it can't be told. */
  readonly boot: string | null;
  /** The space in which the process number counts: containers on one machine have their own. Null where there is none. */
  readonly space: string | null;
  /** The work tree it was started in, absolute. */
  readonly root: string;
  /** When it took the lock, milliseconds since 1970 (UTC). */
  readonly since: number;
}

/**
 * How a lock stands. `live`: its process runs. `stale`: it provably does not; `why` says how that is known. `uncertain`:
 * another machine or container holds it, which nobody here can judge; `holder` is null while the lock is being written.
 */
export type LockReading =
  | { readonly state: "free" }
  | { readonly state: "live"; readonly holder: LockHolder }
  | { readonly state: "stale"; readonly holder: LockHolder | null; readonly why: string }
  | { readonly state: "uncertain"; readonly holder: LockHolder | null; readonly why: string };

/** Raised when a repository can't be locked. `locked`: a run is at work. `uncertain`: it may be. `failed`: the file system refused. */
export class LockError extends Error {
  override readonly name = "LockError";
  readonly code: "locked" | "uncertain" | "failed";
  readonly holder: LockHolder | null;
  constructor(code: LockError["code"], message: string, holder: LockHolder | null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.holder = holder;
  }
}

/** A lock that is held. Disposing gives it back, and only if it is still this one; it never throws. */
export interface RunLock extends AsyncDisposable {
  readonly holder: LockHolder;
  /** A sentence to be said about the lock of an earlier run that was taken over, or null. */
  readonly tookOver: string | null;
}

/** One repository, one run. */
export interface Locks {
  /** Takes the lock for a run, taking over a stale one. The same run of this process may take it again. Rejects with LockError. */
  acquire(request: { readonly run: string; readonly root: string }, signal?: AbortSignal): Promise<RunLock>;
  /** Looks, and changes nothing. Rejects with LockError `failed` when it can't be read. */
  read(signal?: AbortSignal): Promise<LockReading>;
}
