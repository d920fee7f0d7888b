import { afterAcceptance, baselineTaken, judged, withLeftovers } from "./after-gate.ts";
import { auditCorrections } from "./playbooks/audit.ts";
import { breakerAtStart, closedBreaker, feedBreaker } from "./stopping/breaker.ts";
import { simplified, undone } from "./after-simplifier.ts";
import { correctionsOf } from "./texts/corrections.ts";
import { ofCrew, withUngraded } from "./crew/grading.ts";
import { withCallsBeside } from "./money/calls-beside.ts";
import type { Entry, FactOf } from "./fact.ts";
import { isBesideWork } from "./judging-roles.ts";
import { feedHalts } from "./stopping/halts.ts";
import { indicatorsOf } from "./stopping/indicators.ts";
import { breakerInput, haltInput } from "./stopping/iteration-meaning.ts";
import { afterCall, afterClaim, afterMeasure, afterRecord, withCommits } from "./task-trail.ts";
import { afterPending, afterEnded } from "./merging/merges.ts";
import { touchedBy } from "./picking/touched-by.ts";
import { intended } from "./intended.ts";
import { isBlameless } from "./outcome-kind.ts";
import { checkedSpecs } from "./specs/specs-step.ts";
import { epicKey } from "./epic-key.ts";
import {
  afterIteration,
  afterLanding,
  afterLook,
  afterParking,
  afterReading,
  leftOpen,
} from "./tracker/own-account.ts";
import { type Iteration, nextCall, type State } from "./state.ts";

/** What is so after a fact. Pure: the same facts always give the same state. */
// oxlint-disable-next-line max-lines-per-function -- one table over all facts, read by looking things up
export function evolve(state: State, entry: Entry): State {
  const { fact } = entry;
  const at = withLeftovers({ ...state, now: Math.max(state.now, entry.at) }, fact);
  switch (fact.kind) {
    case "run-started":
      return started(at, fact, entry.at);
    case "breaker-reset":
      return { ...at, breaker: closedBreaker };
    case "wish-heard":
      return { ...at, wishes: wished(at.wishes, fact.wish) };
    case "reaped":
      return { ...at, reaped: true, mergesSeen: false };
    case "backlog-read":
      return {
        ...at,
        ...afterReading(at, fact),
        backlog: fact,
        lastStanding: fact.standing,
        hint: fact.hint ?? at.hint,
      };
    case "task-claimed":
      return afterClaim(at, fact, entry);
    case "agent-finished":
      return afterCall(withCall(at, fact), fact);
    case "agent-replaced":
      return { ...at, playing: { ...at.playing, [fact.role]: fact.to } };
    case "brief-read":
      return withCurrent(at, (it) => ({ ...it, brief: fact, guests: null }));
    case "findings-filed":
      return at;
    case "brief-prepared":
      return withCallsBeside(at, fact.calls);
    case "answer-read":
      return withCurrent(at, (it) => answered(it, fact));
    case "work-measured":
      return measured(at, fact);
    case "verdict-read":
      return reviewed(at, fact);
    case "review-closed":
      return withCurrent(at, (it) => ({ ...it, closedReviews: [...it.closedReviews, fact], guests: null }));
    case "gate-judged":
      return judged(at, fact);
    case "acceptance-judged":
      return afterAcceptance(at, fact);
    case "specs-checked":
      return { ...at, specs: checkedSpecs(at, fact) };
    case "baseline-taken":
      return baselineTaken(at, fact);
    case "work-simplified":
      return withCurrent(at, (it) => simplified(it, fact));
    case "simplification-undone":
      return undone(at, fact);
    case "work-landed":
      return landed(at, fact);
    case "merge-pending":
      return afterPending(at, fact);
    case "merges-seen":
      return { ...at, mergesSeen: true };
    case "merge-ended":
      return afterEnded(at, fact);
    case "tick-withdrawn":
      return withCurrent(at, (it) => ({ ...it, withdrawn: true }));
    case "landing-refused":
      return refused(at, fact);
    case "task-parked":
      return parked(at, fact);
    case "iteration-recorded":
      return recorded(at, fact);
    case "waited":
      return waited(at, fact);
    case "run-ended":
      return { ...at, ended: fact };
    case "run-recovered":
      return withCommits(at, fact.task, fact.commits ?? []);
    case "step-intended":
      return withCurrent(at, (it) => intended(it, fact.step, entry.at));
    case "repository-prepared":
    case "grade-pending":
    case "grade-collected":
      return ofCrew(at, fact);
    case "work-kept":
    case "warned":
    case "task-answered":
    case "work-reviewed":
      return at;
  }
}

const started = (state: State, fact: FactOf<"run-started">, at: number): State => ({
  ...state,
  run: fact,
  startedAt: at,
  policy: fact.policy,
  resumed: fact.resumed,
  baseline: fact.baseline ?? null,
  breaker: breakerAtStart(fact.breaker, fact.policy),
  account: leftOpen(fact.cleanup ?? []),
});

const withCurrent = (state: State, change: (it: Iteration) => Iteration): State =>
  state.current === null ? state : { ...state, current: change(state.current) };

/** A call beside the work changes none of it: what was measured before still holds. */
const withCall = (state: State, call: FactOf<"agent-finished">): State =>
  withCurrent(state, (it) =>
    isBesideWork(call.role)
      ? { ...it, sideCalls: [...it.sideCalls, call], waited: null }
      : { ...it, calls: [...it.calls, call], measured: null, answer: null, waited: null },
  );

