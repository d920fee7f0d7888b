import * as z from "zod/mini";
import { jsonIn } from "./json-in.ts";

/** How urgent a finding of an audit is: what is P0 or P1 becomes a task of its own. */
const findingPriorities = ["P0", "P1", "P2", "P3"] as const;

/** One thing that an audit has found. */
export const auditFindingSchema = z.object({
  priority: z.enum(findingPriorities),
  title: z.string(),
  body: z.string(),
  file: z.nullable(z.string()),
  line: z.nullable(z.number()),
});
export type AuditFinding = z.infer<typeof auditFindingSchema>;

const mostFindings = 100;
const longestTitle = 200;
const longestBody = 4_000;

/** The value of a field, and what stands in for one that can't be read. */
const orElse = z.catch;

const said = z.object({
  priority: z.pipe(
    z.string(),
    z.pipe(
      z.transform((word: string) => word.trim().toUpperCase()),
      z.enum(findingPriorities),
    ),
  ),
  title: z.string().check(z.regex(/\S/)),
  body: orElse(z.string(), ""),
  file: orElse(z.nullable(z.string()), null),
  line: orElse(z.nullable(z.int().check(z.gte(1))), null),
});
const answered = z.object({ findings: z.array(said) });

/**
 * The findings in an agent's final text; an empty list where it has found nothing, null where it does not say. One finding that can't be
 * read makes all of them unreadable, so that none is lost.
 */
export function readAuditFindings(text: string): AuditFinding[] | null {
  for (const value of jsonIn(text)) {
    const read = answered.safeParse(value);
    if (read.success) return read.data.findings.slice(0, mostFindings).map(bounded);
  }
  return null;
}

const bounded = ({ priority, title, body, file, line }: z.infer<typeof said>): AuditFinding => ({
  priority,
  title: title.replaceAll(/\s+/g, " ").trim().slice(0, longestTitle),
  body: body.trim().slice(0, longestBody),
  file: file === null || file.trim() === "" ? null : file.trim().replace(/^\.\//, ""),
  line,
});
