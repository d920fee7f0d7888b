import * as z from "zod/mini";
import { workTypes } from "./profile.ts";

const count = z.optional(z.int().check(z.nonnegative()));

/**
 * What the harness measured about an iteration, as far as it did. `testsSeen`, ours: a test run was seen in the
 * agent's own events, which makes a claim about tests that no gate backs a warning.
 */
export const StatusFacts = z.object({
  filesChanged: count,
  tasksClosed: count,
  openTasks: count,
  gate: z.optional(z.enum(["green", "red", "not_run"])),
  errors: count,
  epicBoundary: z.optional(z.boolean()),
  taskBlocked: z.optional(z.string()),
  queueBlocked: z.optional(z.boolean()),
  workType: z.optional(z.enum(workTypes)),
  recommendation: z.optional(z.string()),
  nextTask: z.optional(z.string()),
  testsSeen: z.optional(z.boolean()),
});
export type StatusFacts = z.infer<typeof StatusFacts>;

/** Facts read from a JSON value; keys that are no facts are passed over, `null` is an absent fact. */
export function readFacts(
  json: unknown,
): { readonly ok: true; readonly facts: StatusFacts } | { readonly ok: false; readonly problems: readonly string[] } {
  const given =
    typeof json === "object" && json !== null && !Array.isArray(json)
      ? Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null))
      : json;
  const read = StatusFacts.safeParse(given);
  if (read.success) return { ok: true, facts: read.data };
  return {
    ok: false,
    problems: read.error.issues.map((issue) => `${issue.path.join(".") || "facts"}: ${issue.message}`),
  };
}
