import type { Findings } from "./findings.ts";
import { failure, type HealthCheck, ok, warning } from "./health-check.ts";

/** Whether the agent's own program asks the guard. Null for an agent that has no hooks, or that is not there at all. */
export function judgeFiring({ firing, agent }: Findings): HealthCheck | null {
  const { name, program } = agent;
  switch (firing.kind) {
    case "needless":
      return null;
    case "fires":
      return ok(
        "hooks-fire",
        firing.by === "hook"
          ? `${name} was started on a model of our own, asked the hook before a write, and was refused`
          : `${name} refused a write by its own rules, which take the place of a hook: they stop only plain attempts`,
      );
    case "silent":
      return failure(
        "hooks-fire",
        `${name} wrote a file of the harness without asking the hook: nothing is refused before it happens`,
        `Try another version of ${name} (\`ralph agents list\` says which were tried). What it changes is found and put back after each call all the same.`,
      );
    case "untried":
      return program === null
        ? null
        : warning(
            "hooks-fire",
            `whether ${name} asks the hook could not be tested: ${firing.why}`,
            "Start the agent by hand and see that it works. What it changes is found and put back after each call all the same.",
          );
  }
}
