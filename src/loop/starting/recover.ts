import type { Baseline } from "../../core/tests/baseline.ts";
import type { BreakerMemory, Entry, Fact, FactOf, LeftWork } from "../../core/fact.ts";
import { evolve } from "../../core/evolve.ts";
import { next } from "../../core/next.ts";
import { emptyPolicy, type SourceKind } from "../../core/policy.ts";
import { recordOf } from "../../core/record.ts";
import { initialState, type State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import type { Task, TaskId } from "../../core/task.ts";
import { cleanupOf } from "../../core/tracker/own-account.ts";
import { surfaceWarning } from "../../core/texts/surface-warning.ts";
import { type Engine, append, runLoop } from "../engine.ts";
import { isPushed } from "../branches/is-pushed.ts";
import { gradesAfterCut } from "../crew/grades-after-cut.ts";
import { isPreflightTask } from "../crew/preflight-task.ts";
import { putBackTo } from "../measuring/tree-mark.ts";
import { arriveCarriedPlan, carriedPlan, keepAndPutBack } from "../put-back.ts";
import type { Tools } from "../tools.ts";
import { returnToBranch } from "../branches/return-to-branch.ts";
import { mendRepository, setRight } from "../measuring/set-right.ts";
import { end } from "../stages/end.ts";
import { withdraw } from "../stages/withdraw.ts";

/** What the last run leaves to the next one. */
export interface Inheritance {
  /** What is left in the work tree that the next run works in. */
  readonly left: LeftWork | null;
  /** The same of the other work tree: the person's, or the one beside it. */
  readonly elsewhere: LeftWork | null;
  readonly breaker: BreakerMemory;
  /** What failed before the work that is left was begun; null where that is not known. */
  readonly baseline: Baseline | null;
  /** Issues that agents have left open though their work has landed. */
  readonly cleanup: readonly TaskId[];
  /** The kind of backlog that it worked; null for a first run. */
  readonly source: SourceKind | null;
  /** What the settling of a killed run has found and a person should hear of. */
  readonly notes: readonly Fact[];
}

/** What a first run finds. */
export const nothingInherited: Inheritance = {
  left: null,
  elsewhere: null,
  breaker: { state: "closed", since: null, reason: null },
  baseline: null,
  cleanup: [],
  source: null,
  notes: [],
};

/** The state of a run, from its facts alone. */
export function foldRun(entries: Iterable<Entry>): State | null {
  let state: State | null = null;
  for (const entry of entries) state = evolve(state ?? initialState(emptyPolicy, entry.at), entry);
  return state;
}

/** True for a run that was killed, or that a failure has ended in the middle of an iteration: it has to be settled first. */
export const isUnsettled = (state: State): boolean =>
  state.run !== null && (state.ended === null || state.current !== null);

/** What a settled run leaves to one that works beside the person's tree, or in it. */
export function inheritanceOf(state: State, beside: boolean): Inheritance {
  const { run, ended, breaker, baseline } = state;
  const here = ended?.left ?? null;
  const there = run?.elsewhere ?? null;
  const isSamePlace = (run?.beside ?? false) === beside;
  return {
    left: isSamePlace ? here : there,
    elsewhere: isSamePlace ? there : here,
    breaker: { state: breaker.state, since: breaker.since, reason: breaker.reason },
    baseline: isSamePlace ? baseline : null,
    cleanup: cleanupOf(state),
    source: state.policy.source,
    notes: [],
  };
}

/** Steps that are finished for a killed run: they need no agent, and each looks first whether it is done already. */
const settling: readonly Step["do"][] = [
  "measure",
  "gate",
  "accept",
  "put-back",
  "land",
  "file-findings",
  "withdraw",
  "park",
  "record",
];

/**
 * Settles what a killed run left behind, in its own facts: effects that were under way are looked for and finished; an agent's
 * cut work is kept and goes on in the next run, or is put away, as the policy says. Resolves to the run's state, ended, and
 * what a person should hear of it.
 */
export async function settle(
  engine: Engine,
  folded: State,
): Promise<{ readonly state: State; readonly notes: readonly Fact[] }> {
  await engine.tools.processes.sweep(engine.run);
  const heard: State = { ...folded, ended: null, wishes: { paused: false, stop: "no" } };
  const found = await setRightFirst(engine, heard);
  await arriveCarriedPlan(engine.tools);
  const put = await guestsAfterCut(engine, heard);
  const settled = heard.current === null ? heard : await finishEffects(engine, heard);
  // A claim that was cut before it was a fact may have been written into the source.
  if (heard.current === null && heard.backlog !== null && heard.backlog.pick !== null)
    await giveBack(heard.backlog.pick.task, engine.tools);
  if (heard.current === null) await giveBackPreflight(engine.tools);
  await engine.tools.copies.sweep();
  const cut = await settleCut(engine, settled);
  const told = append(engine, settled, [...found, ...put, ...cut], {
    iteration: settled.current?.n ?? settled.iterations,
    durability: "buffered",
  });
  const graded = await gradesAfterCut(engine, told, folded.ended === null ? "killed" : "failed");
  const step = { do: "end", ...endingOf(folded) } as const;
  const state = append(engine, graded, await end(step, graded, engine), {
    iteration: graded.iterations,
    durability: "synced",
  });
  return { state, notes: found.filter((fact) => fact.kind === "warned") };
}

/** Finishes what was under way. The run ends anyway: nobody is asked whether it may, so that work that has landed is not taken for cut. */
async function finishEffects(engine: Engine, state: State): Promise<State> {
  const isBeyond = (step: Step): boolean => !settling.includes(step.do);
  const finished = await runLoop(engine, state, isBeyond);
  const step = next(finished)[0];
  if (step?.do !== "check-specs") return finished;
  const unasked: Fact = { kind: "specs-checked", digest: step.digest, covered: null, missing: [], added: [] };
  const place = { iteration: finished.current?.n ?? finished.iterations, durability: "buffered" } as const;
  return runLoop(engine, append(engine, finished, [unasked], place), isBeyond);
}

/**
 * What has to be right before anything is looked at or committed: where the agent was cut off, all that a measurement sees to; else
 * git itself. A measurement that comes next sees to it by itself.
 */
async function setRightFirst(engine: Engine, state: State): Promise<readonly Fact[]> {
  const { tools } = engine;
  const { current } = state;
  const step = next(state)[0]?.do;
  if (current === null || (step !== undefined && settling.includes(step)))
    return step === "measure" ? [] : mendRepository(tools, current?.claim.branch ?? null);
  const surface = await surfaceAfterCut(engine);
  const right = await setRight(state, current, engine);
  const returned = await returnToBranch(state, current.claim, await tools.workspace.look(), tools);
  return [...surface, ...right, ...returned];
}

/** How a run that is settled now has ended: as it said itself, where it still could. */
const endingOf = ({ ended }: State): Pick<FactOf<"run-ended">, "reason" | "message"> =>
  ended === null
    ? { reason: "interrupted", message: "the harness was killed; settled at the next start" }
    : { reason: ended.reason, message: ended.message };

/** What a cut agent has done to the files that steer the loop is put back before anything else runs by them. */
async function surfaceAfterCut({ tools, interruption }: Engine): Promise<readonly Fact[]> {
  const findings = await tools.surface.putBack(interruption.signal);
  return findings.map((finding): Fact => ({ kind: "warned", ...surfaceWarning(finding) }));
}

/** What guests had changed when they were cut off goes: the work is what was measured before they came, or nothing yet. */
async function guestsAfterCut(engine: Engine, state: State): Promise<readonly Fact[]> {
  const { current } = state;
  if (current?.guests == null) return [];
  const { measured, claim, guests } = current;
  const before = guests === "coordinator" ? claim : measured;
  if (before?.tree == null) return [];
  const mark = { tree: before.tree, head: before.head, branch: before.branch, plan: null };
  const warning = { code: "guests_cut", because: "were cut off with the run" };
  return putBackTo(mark, { task: claim.task.id, who: `the ${guests}`, warning }, state, engine);
}

/** The iteration whose agent was cut off: its ticks are no claim of anybody, its work is dealt with by policy. */
async function settleCut(engine: Engine, state: State): Promise<readonly Fact[]> {
  const { current, policy } = state;
  if (current === null) return [];
  const { task, head } = current.claim;
  await withdraw(state, engine);
  const { workspace } = engine.tools;
  const commits = (await workspace.commitsBetween(head, (await workspace.look()).head)).map((commit) => commit.sha);
  const kept = policy.recovery === "resume" ? [] : await putAway(engine.tools, state, current.claim);
  if (policy.recovery !== "resume" && !current.claim.repair) await giveBack(task, engine.tools);
  const ref = kept.find((fact) => fact.kind === "work-kept")?.ref ?? null;
  return [
    ...kept,
    {
      kind: "run-recovered",
      from: engine.run,
      iteration: current.n,
      task: task.id,
      settled: settledAs[policy.recovery],
      ref,
      commits,
    },
    { kind: "iteration-recorded", ...recordOf(state, current), outcome: "interrupted", exit: null },
  ];
}

/** A task that nobody goes on with stands in its source as it did before it was claimed. */
async function giveBack({ id, state, reason }: Task, { backlog }: Tools): Promise<void> {
  const now = (await backlog.load()).tasks.find((task) => task.id === id);
  if (now?.state === "in_progress" && state !== "in_progress")
    await backlog.setState({ id, state, ...(reason === null ? {} : { reason }) });
}

/** A task that a killed start has put into the source for red checks, and that nobody has claimed, may be picked like any other. */
async function giveBackPreflight({ backlog, ledger }: Tools): Promise<void> {
  if (backlog.add === undefined) return;
  const { tasks } = await backlog.load();
  const begun = tasks.find((task) => isPreflightTask(task) && task.state === "in_progress");
  if (begun !== undefined && ledger.memoryOf(begun.id).iterations === 0)
    await backlog.setState({ id: begun.id, state: "todo" });
}

/** Unfinished work goes below refs/ralph/wip. `reset` goes back to the commit that it began with, unless that has been pushed. */
async function putAway(
  tools: Tools,
  state: State,
  { task, startHead }: FactOf<"task-claimed">,
): Promise<readonly Fact[]> {
  const { recovery } = state.policy;
  const putPlan = await carriedPlan(tools);
  const to = recovery === "reset" && !(await isPushed(tools, startHead)) ? startHead : null;
  const kept = await keepAndPutBack(tools, state, { task: task.id, why: `recovery: ${recovery}`, to });
  await putPlan();
  return kept;
}

const settledAs = { resume: "resumed", stash: "stashed", reset: "reset" } as const;
