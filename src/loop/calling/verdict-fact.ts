import { type GivenVerdict, plainIssue, unreadableWord, type VerdictReading } from "../../core/answer/verdict.ts";
import { changedLineCount, findingId, sortFindings, type SortedFindings } from "../../core/crew/findings.ts";
import type { Fact, FactOf } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { ReviewSeat } from "../../core/step.ts";
import type { ReviewScene } from "./review-prompt.ts";

type Finished = FactOf<"agent-finished">;

/** A call by which somebody judged, what was read of its answer, and how long the verdict took with a repair (ms). */
export interface JudgedCall {
  readonly call: Finished;
  readonly reading: VerdictReading;
  readonly took: number;
}

const causes: Readonly<Partial<Record<Finished["outcome"], FactOf<"verdict-read">["cause"]>>> = {
  ok: "unreadable",
  timed_out: "timed_out",
  idle: "timed_out",
};

/** The verdict of a call. None to be had counts as doubt, or as a failed check: no evidence is not a pass. */
export function verdictFact(
  { role }: ReviewSeat,
  { call, reading, took }: JudgedCall,
  { scene, state }: { readonly scene: ReviewScene; readonly state: State },
): Fact {
  const { step, tree } = scene;
  const cause = reading.ok ? "answer" : (causes[call.outcome] ?? "call_failed");
  const given = reading.ok ? reading.value : noVerdict(reading.problem, scene);
  const { counted, late } = sorted(given, scene);
  return {
    kind: "verdict-read",
    call: call.call,
    role,
    round: step.round,
    ask: step.ask,
    form: step.form,
    agent: call.agent,
    seat: call.seat ?? call.agent,
    family: call.family,
    model: call.model,
    verdict: given.verdict,
    cause,
    summary: given.summary,
    issues: counted.map((issue) => ({ ...issue, id: findingId(issue) })),
    ...(late.length === 0 ? {} : { late: [...late] }),
    ...(step.form === "review" ? { lines: changedLineCount(scene.diff) } : {}),
    needs: [...given.needs],
    suspicious: cause === "answer" && took < leastMs(state, call.model),
    durationMs: took,
    tree,
    since: step.since,
  };
}

const noVerdict = (problem: string, { step }: ReviewScene) => ({
  verdict: unreadableWord[step.form],
  summary: problem,
  issues: [plainIssue(`no verdict was given: ${problem}`)],
  needs: [],
});

/** Doubt that is left with nothing to say for itself is a finding all the same: it never lets work through. */
function sorted({ verdict, summary, issues }: GivenVerdict, { rounds }: ReviewScene): SortedFindings {
  if (rounds === null) return { counted: issues, late: [] };
  const found = sortFindings(issues, rounds);
  const isBareDoubt = verdict === "UNCERTAIN" && found.counted.length === 0;
  return isBareDoubt
    ? { ...found, counted: [plainIssue(summary === "" ? "the reviewer stays in doubt" : summary)] }
    : found;
}

/** The time below which a verdict is suspicious, ms. */
const leastMs = ({ policy }: State, model: string | null): number =>
  policy.review?.minMsByModel[model ?? ""] ?? policy.review?.minMs ?? 0;
