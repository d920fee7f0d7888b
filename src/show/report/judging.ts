import { spanText } from "../text/time-text.ts";
import { isApproval } from "../../core/answer/verdict.ts";
import type { IterationView } from "../../core/iteration-view.ts";

/** How one model has judged over a run. `seconds` is the mean time of a verdict. */
export interface ModelVerdicts {
  readonly model: string;
  readonly role: string;
  readonly approved: number;
  readonly against: number;
  readonly uncertain: number;
  readonly suspicious: number;
  readonly seconds: number;
}

/** Verdicts by role and model, in the order of their first ones. A model that was not named goes by its agent's name. */
export function verdictsByModel(iterations: readonly IterationView[]): readonly ModelVerdicts[] {
  const all = iterations.flatMap(({ verdicts }) => verdicts);
  return [...Map.groupBy(all, ({ role, model, agent }) => `${role}\n${model ?? agent}`)].map(([key, verdicts]) => {
    const [role = "", model = ""] = key.split("\n");
    const uncertain = verdicts.filter(({ verdict }) => verdict === "UNCERTAIN").length;
    const approved = verdicts.filter(({ verdict }) => isApproval(verdict)).length;
    return {
      model,
      role,
      approved,
      uncertain,
      against: verdicts.length - approved - uncertain,
      suspicious: verdicts.filter(({ suspicious }) => suspicious).length,
      seconds: verdicts.reduce((sum, { durationMs }) => sum + durationMs, 0) / verdicts.length / 1_000,
    };
  });
}

/** Grades of one iteration, in the form of the result of a run. */
export interface ShownGrades {
  readonly status: string;
  readonly acCoverage: number | null;
  readonly codeQuality: number | null;
  readonly testQuality: number | null;
  readonly notes: Readonly<Record<string, string | undefined>>;
}

/** What judges came to over a run: how many answered, and the means of their scores; null where no judge was asked. */
export interface JudgeFigures {
  readonly collected: number;
  readonly pending: number;
  readonly failed: number;
  readonly means: { readonly acCoverage: number; readonly codeQuality: number; readonly testQuality: number } | null;
}

/** The figures of all grades of a run. */
export function judgeFigures(all: readonly (ShownGrades | null)[]): JudgeFigures | null {
  const grades = all.filter((one) => one !== null);
  if (grades.length === 0) return null;
  const collected = grades.filter(({ status }) => status === "collected");
  const mean = (score: "acCoverage" | "codeQuality" | "testQuality"): number =>
    collected.reduce((sum, one) => sum + (one[score] ?? 0), 0) / collected.length;
  return {
    collected: collected.length,
    pending: grades.filter(({ status }) => status === "pending").length,
    failed: grades.filter(({ status }) => status === "failed").length,
    means:
      collected.length === 0
        ? null
        : { acCoverage: mean("acCoverage"), codeQuality: mean("codeQuality"), testQuality: mean("testQuality") },
  };
}

/** The three scores in a word each, `-` where one is missing: criteria, code, tests. */
export const scoresText = ({ status, acCoverage, codeQuality, testQuality }: ShownGrades): string =>
  status === "collected" ? [acCoverage, codeQuality, testQuality].map((score) => score ?? "-").join("/") : status;

/** The judges in a line. */
export function judgesText({ collected, pending, failed, means }: JudgeFigures): string {
  const scores =
    means === null
      ? ""
      : `: criteria ${means.acCoverage.toFixed(1)}, code ${means.codeQuality.toFixed(1)}, tests ${means.testQuality.toFixed(1)} of 5`;
  return `${collected} graded${scores}; ${pending} pending, ${failed} failed`;
}

/** How a model has judged, in a line. */
export const modelText = ({ role, model, approved, against, uncertain, suspicious, seconds }: ModelVerdicts): string =>
  `${role} ${model}: ${approved} for, ${against} against, ${uncertain} uncertain${suspicious > 0 ? `, ${suspicious} suspiciously quick` : ""}; ${spanText(seconds * 1000)} on average`;
