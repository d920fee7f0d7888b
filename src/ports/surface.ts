/** A file of the control surface that is not as it was (G-1). */
export interface SurfaceFinding {
  readonly path: string;
  readonly what: string;
  readonly severity: "attack" | "tooling";
}

/** Guards the files that steer the loop over one agent call. */
export interface SurfaceGuard {
  /** Remembers them as they are now. */
  take(signal: AbortSignal): Promise<void>;
  /** Puts back what was changed since `take`, and tells what it was. Idempotent. */
  putBack(signal: AbortSignal): Promise<readonly SurfaceFinding[]>;
}
