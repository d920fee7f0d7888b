import { exitCodeOf } from "./end-reason.ts";
import { lowGrade, rubberStamp } from "./crew/quality.ts";
import { evolve } from "./evolve.ts";
import type { Entry, FactOf } from "./fact.ts";
import { type IterationView, newIteration, withCallsBeside, withFact, withGrade, withMerge } from "./iteration-view.ts";
import { type Spending, withCall } from "./money/spending.ts";
import { emptyPolicy, type Policy } from "./policy.ts";
import {
  callWarnings,
  measuredWarnings,
  replacementWarnings,
  subAgentMeanWarnings,
  subAgentsOf,
  subAgentWarnings,
  verdictWarnings,
  type Warning,
} from "./run-warnings.ts";
import { initialState, type State } from "./state.ts";
import { stageOf, type Stage } from "./step.ts";
import { nothingWatched, type TestWatch, watchTests } from "./tests/test-watch.ts";

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
  /** Tasks that a person has answered since. */
  readonly answered: readonly string[];
  /** Bytes of the last answer of each role, to notice when answers shrink. */
  readonly answerBytes: Readonly<Record<string, number>>;
  readonly warnings: readonly Warning[];
  /** What calls have used, by role, agent and model. */
  readonly spending: readonly Spending[];
  /** By file: the tasks that have landed a change of it, each once. */
  readonly touched: Readonly<Record<string, readonly string[]>>;
  /** Sub-agents that were started in each iteration that is over. */
  readonly subAgents: readonly number[];
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
  answered: [],
  answerBytes: {},
  warnings: [],
  spending: [],
  touched: {},
  subAgents: [],
  tests: nothingWatched,
});

/** The view after a fact. */
// oxlint-disable-next-line max-lines-per-function -- one table over all facts, read by looking things up
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
    case "brief-prepared":
      return { ...after, ...withUsage(after, fact.calls) };
    case "agent-replaced":
      return { ...after, warnings: [...view.warnings, ...replacementWarnings(fact)] };
    case "gate-judged":
    case "baseline-taken":
      return { ...after, ...withTests(view, fact) };
    case "work-landed":
      return { ...after, touched: withLanding(view) };
    case "task-answered":
      return { ...after, answered: [...view.answered, fact.task] };
    case "task-parked":
      return { ...after, parked: [...view.parked, fact] };
    case "warned":
      return { ...after, warnings: [...view.warnings, warningIn(fact)] };
    case "run-ended":
      return { ...after, end: fact, endedAt: entry.at, stage: "decide", iterations: after.iterations.map(cutShort) };
    case "work-measured":
      return {
        ...after,
        warnings: [
          ...view.warnings,
          ...measuredWarnings(fact),
          ...subAgentWarnings(view.state.current, (it) => ({ ...it, measured: fact })),
        ],
      };
    case "iteration-recorded":
      return withSubAgents(after, view);
    case "merge-pending":
    case "merges-seen":
    case "merge-ended":
    case "grade-pending":
    case "repository-prepared":
    case "waited":
    case "wish-heard":
    case "reaped":
    case "backlog-read":
    case "task-claimed":
    case "brief-read":
    case "findings-filed":
    case "answer-read":
    case "review-closed":
    case "work-simplified":
    case "simplification-undone":
    case "tick-withdrawn":
    case "landing-refused":
    case "work-kept":
    case "run-recovered":
    case "breaker-reset":
    case "work-reviewed":
    case "acceptance-judged":
    case "specs-checked":
      return after;
  }
}

function withLanding({ touched, state: { current } }: RunView): RunView["touched"] {
  const task = current?.claim.task.id;
  if (task === undefined) return touched;
  const paths = (current?.measured?.workChanges ?? []).map(({ path }) => path);
  return {
    ...touched,
    ...Object.fromEntries(paths.map((path) => [path, [...new Set([...(touched[path] ?? []), task])]])),
  };
}

const warningIn = ({ code, severity, message }: FactOf<"warned">): Warning => ({ code, severity, message });

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
  if (fact.kind === "merge-ended")
    return view.iterations.map((one) => (one.n === fact.iteration ? withMerge(one, fact) : one));
  if (fact.kind === "brief-prepared")
    return view.iterations.map((one) =>
      one.n === fact.iteration ? withCallsBeside(one, "coordinator", fact.calls) : one,
    );
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
    ...withUsage(after, fact.calls),
    warnings: [
      ...before.filter((one) => one.code !== "rubber_stamp" || !notes.some((note) => note?.code === "rubber_stamp")),
      ...notes.flatMap((note) => note ?? []),
    ],
  };
}

function withSubAgents(after: RunView, { state: { current }, subAgents, warnings }: RunView): RunView {
  if (current === null) return after;
  const count = subAgentsOf(current);
  return {
    ...after,
    subAgents: [...subAgents, count],
    warnings: [...warnings, ...subAgentMeanWarnings(subAgents, count)],
  };
}

/** What calls beside the loop have used. */
const withUsage = (
  { tokens, spending }: RunView,
  calls: FactOf<"brief-prepared">["calls"],
): Pick<RunView, "tokens" | "spending"> => ({
  tokens: calls.reduce((sum, call) => addTokens(sum, call.usage), tokens),
  spending: calls.reduce(withCall, spending),
});

const addTokens = (sum: RunView["tokens"], usage: FactOf<"agent-finished">["usage"]): RunView["tokens"] =>
  usage === null
    ? sum
    : { in: sum.in + usage.in, out: sum.out + usage.out, cached: sum.cached + usage.cachedRead + usage.cachedWrite };

function withTests(view: RunView, gate: Parameters<typeof watchTests>[1]): Pick<RunView, "tests" | "warnings"> {
  const { watch, notes } = watchTests(view.tests, gate);
  return {
    tests: watch,
    warnings: [
      ...view.warnings,
      ...notes.map(({ code, message }): Warning => ({ code, severity: "warning", message })),
    ],
  };
}

/** The exit code of a run, 70 while it has not ended. */
export const exitCodeOfRun = (view: RunView): number => exitCodeOf(view.end?.reason ?? "internal_error");

/** An iteration that the end of its run has caught unrecorded; the next start says what became of its work. */
const cutShort = (iteration: IterationView): IterationView =>
  iteration.outcome === null ? { ...iteration, outcome: "interrupted" } : iteration;
