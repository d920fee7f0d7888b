import * as z from "zod/mini";
import { jsonIn } from "./json-in.ts";

/** The value of a field, and what stands in for one that can't be read. */
const orElse = z.catch;

const textLength = 2_000;

const score = z.int().check(z.gte(1), z.lte(5));

/** Grades of landed work, 1 to 5, each with a note. */
export const gradesSchema = z.object({
  acCoverage: score,
  acCoverageNotes: z.string(),
  codeQuality: score,
  codeQualityNotes: z.string(),
  testQuality: score,
  testQualityNotes: z.string(),
  overallNotes: z.string(),
});
export type Grades = z.infer<typeof gradesSchema>;

/** Grades as they were read. `problem` says, for the judge that gave the answer, why there are none. */
export type GradesReading =
  | { readonly ok: true; readonly value: Grades }
  | { readonly ok: false; readonly problem: string };

const note = orElse(
  z.pipe(
    z.string(),
    z.transform((value: string) => value.trim().slice(0, textLength)),
  ),
  "",
);

const answered = z.object({
  ac_coverage_score: score,
  ac_coverage_notes: note,
  code_quality_score: score,
  code_quality_notes: note,
  test_quality_score: score,
  test_quality_notes: note,
  overall_notes: note,
});

/** Reads grades from a judge's final text. A score that is missing, no whole number or beyond 1 to 5 makes all of it unreadable. */
export function readGrades(answer: string): GradesReading {
  const objects = jsonIn(answer);
  for (const value of objects) {
    const read = answered.safeParse(value);
    if (read.success) return { ok: true, value: gradesOf(read.data) };
  }
  const problem =
    objects.length === 0
      ? "no JSON object was found in it"
      : "it needs ac_coverage_score, code_quality_score and test_quality_score, each a whole number from 1 to 5";
  return { ok: false, problem };
}

const gradesOf = (read: z.infer<typeof answered>): Grades => ({
  acCoverage: read.ac_coverage_score,
  acCoverageNotes: read.ac_coverage_notes,
  codeQuality: read.code_quality_score,
  codeQualityNotes: read.code_quality_notes,
  testQuality: read.test_quality_score,
  testQualityNotes: read.test_quality_notes,
  overallNotes: read.overall_notes,
});

/** The worst of the three scores. */
export const lowestScore = ({ acCoverage, codeQuality, testQuality }: Grades): number =>
  Math.min(acCoverage, codeQuality, testQuality);

/** The JSON schema of a judge's answer, for agents that can be held to one. */
export function gradesJsonSchema(): unknown {
  const whole = z.int().check(z.gte(1), z.lte(5));
  const schema = z.strictObject({
    ac_coverage_score: whole,
    ac_coverage_notes: z.string(),
    code_quality_score: whole,
    code_quality_notes: z.string(),
    test_quality_score: whole,
    test_quality_notes: z.string(),
    overall_notes: z.string(),
  });
  const { $schema: _, ...plain } = z.toJSONSchema(schema);
  return plain;
}
