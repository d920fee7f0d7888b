import type { IterationView } from "../../core/iteration-view.ts";
import { figuresOf } from "../../core/run-figures.ts";
import { exitCodeOfRun, type RunView } from "../../core/summary.ts";
import type { ShownGrades } from "./judging.ts";
import { warningsOf } from "./warnings-of.ts";
import { isoTime } from "../text/words.ts";

/** The result of a run as one JSON object: the same for `ralph run --json` and `ralph report --json`. */
export function runJson(view: RunView, next: string) {
  const { counts, cost } = figuresOf(view);
  const iterations = view.iterations.map(iterationJson);
  return {
    run: view.run,
    endReason: view.end?.reason ?? null,
    exitCode: exitCodeOfRun(view),
    startedAt: isoTime(view.startedAt),
    endedAt: view.endedAt === null ? null : isoTime(view.endedAt),
    counts,
    breaker: view.state.breaker.state,
    cost,
    iterations,
    warnings: warningsOf(view, gradesIn(iterations)),
    spending: view.spending,
    flakyTests: view.tests.flaky,
    standing: standingJson(view),
    message: view.end?.message ?? "",
    next,
  };
}

const gradesIn = (iterations: readonly { readonly grades: ShownGrades | null }[]): readonly (ShownGrades | null)[] =>
  iterations.map(({ grades }) => grades);

/** The grades of a run's iterations, null where no judge was asked. */
export const gradesOfRun = ({ iterations }: RunView): readonly (ShownGrades | null)[] =>
  gradesIn(iterations.map(iterationJson));

/** How the tasks within the person's filter stood at the last look; null before the first. */
function standingJson({ state }: RunView) {
  const standing = state.lastStanding;
  if (standing === null) return null;
  const { actionable, inProgress = 0, blocked, needsHuman, done } = standing;
  return { ready: actionable, inProgress, blocked, needsHuman, done };
}

/** Grades in the form of U-41: scores are null until they are there. */
function gradesJson(view: IterationView["grades"]) {
  if (view === null) return null;
  const grades = view.status === "collected" ? view.grades : null;
  return {
    status: view.status,
    acCoverage: grades?.acCoverage ?? null,
    codeQuality: grades?.codeQuality ?? null,
    testQuality: grades?.testQuality ?? null,
    notes:
      grades === null
        ? view.status === "failed"
          ? { overall: view.why }
          : {}
        : {
            acCoverage: grades.acCoverageNotes,
            codeQuality: grades.codeQualityNotes,
            testQuality: grades.testQualityNotes,
            overall: grades.overallNotes,
          },
  };
}

/** One iteration in the form of U-41. */
export function iterationJson(view: IterationView) {
  return {
    n: view.n,
    task: view.task,
    title: view.title,
    playbook: view.playbook,
    outcome: view.outcome,
    block: view.block,
    recommendation: view.recommendation,
    question: view.question,
    substitutions: view.substitutions,
    gateRuns: view.gateRuns,
    gateFilesChanged: view.gateFilesChanged,
    calls: view.calls,
    rounds: view.rounds,
    commit: view.commit,
    branch: view.branch,
    gate: view.gate,
    claims: view.claims,
    measured: { filesChanged: view.filesChanged, tasksClosed: view.tasksClosed, openTasks: view.openTasks },
    discrepancies: view.discrepancies,
    verdicts: view.verdicts.map(({ round, role, model, verdict, durationMs, suspicious, cause, summary, issues }) => ({
      round,
      role,
      model,
      verdict,
      seconds: durationMs / 1000,
      suspicious,
      cause,
      summary,
      issues,
    })),
    grades: gradesJson(view.grades),
    error: view.error,
    refusedExit: view.refusedExit,
    parkedFor: view.parkedFor,
    durationMs: view.durationMs,
  };
}
