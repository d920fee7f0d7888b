import { lowestScore, type Grades } from "../answer/grades.ts";
import { isApproval } from "../answer/verdict.ts";
import type { IterationView } from "../iteration-view.ts";

const lowScore = 2;
const doubtfulScore = 3;
const inARow = 3;

/** Something that the grades of a run say about its work, or about its reviewers. */
export interface QualityNote {
  readonly code: "low_grade" | "rubber_stamp";
  readonly severity: "warning" | "critical";
  readonly message: string;
}

/** A score of 2 or less, in words; null for grades that are higher. */
export function lowGrade({ task, commit }: Pick<IterationView, "task" | "commit">, grades: Grades): QualityNote | null {
  const low = [
    ["criteria", grades.acCoverage, grades.acCoverageNotes],
    ["code", grades.codeQuality, grades.codeQualityNotes],
    ["tests", grades.testQuality, grades.testQualityNotes],
  ] as const;
  const said = low
    .filter(([, score]) => score <= lowScore)
    .map(([what, score, notes]) => `${what} ${score}${notes === "" ? "" : ` (${notes})`}`);
  if (said.length === 0) return null;
  const where = commit === null ? "" : ` at ${commit.slice(0, 10)}`;
  return {
    code: "low_grade",
    severity: "warning",
    message: `the judge grades ${task}${where} low: ${said.join(", ")}`,
  };
}

/**
 * The alarm that reviewers let everything through: tasks in a row that they approved and the judge scores below 3. It sounds once, with
 * the third.
 */
export function rubberStamp(iterations: readonly IterationView[], graded: number): QualityNote | null {
  const row = doubtfulRows(iterations).find((one) => one.some(({ n }) => n === graded)) ?? [];
  if (row.length < inARow) return null;
  const tasks = row.map(({ task }) => task).join(", ");
  return {
    code: "rubber_stamp",
    severity: "critical",
    message: `the review gate is suspect: reviewers approved ${tasks}, and the judge scores each of them below ${doubtfulScore}. Look at these commits, and at who reviews.`,
  };
}

/** Graded iterations that follow one another, and of which each was approved and scored low. */
function doubtfulRows(iterations: readonly IterationView[]): readonly (readonly IterationView[])[] {
  const rows: IterationView[][] = [[]];
  for (const view of iterations.filter(({ grades }) => grades?.status === "collected"))
    if (isDoubtful(view)) rows.at(-1)?.push(view);
    else rows.push([]);
  return rows;
}

const isDoubtful = ({ grades, verdicts }: IterationView): boolean => {
  const last = Math.max(0, ...verdicts.map(({ round }) => round));
  const isApproved = verdicts.some(({ round, verdict }) => round === last && isApproval(verdict));
  return grades?.status === "collected" && isApproved && lowestScore(grades.grades) < doubtfulScore;
};
