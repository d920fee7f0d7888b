import * as z from "zod/mini";
import { jsonIn, splitFences } from "./json-in.ts";

/** The forms of a verdict: of a review, or of a check by a QA role. */
export const verdictForms = ["review", "check"] as const;
export type VerdictForm = (typeof verdictForms)[number];

/** The words of both forms. Nothing else is a verdict. */
export const verdictWords = ["APPROVE", "REJECT", "UNCERTAIN", "PASS", "FAIL"] as const;
export type VerdictWord = (typeof verdictWords)[number];

/** What an issue is about. */
const issueCategories = [
  "bug",
  "security",
  "logic",
  "isolation",
  "financial",
  "race",
  "contract",
  "secret",
  "test",
  "other",
] as const;

/** How much an issue matters. An approval over a high one contradicts itself. */
const severities = ["high", "medium", "low"] as const;

/** One thing that a reviewer has found: where, what goes wrong, and the direction of a mend. */
export const issueSchema = z.object({
  file: z.nullable(z.string()),
  line: z.nullable(z.number()),
  category: z.enum(issueCategories),
  severity: z.enum(severities),
  description: z.string(),
  direction: z.nullable(z.string()),
  /** What shows it: a line, a command, a case. */
  evidence: z.optional(z.nullable(z.string())),
  /** The same for the same finding in every round; facts of earlier versions have none. */
  id: z.optional(z.string()),
});
export type Issue = z.infer<typeof issueSchema>;

/** A verdict as it was given. `needs`: the files that a doubtful reviewer asks for. */
export interface GivenVerdict {
  readonly verdict: VerdictWord;
  readonly summary: string;
  readonly issues: readonly Issue[];
  readonly needs: readonly string[];
}

/** What was read of an answer. `problem` says, for the agent that gave it, why it is no verdict. */
export type VerdictReading =
  | { readonly ok: true; readonly value: GivenVerdict }
  | { readonly ok: false; readonly problem: string };

/** The words of each form; the first one is the only approval. */
export const wordsOf: Readonly<Record<VerdictForm, readonly [VerdictWord, ...VerdictWord[]]>> = {
  review: ["APPROVE", "REJECT", "UNCERTAIN"],
  check: ["PASS", "FAIL"],
};

/** What a judge that gave no readable verdict is counted as. */
export const unreadableWord: Readonly<Record<VerdictForm, VerdictWord>> = { review: "UNCERTAIN", check: "FAIL" };

/** True for the one word of each form that lets work through. */
export const isApproval = (verdict: VerdictWord): boolean => verdict === "APPROVE" || verdict === "PASS";

const textLength = 2_000;
const issuesKept = 50;

const text = z.pipe(
  z.string(),
  z.transform((value: string) => value.trim().slice(0, textLength)),
);
/** The value of a field, and what stands in for one that can't be read. */
const orElse = z.catch;

const perhaps = orElse(z.nullable(text), null);

const readIssue = z.object({
  file: perhaps,
  line: orElse(z.nullable(z.int()), null),
  category: orElse(z.enum(issueCategories), "other"),
  severity: orElse(z.enum(severities), "medium"),
  description: text,
  direction: perhaps,
  suggestion: perhaps,
  evidence: perhaps,
});

const readAnswer = z.object({
  verdict: z.string(),
  summary: perhaps,
  reason: perhaps,
  issues: orElse(z.array(z.union([readIssue, text])), []),
  files: orElse(z.array(z.string()), []),
});

/**
 * Reads a verdict from an agent's final text: JSON in the form that was asked for, else a line that holds the word and nothing
 * else. Words within prose decide nothing, and neither does what stands in a fence that is no JSON.
 */
export function readVerdict(answer: string, form: VerdictForm): VerdictReading {
  const readings = jsonIn(answer).flatMap((value) => {
    const read = readAnswer.safeParse(value);
    return read.success ? [fromJson(read.data, form)] : [];
  });
  return readings.find((reading) => reading.ok) ?? readings[0] ?? fromLines(answer, form);
}

