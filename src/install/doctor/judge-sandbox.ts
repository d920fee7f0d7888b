import type { Findings } from "./findings.ts";
import { failure, type HealthCheck, ok } from "./health-check.ts";

const holds =
  "a shell behind it could write nothing outside the work tree, read nothing of the home and reach no network";

/** Whether the sandbox that is asked for shuts in, and which there would be. */
export function judgeSandbox({ sandbox: { wanted, fails } }: Findings): HealthCheck {
  switch (wanted) {
    case "none":
      return ok(
        "sandbox",
        fails === null
          ? "none is set; bubblewrap would work here (RALPH_SANDBOX=bwrap)"
          : `none is set, and bubblewrap would not work here: ${fails}`,
      );
    case "bwrap":
      return fails === null
        ? ok("sandbox", `bubblewrap was tried: ${holds}`)
        : failure(
            "sandbox",
            `bubblewrap does not hold here: ${fails}`,
            "Install it (Debian, Ubuntu: apt install bubblewrap) and allow user namespaces, or run without: RALPH_SANDBOX=none.",
          );
    case "agent":
      return ok("sandbox", "the agent's own; a run is refused if the agent has none that works unattended");
    case "container":
      return failure(
        "sandbox",
        "containers are not supported yet",
        "Use bwrap, agent or none: RALPH_SANDBOX in .ralphrc.",
      );
  }
}
