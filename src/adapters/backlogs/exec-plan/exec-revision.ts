import * as z from "zod/mini";
import type { ExecContent } from "./exec-faults.ts";

const form = z.object({
  kind: z.literal("exec-plan"),
  plan: z.string(),
  prd: z.nullable(z.string()),
  progress: z.nullable(z.string()),
});

/** The documents of a plan at one moment. */
export type ExecRevision = z.infer<typeof form>;

/** The documents as one text. */
export const revisionOf = ({ plan, prd, progress }: ExecContent): string =>
  JSON.stringify({ kind: "exec-plan", plan: plan.text, prd: prd?.text ?? null, progress } satisfies ExecRevision);

/** Reads such a text back. One that is none is taken as the plan alone. */
export function readRevision(text: string): ExecRevision {
  try {
    const value: unknown = JSON.parse(text);
    return form.parse(value);
  } catch {
    return { kind: "exec-plan", plan: text, prd: null, progress: null };
  }
}