function fromJson(read: z.infer<typeof readAnswer>, form: VerdictForm): VerdictReading {
  const verdict = wordsOf[form].find((word) => word === read.verdict.trim().toUpperCase());
  if (verdict === undefined)
    return { ok: false, problem: `"verdict" is ${JSON.stringify(read.verdict.slice(0, 80))}, and ${mustBe(form)}` };
  const summary = read.summary ?? read.reason ?? "";
  const named = read.issues.slice(0, issuesKept).map(issueOf);
  if (isApproval(verdict) && named.some((issue) => issue.severity === "high"))
    return { ok: false, problem: `"verdict" is ${verdict}, but an issue of severity high is among its issues` };
  const isUnexplained = !isApproval(verdict) && named.length === 0;
  const issues = isUnexplained ? [plainIssue(summary === "" ? "no issue was named" : summary)] : named;
  return { ok: true, value: { verdict, summary, issues, needs: read.files.slice(0, issuesKept) } };
}

function issueOf(read: z.infer<typeof readIssue> | string): Issue {
  if (typeof read === "string") return plainIssue(read);
  const { suggestion, direction, evidence, ...issue } = read;
  return { ...issue, direction: direction ?? suggestion, ...(evidence === null ? {} : { evidence }) };
}

/** An issue of which nothing is known but its words. */
export const plainIssue = (description: string): Issue => ({
  file: null,
  line: null,
  category: "other",
  severity: "medium",
  description: description.slice(0, textLength),
  direction: null,
});

/** A verdict that stands alone on a line, under a heading or after `verdict:`. Lines that disagree are no verdict. */
function fromLines(answer: string, form: VerdictForm): VerdictReading {
  const { rest } = splitFences(answer);
  const words = rest.split("\n").flatMap((line) => wordOn(line, form));
  const [verdict] = words;
  if (verdict === undefined)
    return { ok: false, problem: `no JSON object with a "verdict" was found; ${mustBe(form)}` };
  if (words.some((word) => word !== verdict))
    return { ok: false, problem: `more than one verdict was given (${[...new Set(words)].join(", ")})` };
  const summary = rest.trim().slice(0, textLength);
  return {
    ok: true,
    value: { verdict, summary, issues: isApproval(verdict) ? [] : [plainIssue(summary)], needs: [] },
  };
}

function wordOn(line: string, form: VerdictForm): readonly VerdictWord[] {
  const plain = line.replaceAll(/[*_`#]/g, "").trim();
  const said = /^(?:(?:final )?verdict\s*[:=]\s*)?([A-Z]+)\.?$/i.exec(plain)?.[1];
  return wordsOf[form].filter((word) => word === said);
}

const mustBe = (form: VerdictForm): string => `it has to be one of ${wordsOf[form].join(", ")}`;

/** The JSON schema of an answer, for agents that can be held to one: every key is asked for, none else is allowed. */
export function verdictJsonSchema(form: VerdictForm): unknown {
  const [first, ...others] = wordsOf[form];
  const verdict = z.enum([first, ...others]);
  const issue = z.strictObject({
    file: z.nullable(z.string()),
    line: z.nullable(z.number()),
    category: z.enum(issueCategories),
    severity: z.enum(severities),
    description: z.string(),
    evidence: z.nullable(z.string()),
    suggestion: z.nullable(z.string()),
  });
  const schemas = {
    review: z.strictObject({ verdict, summary: z.string(), issues: z.array(issue), files: z.array(z.string()) }),
    check: z.strictObject({ verdict, reason: z.string(), issues: z.array(issue) }),
  };
  // Claude Code refuses a schema that names its draft: it looks the draft up, and has none to find.
  const { $schema: _, ...schema } = z.toJSONSchema(schemas[form]);
  return schema;
}
