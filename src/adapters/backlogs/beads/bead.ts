import * as z from "zod/mini";

const dependency = z.looseObject({
  /* `list` names the two ends; `show` gives the other issue with a type. */
  issue_id: z.optional(z.string()),
  depends_on_id: z.optional(z.string()),
  id: z.optional(z.string()),
  type: z.optional(z.string()),
  dependency_type: z.optional(z.string()),
});

const optionalText = z.nullish(z.string());

const schema = z.looseObject({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  priority: z.optional(z.number()),
  issue_type: optionalText,
  description: optionalText,
  design: optionalText,
  acceptance_criteria: optionalText,
  notes: optionalText,
  close_reason: optionalText,
  assignee: optionalText,
  labels: z.nullish(z.array(z.string())),
  dependencies: z.nullish(z.array(dependency)),
  dependency_count: z.optional(z.number()),
});

/** One issue of beads as `bd … --json` gives it. */
export type Bead = z.infer<typeof schema>;

/** One thing that an issue depends on. */
export interface BeadLink {
  readonly on: string;
  readonly type: string;
}

/** The issues in an answer; null where it is not one that we understand. `bd` gives null for none. */
export function beadsIn(answer: string): readonly Bead[] | null {
  try {
    const value: unknown = JSON.parse(answer.trim() === "" ? "null" : answer);
    if (value === null) return [];
    return z.array(schema).parse(Array.isArray(value) ? value : [value]);
  } catch {
    return null;
  }
}

/** What an issue depends on, of whatever kind. */
export const linksOf = ({ id, dependencies }: Bead): readonly BeadLink[] =>
  (dependencies ?? []).flatMap((each) => {
    const on = each.depends_on_id ?? each.id;
    if (on === undefined || on === id) return [];
    return [{ on, type: each.type ?? each.dependency_type ?? "blocks" }];
  });
