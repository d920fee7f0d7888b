import { exitCodeOf } from "./end-reason.ts";
import { lowGrade, rubberStamp } from "./crew/quality.ts";
import { evolve } from "./evolve.ts";
import type { Entry, FactOf, WeakenedTest } from "./fact.ts";
import { type IterationView, newIteration, withFact, withGrade } from "./iteration-view.ts";
import { type Spending, withCall } from "./money/spending.ts";
import { emptyPolicy, type Policy } from "./policy.ts";
import { isJudging } from "./judging-roles.ts";
import { initialState, type State } from "./state.ts";
import { stageOf, type Stage } from "./step.ts";
import { nothingWatched, type TestWatch, watchTests } from "./tests/test-watch.ts";
import { surfaceWarning } from "./texts/surface-warning.ts";

/** A thing a person should look at. */
export interface Warning {
  readonly code: string;
  readonly severity: "warning" | "critical";
  readonly message: string;
}

/** Every figure that any screen shows of one run: a fold over its facts, beside the state of the loop. */
export interface RunView {
  readonly run: string;
  readonly state: State;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly end: FactOf<"run-ended"> | null;
  readonly stage: Stage;
  readonly waiting: { readonly why: string; readonly until: number | null } | null;
  readonly iterations: readonly IterationView[];
  readonly tokens: { readonly in: number; readonly out: number; readonly cached: number };
  readonly parked: readonly FactOf<"task-parked">[];
  /** Bytes of the last answer of each role, to notice when answers shrink (L-20). */
  readonly answerBytes: Readonly<Record<string, number>>;
  readonly warnings: readonly Warning[];
  /** What calls have used, by role, agent and model. */
  readonly spending: readonly Spending[];
  /** What gates have shown of single tests. */
  readonly tests: TestWatch;
}

/** The view of a run of which nothing is known yet. */
export const newView = (run: string, policy: Policy, at: number): RunView => ({
  run,
  state: initialState(policy, at),
  startedAt: at,
  endedAt: null,
  end: null,
  stage: "preflight",
  waiting: null,
  iterations: [],
  tokens: { in: 0, out: 0, cached: 0 },
  parked: [],
  answerBytes: {},
  warnings: [],
  spending: [],
  tests: nothingWatched,
});

/** The view after a fact. */
export function advance(view: RunView, entry: Entry): RunView {
  const after: RunView = { ...view, state: evolve(view.state, entry), iterations: iterationsAfter(view, entry) };
  const { fact } = entry;
  switch (fact.kind) {
    case "run-started":
      return { ...after, startedAt: entry.at };
    case "step-intended":
      return { ...after, stage: stageOf[fact.step.do], waiting: null };
    case "agent-finished":
      return {
        ...after,
        tokens: addTokens(view.tokens, fact.usage),
        spending: withCall(view.spending, fact),
        answerBytes: { ...view.answerBytes, [fact.role]: fact.answerBytes },
        warnings: [...view.warnings, ...callWarnings(view, fact)],
      };
    case "verdict-read":
      return { ...after, warnings: [...view.warnings, ...verdictWarnings(fact)] };
    case "grade-collected":
      return withJudge(after, view.warnings, fact);
    case "agent-replaced":
      return { ...after, warnings: [...view.warnings, ...replacementWarnings(fact)] };
    case "gate-judged":
      return { ...after, ...withTests(view, fact) };
    case "baseline-taken":
      return { ...after, ...withTests(view, { receipts: fact.receipts, served: false }) };
    case "task-parked":
      return { ...after, parked: [...view.parked, fact] };
    case "warned":
      return {
        ...after,
        warnings: [...view.warnings, { code: fact.code, severity: fact.severity, message: fact.message }],
      };
    case "run-ended":
      return { ...after, end: fact, endedAt: entry.at, stage: "decide" };
    case "work-measured":
      return { ...after, warnings: [...view.warnings, ...measuredWarnings(fact)] };
    case "grade-pending":
    case "repository-prepared":
    case "waited":
    case "wish-heard":
    case "reaped":
    case "backlog-read":
    case "task-claimed":
    case "answer-read":
    case "review-closed":
    case "work-simplified":
    case "simplification-undone":
    case "work-landed":
    case "tick-withdrawn":
    case "landing-refused":
    case "work-kept":
    case "iteration-recorded":
    case "run-recovered":
    case "breaker-reset":
      return after;
  }
}

/** The view of a run from all its facts; null where there are none. */
export function viewOf(entries: Iterable<Entry>): RunView | null {
  let view: RunView | null = null;
  for (const entry of entries) view = advance(view ?? viewBefore(entry), entry);
  return view;
}

/** The view that the first fact of a run is folded into. */
export const viewBefore = ({ run, fact, at }: Entry): RunView =>
  newView(run, fact.kind === "run-started" ? fact.policy : emptyPolicy, at);

function iterationsAfter(view: RunView, entry: Entry): readonly IterationView[] {
  if (entry.fact.kind === "task-claimed")
    return [...view.iterations, newIteration(entry, entry.fact, view.state.policy.playbook)];
  const { fact } = entry;
  if (fact.kind === "grade-pending" || fact.kind === "grade-collected")
    return view.iterations.map((one) => (one.n === fact.iteration ? withGrade(one, fact) : one));
  const last = view.iterations.at(-1);
  if (last === undefined || last.n !== entry.iteration || last.isRecorded) return view.iterations;
  return [...view.iterations.slice(0, -1), withFact(last, entry)];
}

