import * as z from "zod/mini";
import { jsonIn } from "./json-in.ts";

/** The value of a field, and what stands in for one that can't be read. */
const orElse = z.catch;

/** Whether focused tests went well, as the agent says. */
const testWords = ["PASS", "FAIL", "NOT_RUN"] as const;

const listLength = 50;
const textLength = 2_000;

/** Something that the next one should know: what it is about, and whether it crosses modules. */
export const discoverySchema = z.object({ area: z.nullable(z.string()), text: z.string(), critical: z.boolean() });
export type Discovery = z.infer<typeof discoverySchema>;

/** What an implementer or a fixer reports of its work where it owes no status block. */
export const workSummarySchema = z.object({
  status: z.enum(["PASS", "FAIL"]),
  files: z.array(z.string()),
  approach: z.string(),
  tests: z.enum(testWords),
  failingCommand: z.nullable(z.string()),
  reviewerNotes: z.array(z.string()),
  blockers: z.array(z.string()),
  discoveries: z.array(discoverySchema),
});
export type WorkSummary = z.infer<typeof workSummarySchema>;

const text = z.pipe(
  z.string(),
  z.transform((value: string) => value.trim().slice(0, textLength)),
);
const word = z.pipe(
  z.string(),
  z.transform((value: string) => value.trim().toUpperCase()),
);
const texts = orElse(z.array(orElse(text, "")), []);

/* What stands in the way is never lost by its form: an object says it under some key, and one text may stand without a list. */
const wordsOf = (value: unknown): string => {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "object" || value === null) return "";
  const said: unknown = ["description", "blocker", "reason", "message", "text", "title"]
    .map((key): unknown => Reflect.get(value, key))
    .find((one) => typeof one === "string" && one.trim() !== "");
  return typeof said === "string" ? said.trim() : JSON.stringify(value);
};
const noBlocker = /^(?:none|nothing|n\/?a|no(?: blockers?)?|[-–—])\.?$/i;
const obstacles = z.pipe(
  z.unknown(),
  z.transform((value: unknown) =>
    (Array.isArray(value) ? value : [value])
      .map((one: unknown) => wordsOf(one).slice(0, textLength))
      .map((one) => (noBlocker.test(one) ? "" : one)),
  ),
);

const answered = z.object({
  status: z.pipe(word, z.enum(["PASS", "FAIL"])),
  files: texts,
  approach: orElse(text, ""),
  focusedTests: orElse(
    z.object({
      status: orElse(z.pipe(word, z.enum(testWords)), "NOT_RUN"),
      failingCommand: orElse(z.nullable(text), null),
    }),
    { status: "NOT_RUN", failingCommand: null },
  ),
  reviewerNotes: texts,
  blockers: orElse(obstacles, []),
  discoveries: orElse(
    z.array(
      orElse(
        z.union([text, z.object({ area: orElse(z.nullable(text), null), text, critical: orElse(z.boolean(), false) })]),
        "",
      ),
    ),
    [],
  ),
});

/** A summary as it was read. `problem` says, for the agent that gave the answer, why there is none. */
export type SummaryReading =
  | { readonly ok: true; readonly value: WorkSummary }
  | { readonly ok: false; readonly problem: string };

/** What is wrong with an answer that holds no work report, for the agent that gave it. */
export const noWorkSummary = 'no JSON object with a "status" of PASS or FAIL was found in it';

/** Reads the summary from an agent's final text: a JSON object that holds a status of PASS or FAIL, the likeliest first. */
export function readWorkSummary(answer: string): SummaryReading {
  for (const value of jsonIn(answer)) {
    const read = answered.safeParse(value);
    if (read.success) return { ok: true, value: summaryOf(read.data) };
  }
  return { ok: false, problem: noWorkSummary };
}

function summaryOf({ focusedTests, files, reviewerNotes, blockers, discoveries, ...rest }: z.infer<typeof answered>) {
  return {
    ...rest,
    tests: focusedTests.status,
    failingCommand: focusedTests.failingCommand,
    files: kept(files),
    reviewerNotes: kept(reviewerNotes),
    blockers: kept(blockers),
    discoveries: discoveries
      .map(discoveryOf)
      .filter((one) => one.text !== "")
      .slice(0, listLength),
  };
}

const kept = (list: readonly string[]): string[] => list.filter((one) => one !== "").slice(0, listLength);

/* `critical: …` and `area: …` in front of a text say where it belongs. */
function discoveryOf(given: string | Discovery): Discovery {
  if (typeof given !== "string") return { ...given, area: given.area === "" ? null : given.area };
  const said = /^(?<area>[A-Za-z][\w-]{1,29}):\s+(?<rest>\S[\s\S]*)$/.exec(given)?.groups;
  if (said === undefined) return { area: null, text: given, critical: false };
  const area = (said["area"] ?? "").toLowerCase();
  const rest = said["rest"] ?? "";
  return area === "critical" ? { area: null, text: rest, critical: true } : { area, text: rest, critical: false };
}

/** The JSON schema of a summary, for agents that can be held to one. */
export function workSummaryJsonSchema(): unknown {
  const list = z.array(z.string());
  const schema = z.strictObject({
    status: z.enum(["PASS", "FAIL"]),
    files: list,
    approach: z.string(),
    focusedTests: z.strictObject({ status: z.enum(testWords), failingCommand: z.nullable(z.string()) }),
    reviewerNotes: list,
    blockers: list,
    discoveries: list,
  });
  const { $schema: _, ...plain } = z.toJSONSchema(schema);
  return plain;
}
