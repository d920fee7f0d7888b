import type { LinearSeed } from "../../src/stand-ins/linear/linear-seed.ts";
import { type PlayedLinear, startLinear } from "../../src/stand-ins/linear/start-linear.ts";
import type { Project, ProjectOptions } from "./repository.ts";

/** A project whose backlog is the project "Demo" of a Linear on loopback. */
export type LinearProject<P extends Project = Project> = P & { readonly linear: PlayedLinear };

/** Makes both, the project by `make`; they go away with `await using`. */
export async function linearProject<P extends Project>(
  make: (options: ProjectOptions) => Promise<P>,
  issues: NonNullable<LinearSeed["issues"]>,
  options: ProjectOptions = {},
): Promise<LinearProject<P>> {
  const linear = await startLinear({ seed: { issues } });
  const it = await make({
    ...options,
    rc: {
      RALPH_SOURCE: "linear",
      RALPH_LINEAR_PROJECT: "Demo",
      RALPH_LINEAR_URL: linear.url,
      RALPH_BRANCHING: "task",
      ...options.rc,
    },
  });
  it.env["LINEAR_API_KEY"] = linear.key;
  return {
    ...it,
    linear,
    async [Symbol.asyncDispose]() {
      await it[Symbol.asyncDispose]();
      await linear.close();
    },
  };
}