/** What a judge has used, and what its grades say. */
function withJudge(after: RunView, before: readonly Warning[], fact: FactOf<"grade-collected">): RunView {
  const iteration = after.iterations.find(({ n }) => n === fact.iteration);
  const notes =
    iteration === undefined || fact.grades === null
      ? []
      : [lowGrade(iteration, fact.grades), rubberStamp(after.iterations, fact.iteration)];
  return {
    ...after,
    tokens: fact.calls.reduce((sum, call) => addTokens(sum, call.usage), after.tokens),
    spending: fact.calls.reduce(withCall, after.spending),
    warnings: [
      ...before.filter((one) => one.code !== "rubber_stamp" || !notes.some((note) => note?.code === "rubber_stamp")),
      ...notes.flatMap((note) => note ?? []),
    ],
  };
}

const addTokens = (sum: RunView["tokens"], usage: FactOf<"agent-finished">["usage"]): RunView["tokens"] =>
  usage === null
    ? sum
    : { in: sum.in + usage.in, out: sum.out + usage.out, cached: sum.cached + usage.cachedRead + usage.cachedWrite };

function withTests(view: RunView, gate: Parameters<typeof watchTests>[1]): Pick<RunView, "tests" | "warnings"> {
  const { watch, notes } = watchTests(view.tests, gate);
  return { tests: watch, warnings: [...view.warnings, ...notes.map(({ code, message }) => warn(code, message))] };
}

const manySubAgents = 4;
const manyReads = 50;

const warn = (code: string, message: string): Warning => ({ code, severity: "warning", message });

/** What a call shows that a person should know: shrinking answers, many sub-agents, full checks run in mid-epic. */
function callWarnings(view: RunView, fact: FactOf<"agent-finished">): readonly Warning[] {
  const { current, policy } = view.state;
  const before = view.answerBytes[fact.role] ?? 0;
  // A judge that finds nothing has less to say than one that does.
  const declined =
    before > 0 &&
    !isJudging(fact.role) &&
    fact.outcome === "ok" &&
    fact.answerBytes < before * (1 - policy.breaker.outputDeclinePercent / 100);
  const isMidEpic = current !== null && policy.qa === "epic" && !current.claim.boundary && !current.claim.task.large;
  return [
    ...(declined
      ? [
          warn(
            "output_decline",
            `the answer of the ${fact.role} shrank from ${before} to ${fact.answerBytes} characters`,
          ),
        ]
      : []),
    ...(fact.subAgents > manySubAgents
      ? [warn("many_sub_agents", `${fact.subAgents} sub-agents were started in one call`)]
      : []),
    ...(fact.role === "reviewer" && (fact.fileReads ?? 0) > manyReads
      ? [
          warn(
            "many_reads",
            `a reviewer read ${fact.fileReads} files: more than ${manyReads} is hunting, not reviewing`,
          ),
        ]
      : []),
    ...(fact.suiteRuns > 0 && isMidEpic
      ? [
          warn(
            "suite_run_mid_epic",
            `the agent ran the full checks ${fact.suiteRuns} times before the end of its section`,
          ),
        ]
      : []),
  ];
}

/** Nobody has read a change in that time (P-26). */
const verdictWarnings = ({
  suspicious,
  role,
  model,
  verdict,
  durationMs,
}: FactOf<"verdict-read">): readonly Warning[] =>
  suspicious
    ? [
        warn(
          "suspicious_verdict",
          `the ${role}${model === null ? "" : ` (${model})`} gave ${verdict} after ${Math.round(durationMs / 1000)} s: quicker than a change is read`,
        ),
      ]
    : [];

/** Somebody else's work has another quality and another price: said once, when it begins. */
const replacementWarnings = ({ role, from, to, why }: FactOf<"agent-replaced">): readonly Warning[] =>
  why === null ? [] : [warn("agent_replaced", `${to} took over as ${role} from ${from} (${why})`)];

function measuredWarnings(fact: FactOf<"work-measured">): readonly Warning[] {
  return [
    ...fact.surface.map(surfaceWarning),
    ...(fact.restoredItems.length > 0
      ? [
          warn(
            "plan_items_restored",
            `open items that were deleted or reworded while the agent worked were put back: ${fact.restoredItems.join(", ")}`,
          ),
        ]
      : []),
    ...(fact.strayTicks.length > 0
      ? [warn("said_to_be_done", `ticked outside the claimed task, unticked again: ${fact.strayTicks.join(", ")}`)]
      : []),
    ...(fact.gateFiles.length > 0
      ? [
          warn(
            "gate_files_changed",
            `files that the gate reads were changed${fact.gateFilesRefused === true ? " and put back" : ""}: ${fact.gateFiles.join(", ")}`,
          ),
        ]
      : []),
    ...((fact.weakenedTests ?? []).length > 0
      ? [warn("tests_weakened", `tests were weakened: ${(fact.weakenedTests ?? []).map(weakenedText).join("; ")}`)]
      : []),
  ];
}

/** A weakened test in a few words. */
const weakenedText = ({ path, line, what, text }: WeakenedTest): string =>
  `${path}${line === null ? "" : `:${line}`} ${what.replace("-", " ")} (${text})`;

/** The exit code of a run, 70 while it has not ended. */
export const exitCodeOfRun = (view: RunView): number => exitCodeOf(view.end?.reason ?? "internal_error");
