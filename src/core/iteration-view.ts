import type { Grades } from "./answer/grades.ts";
import { isApproval } from "./answer/verdict.ts";
import type { Entry, FactOf, GateVerdict, IterationOutcome } from "./fact.ts";
import type { Role } from "./outcome.ts";
import type { SignedBlock } from "./status/status-block.ts";

/** An agent that took over a role, by their labels. */
export interface Substitution {
  readonly role: string;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

/** What a judge has come to on what an iteration landed. `why`: no grades will come. */
export type GradesView =
  | { readonly status: "pending"; readonly judge: string }
  | { readonly status: "collected"; readonly judge: string; readonly grades: Grades }
  | { readonly status: "failed"; readonly judge: string; readonly why: string };

/** One iteration as every screen shows it; the keys of `iterations` in the result of a run. */
export interface IterationView {
  readonly n: number;
  readonly task: string;
  readonly title: string;
  readonly playbook: string;
  readonly outcome: IterationOutcome | null;
  readonly block: SignedBlock | null;
  readonly claims: FactOf<"answer-read">["reading"]["block"];
  readonly recommendation: string;
  readonly question: string | null;
  /** What those who judged the work came to, in the order of arrival. */
  readonly verdicts: readonly FactOf<"verdict-read">[];
  /** Null where no judge was asked. */
  readonly grades: GradesView | null;
  /** Runs of the full checks that agents made by themselves. */
  readonly agentGateRuns: number;
  /** Verdicts of the gate that was red: what ran again after them is a rerun. */
  readonly redGates: number;
  /** What became of the simplifier's work, in words; null where it did not come. */
  readonly simplified: string | null;
  readonly gate: GateVerdict;
  readonly gateRuns: number;
  readonly gateFilesChanged: readonly string[];
  readonly calls: Readonly<Record<string, number>>;
  readonly rounds: number;
  readonly commit: string | null;
  readonly branch: string | null;
  /** The pull request that its work was offered in. */
  readonly pull: { readonly pr: number; readonly url: string | null } | null;
  readonly filesChanged: number;
  readonly tasksClosed: number;
  readonly openTasks: number | null;
  readonly discrepancies: FactOf<"iteration-recorded">["discrepancies"];
  readonly error: FactOf<"iteration-recorded">["error"];
  readonly startedAt: number;
  readonly durationMs: number;
  readonly costUsd: number | null;
  readonly refusedExit: readonly string[];
  readonly parkedFor: string | null;
  /** Why its pull request could not be merged; null unless that is so. */
  readonly mergeFailure: string | null;
  /** Agents that took a role over in this iteration, since the one before could not work. */
  readonly substitutions: readonly Substitution[];
  readonly isRepair: boolean;
  readonly isRecorded: boolean;
}

/** An iteration whose task was just claimed. */
export const newIteration = (entry: Entry, claim: FactOf<"task-claimed">, playbook: string): IterationView => ({
  n: entry.iteration,
  task: claim.task.id,
  title: claim.task.title,
  playbook,
  outcome: null,
  block: null,
  claims: null,
  recommendation: "",
  question: null,
  verdicts: [],
  grades: null,
  agentGateRuns: 0,
  redGates: 0,
  simplified: null,
  gate: "not_run",
  gateRuns: 0,
  gateFilesChanged: [],
  calls: {},
  rounds: 0,
  commit: null,
  branch: claim.branch,
  pull: null,
  filesChanged: 0,
  tasksClosed: 0,
  openTasks: null,
  discrepancies: [],
  error: null,
  startedAt: entry.at,
  durationMs: 0,
  costUsd: null,
  refusedExit: [],
  parkedFor: null,
  mergeFailure: null,
  substitutions: [],
  isRepair: claim.repair,
  isRecorded: false,
});

/** The iteration after a fact of its own. */
// oxlint-disable-next-line max-lines-per-function -- one table over all facts, read by looking things up
export function withFact(view: IterationView, { fact, at }: Entry): IterationView {
  const soFar = { ...view, durationMs: Math.max(view.durationMs, at - view.startedAt) };
  switch (fact.kind) {
    case "agent-finished":
      return { ...soFar, ...called(view, fact) };
    case "agent-replaced":
      return { ...soFar, substitutions: [...view.substitutions, ...substitutionOf(fact)] };
    case "answer-read":
      return {
        ...soFar,
        claims: fact.reading.usable ? fact.reading.block : null,
        question: fact.question,
        recommendation: fact.reading.block?.recommendation ?? "",
      };
    case "work-measured":
      return { ...soFar, ...measured(fact) };
    case "verdict-read":
      return { ...soFar, ...judged(view, fact) };
    case "work-simplified":
      return { ...soFar, simplified: simplifiedAs(fact) };
    case "simplification-undone":
      return { ...soFar, simplified: `put back: ${fact.reason}` };
    case "gate-judged":
      return { ...soFar, ...gated(view, fact) };
    case "work-landed":
      return {
        ...soFar,
        commit: fact.commit,
        pull: fact.pull ?? view.pull,
        tasksClosed: fact.closed.length,
        openTasks: fact.standing.open,
      };
    case "merge-pending":
      return { ...soFar, pull: { pr: fact.pr, url: fact.url } };
    case "task-parked":
      return { ...soFar, ...parked(view, fact) };
    case "iteration-recorded":
      return recorded(soFar, fact);
    case "brief-read":
    case "findings-filed":
    case "brief-prepared":
    case "grade-pending":
    case "grade-collected":
    case "merges-seen":
    case "merge-ended":
    case "repository-prepared":
    case "run-started":
    case "wish-heard":
    case "reaped":
    case "backlog-read":
    case "task-claimed":
    case "baseline-taken":
    case "review-closed":
    case "tick-withdrawn":
    case "landing-refused":
    case "work-kept":
    case "waited":
    case "warned":
    case "run-recovered":
    case "breaker-reset":
    case "task-answered":
    case "work-reviewed":
    case "acceptance-judged":
    case "specs-checked":
    case "run-ended":
    case "step-intended":
      return soFar;
  }
}

const called = (view: IterationView, fact: FactOf<"agent-finished">): Partial<IterationView> => ({
  calls: { ...view.calls, [fact.role]: (view.calls[fact.role] ?? 0) + 1 },
  rounds: Math.max(view.rounds, fact.round),
  agentGateRuns: view.agentGateRuns + fact.suiteRuns,
  costUsd: fact.costUsd === null ? view.costUsd : (view.costUsd ?? 0) + fact.costUsd,
});

const gated = ({ gateRuns, redGates }: IterationView, fact: FactOf<"gate-judged">): Partial<IterationView> => ({
  gate: fact.verdict,
  gateRuns: gateRuns + (fact.served || fact.verdict === "not_run" ? 0 : 1),
  redGates: redGates + (fact.verdict === "red" ? 1 : 0),
});

const measured = ({ changes, standing, gateFiles }: FactOf<"work-measured">): Partial<IterationView> => ({
  filesChanged: changes.length,
  openTasks: standing.open,
  gateFilesChanged: gateFiles,
});

/** The iteration with calls that were begun in it and went on beside the loop. */
export function withCallsBeside(
  view: IterationView,
  role: Role,
  calls: FactOf<"brief-prepared">["calls"],
): IterationView {
  if (calls.length === 0) return view;
  const costs = calls.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    ...view,
    calls: { ...view.calls, [role]: (view.calls[role] ?? 0) + calls.length },
    costUsd: costs.reduce<number | null>((sum, cost) => (sum ?? 0) + cost, view.costUsd),
  };
}

