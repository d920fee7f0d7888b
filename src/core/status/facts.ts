import * as z from "zod/mini";
import { workTypes } from "./profile.ts";

const count = z.optional(z.int().check(z.nonnegative()));
const range = z.optional(z.object({ least: z.number(), most: z.number() }));

/**
 * What the harness measured about an iteration, as far as it did. Ours are `testsSeen`: a test run was seen in the agent's own
 * events, which makes a claim about tests that no gate backs a warning; and, where the agent writes to the tracker, the issue
 * that it was given, and between which numbers its counts of issues have to be.
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
  trackerIssue: z.optional(z.string()),
  openIssues: range,
  doneIssues: range,
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
