import * as z from "zod/mini";
import { jsonIn } from "../answer/json-in.ts";

/** How much may go wrong by a task, as the coordinator sees it. */
const riskLevels = ["LOW", "MEDIUM", "HIGH"] as const;

const listLength = 40;
const textLength = 2_000;

/** What a coordinator has found out about a task before the work on it begins. The keys are those of `.ralph/brief.json`. */
export const briefSchema = z.object({
  schema_version: z.literal(1),
  task_id: z.string(),
  task_source: z.string(),
  task_summary: z.string(),
  risk_level: z.enum(riskLevels),
  affected_modules: z.array(z.string()),
  acceptance_criteria: z.array(z.string()),
  prior_learnings: z.optional(z.array(z.string())),
  qa_required: z.boolean(),
  qa_scope: z.optional(z.string()),
  delegate_to: z.string(),
  coordinator_confidence: z.number().check(z.gte(0), z.lte(1)),
  /** ISO 8601. */
  created_at: z.string(),
  /** Why the task can't be worked here at all. */
  block: z.optional(z.object({ reason: z.string().check(z.regex(/\S/)) })),
});
export type Brief = z.infer<typeof briefSchema>;

/** A brief as it was read; `problem` says in a few words why there is none. */
export type BriefReading =
  | { readonly ok: true; readonly value: Brief }
  | { readonly ok: false; readonly problem: string };

/** Reads the text of a brief's file. */
export function readBrief(json: string): BriefReading {
  try {
    return parsed(JSON.parse(json));
  } catch {
    return { ok: false, problem: "it is no JSON" };
  }
}

/** What the harness knows better than whoever answers with a brief. `at` is ISO 8601. */
export interface BriefFrame {
  readonly task: string;
  readonly source: string;
  readonly at: string;
}

/** Reads a brief from a coordinator's final text. One for another task is none. */
export function readBriefAnswer(answer: string, { task, source, at }: BriefFrame): BriefReading {
  const objects = jsonIn(answer).filter((value) => "task_id" in value || "schema_version" in value);
  let problem = "no JSON object with a brief was found in it";
  for (const value of objects) {
    const reading = parsed({ ...value, task_source: source, created_at: at });
    if (reading.ok && reading.value.task_id === task) return reading;
    problem = reading.ok ? `it is a brief for ${reading.value.task_id}, not for ${task}` : reading.problem;
  }
  return { ok: false, problem };
}

function parsed(value: unknown): BriefReading {
  const read = briefSchema.safeParse(withoutNulls(value));
  if (read.success) return { ok: true, value: bounded(read.data) };
  const fields = read.error.issues.map(({ path }) => path.map(String).join(".")).filter((path) => path !== "");
  const which = [...new Set(fields)].slice(0, 5).join(", ");
  return { ok: false, problem: which === "" ? "it is no JSON object" : `missing or not as they have to be: ${which}` };
}

/* Programs that are held to a form give every key. */
const withoutNulls = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
    : value;

const cut = (text: string): string => text.trim().slice(0, textLength);
const cutAll = (texts: readonly string[]): string[] =>
  texts
    .map(cut)
    .filter((text) => text !== "")
    .slice(0, listLength);

/** What is long is cut, what is empty left out. */
const bounded = ({ prior_learnings: learnings, qa_scope: scope, block, ...brief }: Brief): Brief => ({
  ...brief,
  task_source: cut(brief.task_source),
  task_summary: cut(brief.task_summary),
  affected_modules: cutAll(brief.affected_modules),
  acceptance_criteria: cutAll(brief.acceptance_criteria),
  delegate_to: cut(brief.delegate_to),
  created_at: cut(brief.created_at),
  ...(learnings === undefined ? {} : { prior_learnings: cutAll(learnings) }),
  ...(scope === undefined ? {} : { qa_scope: cut(scope) }),
  ...(block === undefined ? {} : { block: { reason: cut(block.reason) } }),
});

/** A brief as the text of its file. */
export const briefText = (brief: Brief): string => `${JSON.stringify(brief, null, 2)}\n`;

/** The JSON schema of a coordinator's answer, for agents that can be held to one. */
export function briefJsonSchema(): unknown {
  const schema = z.object({
    schema_version: z.literal(1),
    task_id: z.string(),
    task_summary: z.string(),
    risk_level: z.enum(riskLevels),
    affected_modules: z.array(z.string()),
    acceptance_criteria: z.array(z.string()),
    prior_learnings: z.array(z.string()),
    qa_required: z.boolean(),
    qa_scope: z.string(),
    delegate_to: z.string(),
    coordinator_confidence: z.number(),
    block: z.nullable(z.object({ reason: z.string() })),
  });
  const { $schema: _, ...plain } = z.toJSONSchema(schema);
  return plain;
}
