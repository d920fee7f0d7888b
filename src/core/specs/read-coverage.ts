import * as z from "zod/mini";
import { jsonIn } from "../answer/json-in.ts";

const proposal = z.object({ title: z.string(), body: z.optional(z.string()) });
const answer = z.object({ covered: z.boolean(), missing: z.optional(z.array(proposal)) });

/** A task that is missing, as the completion call proposes it. */
export interface ProposedTask {
  readonly title: string;
  readonly body: string;
}

/** What the completion call has come to: whether closed tasks cover the specifications, and what is missing. */
export interface Coverage {
  readonly covered: boolean;
  readonly missing: readonly ProposedTask[];
}

const mostProposals = 20;
const longestTitle = 200;
const longestBody = 4_000;

/** Reads the answer of a completion call; null where it holds none. Whoever names what is missing has not found all of it covered. */
export function readCoverage(text: string): Coverage | null {
  for (const value of jsonIn(text)) {
    const read = answer.safeParse(value);
    if (!read.success) continue;
    const missing = (read.data.missing ?? [])
      .map(({ title, body = "" }) => ({
        title: title.replaceAll(/\s+/g, " ").trim().slice(0, longestTitle),
        body: body.trim().slice(0, longestBody),
      }))
      .filter(({ title }) => title !== "")
      .slice(0, mostProposals);
    return { covered: read.data.covered && missing.length === 0, missing };
  }
  return null;
}
