/** A file of the control surface that is not as it was. */
export interface SurfaceFinding {
  readonly path: string;
  readonly what: string;
  readonly severity: "attack" | "tooling";
  /** True where it was left as it is: it was changed when no agent was there any more, and so by a person. */
  readonly left?: boolean | undefined;
}

/** Guards the files that steer the loop over one agent call. */
export interface SurfaceGuard {
  /** Remembers them as they are now; what is remembered outlives a killed harness until `putBack`. */
  take(signal: AbortSignal): Promise<void>;
  /** Puts back what was changed since `take`, be it of a harness that was killed since, and tells what it was. Idempotent. */
  putBack(signal: AbortSignal): Promise<readonly SurfaceFinding[]>;
}