function wished(wishes: State["wishes"], wish: FactOf<"wish-heard">["wish"]): State["wishes"] {
  switch (wish) {
    case "pause":
      return { ...wishes, paused: true };
    case "resume":
      return { ...wishes, paused: false };
    case "stop":
      return { ...wishes, stop: "now" };
    case "stop-after-task":
      return { ...wishes, stop: wishes.stop === "now" ? "now" : "after-task" };
  }
}

const answered = (it: Iteration, fact: FactOf<"answer-read">): Iteration => ({
  ...it,
  answer: fact,
  summaries: fact.summary == null ? it.summaries : [...it.summaries, fact.summary],
  design: fact.design ?? it.design,
});

const measured = (state: State, fact: FactOf<"work-measured">): State =>
  afterMeasure(
    withCurrent(
      { ...state, ...afterLook(state, fact), corrections: untold(state), lastStanding: fact.standing },
      (it) => ({
        ...it,
        measured: fact,
        withdrawn: false,
      }),
    ),
    fact,
  );

/** Findings of a crew's reviewers are united first, and told as such. */
const reviewed = (state: State, fact: FactOf<"verdict-read">): State => ({
  ...withCurrent(state, (it) => ({ ...it, verdicts: [...it.verdicts, fact] })),
  corrections: fact.form === "review" ? state.corrections : [...state.corrections, ...correctionsOf.verdict(fact)],
});

/** Where work goes on in the same iteration, the next call has to know. */
const refused = (state: State, fact: FactOf<"landing-refused">): State => ({
  ...withCurrent(state, (it) => ({ ...it, refusedLandings: [...it.refusedLandings, fact], withdrawn: false })),
  commentsTold: [...state.commentsTold, ...(fact.comments ?? [])],
  corrections: fact.round === undefined ? state.corrections : [...state.corrections, ...correctionsOf.refused(fact)],
});

const landed = (state: State, fact: FactOf<"work-landed">): State => ({
  ...withCurrent(state, (it) => ({ ...it, landed: fact })),
  ...(state.current === null ? {} : afterLanding(state, state.current.claim.task.id, fact.closing)),
  landed: state.landed + 1,
  epics: withLanding(state, fact),
  gate:
    fact.proven === undefined
      ? state.gate
      : { tree: fact.proven, verdict: "green", failing: null, receipts: state.gate?.receipts ?? [] },
  parkedInRow: [],
  lastStanding: fact.standing,
});

function withLanding({ epics, current }: State, { form }: FactOf<"work-landed">): State["epics"] {
  if (current === null || form === "verified") return epics;
  const key = epicKey(current.claim.task);
  const epic = epics[key];
  return epic === undefined ? epics : { ...epics, [key]: { ...epic, changed: true } };
}

function parked(state: State, fact: FactOf<"task-parked">): State {
  const before = state.parkedInRow.filter((entry) => entry.task !== fact.task);
  return {
    ...withCurrent(state, (it) => ({ ...it, parked: fact })),
    ...afterParking(state, fact),
    backlog: null,
    lastStanding: fact.standing,
    parked: [...state.parked, fact.task],
    parkedInRow: [...before, { task: fact.task, state: fact.state }],
  };
}

function recorded(state: State, fact: FactOf<"iteration-recorded">): State {
  const iteration = state.current;
  if (iteration === null) return state;
  const graded = withUngraded(state, iteration, nextCall(iteration));
  const exit = fact.exit === null ? "none" : fact.exit.vetoes.length > 0 ? "refused" : "accepted";
  return afterRecord(
    {
      ...graded,
      ...afterIteration(state),
      current: null,
      backlog: null,
      reaped: false,
      breaker: feedBreaker(state.breaker, breakerInput(iteration, fact, state.now), state.policy.breaker),
      halts: feedHalts(state.halts, haltInput(state, iteration, fact)),
      indicators: [...state.indicators, indicatorsOf(iteration)].slice(-state.policy.exitWindow),
      corrections: [
        ...state.corrections,
        ...correctionsOf.record(iteration, fact, state.policy),
        ...auditCorrections(state, iteration),
      ],
      lastExit: exit,
      touched: touchedBy(iteration, fact) ?? state.touched,
    },
    iteration,
    fact,
  );
}

/** Corrections that no agent has worked by: the call that they were told to came to nothing for reasons outside its work. */
const untold = ({ current, corrections }: State): readonly string[] => {
  const call = current?.calls.at(-1);
  return call !== undefined && isBlameless(call.outcome) ? corrections : [];
};

function waited(state: State, fact: FactOf<"waited">): State {
  const until = { ...withCurrent(state, (it) => ({ ...it, waited: fact })), backlog: null };
  if (fact.why === "merges") return { ...until, reaped: false, mergesSince: state.mergesSince ?? state.now };
  if (fact.why === "cooldown") return { ...until, breaker: { ...state.breaker, state: "half-open" } };
  if (fact.why !== "usage_limit" && fact.why !== "overload") return until;
  return {
    ...until,
    limitWaits: state.limitWaits + 1,
    // Whoever cuts a wait short wants it tried now.
    absent: fact.cut ? state.absent.filter((absence) => absence.until === null) : state.absent,
  };
}
