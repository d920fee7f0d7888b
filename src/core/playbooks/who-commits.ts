import type { Playbook } from "../policy.ts";

/** Who commits a task's work. Where it is the harness alone, commits that an agent makes all the same are against its word. */
export const whoCommits: Readonly<Record<Playbook, "agent" | "harness">> = {
  workflow: "agent",
  increments: "harness",
  crew: "harness",
};