/** The iteration once a judge was started on what it landed, or its grades are in: that comes after the iteration is over. */
export function withGrade(
  view: IterationView,
  fact: FactOf<"grade-pending"> | FactOf<"grade-collected">,
): IterationView {
  const grades = gradesOf(fact, view.grades?.judge ?? "");
  return { ...("calls" in fact ? withCallsBeside(view, "judge", fact.calls) : view), grades };
}

/** The iteration once it is known what has become of its pull request: that comes after the iteration is over. */
export const withMerge = (view: IterationView, fact: FactOf<"merge-ended">): IterationView =>
  fact.result === "merged"
    ? { ...view, outcome: "landed", commit: fact.commit, tasksClosed: view.tasksClosed + 1 }
    : { ...view, mergeFailure: `${fact.result}: ${fact.message}` };

function gradesOf(fact: FactOf<"grade-pending"> | FactOf<"grade-collected">, judge: string): GradesView {
  if (!("grades" in fact)) return { status: "pending", judge: fact.seat };
  return fact.grades === null
    ? { status: "failed", judge, why: fact.why ?? "no grades came" }
    : { status: "collected", judge, grades: fact.grades };
}

/** A failed check of an epic makes its gate red. */
const judged = ({ verdicts, gate }: IterationView, fact: FactOf<"verdict-read">): Partial<IterationView> => ({
  verdicts: [...verdicts, fact],
  gate: fact.form === "check" && !isApproval(fact.verdict) ? "red" : gate,
});

const simplifiedAs = ({ paths, refused }: FactOf<"work-simplified">): string => {
  if (refused !== null) return `put back: ${refused}`;
  return paths.length === 0 ? "nothing to take out" : `${paths.length} files made simpler`;
};

const parked = ({ question }: IterationView, fact: FactOf<"task-parked">): Partial<IterationView> => ({
  openTasks: fact.standing.open,
  parkedFor: fact.reason,
  question: fact.question ?? question,
});

const substitutionOf = ({ role, from, to, why }: FactOf<"agent-replaced">): readonly Substitution[] =>
  why === null ? [] : [{ role, from, to, why }];

function recorded(view: IterationView, fact: FactOf<"iteration-recorded">): IterationView {
  const block = fact.graded?.block ?? null;
  return {
    ...view,
    outcome: fact.outcome,
    block: block === null || fact.blockBy === null ? null : { ...block, by: fact.blockBy },
    recommendation: block?.recommendation ?? view.recommendation,
    discrepancies: fact.discrepancies,
    error: fact.error,
    refusedExit: fact.exit?.vetoes ?? [],
    isRecorded: true,
  };
}
