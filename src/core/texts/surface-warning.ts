/** Control surface that was found changed, as far as a sentence needs it. */
interface ChangedSurface {
  readonly path: string;
  readonly what: string;
  readonly severity: "attack" | "tooling";
  readonly left?: boolean | undefined;
}

/** What a person is told of control surface that was changed: put back where an agent did it, left where it came after the agents. */
export function surfaceWarning({ path, what, severity, left }: ChangedSurface): {
  readonly code: string;
  readonly severity: "warning" | "critical";
  readonly message: string;
} {
  if (left === true)
    return {
      code: "control_surface_left",
      severity: "warning",
      message: `${path} steers the loop and was changed after the harness was killed and its agents were gone: left as it is (${what})`,
    };
  return {
    code: "control_surface",
    severity: severity === "attack" ? "critical" : "warning",
    message: `${path} steers the loop and was changed by the agent: put back (${what})`,
  };
}
