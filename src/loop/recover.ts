import type { BreakerMemory, Entry, Fact, FactOf } from "../core/fact.ts";
import { evolve } from "../core/evolve.ts";
import { emptyPolicy } from "../core/policy.ts";
import { recordOf } from "../core/record.ts";
import { initialState, type State } from "../core/state.ts";
import type { Step } from "../core/step.ts";
import { type Engine, record, runLoop } from "./engine.ts";
import { arriveCarriedPlan, carriedPlan, keepAndPutBack } from "./put-back.ts";
import type { Tools } from "./tools.ts";
import { end } from "./stages/end.ts";
import { withdraw } from "./stages/withdraw.ts";

/** What the last run leaves to the next one. */
export interface Inheritance {
  readonly left: FactOf<"run-ended">["left"];
  readonly breaker: BreakerMemory;
  /** The run that was found killed and settled now; null where the last one had ended. */
  readonly recovered: string | null;
}

/** What a first run finds. */
export const nothingInherited: Inheritance = {
  left: null,
  breaker: { state: "closed", since: null, reason: null },
  recovered: null,
};

/** The state of a run, from its facts alone. */
export function foldRun(entries: Iterable<Entry>): State | null {
  let state: State | null = null;
  for (const entry of entries) state = evolve(state ?? initialState(emptyPolicy, entry.at), entry);
  return state;
}

/** Steps that are finished for a killed run: they need no agent, and each looks first whether it is done already. */
const settling: readonly Step["do"][] = ["measure", "gate", "land", "withdraw", "park", "record"];

/**
 * Settles what a killed run left behind, in its own facts: effects that were under way are looked for and finished; an agent's
 * cut work is kept and goes on in the next run, or is put away, as the policy says (L-29).
 */
export async function recover(engine: Engine, entries: Iterable<Entry>): Promise<Inheritance> {
  const folded = foldRun(entries);
  if (folded === null || folded.run === null) return nothingInherited;
  if (folded.ended !== null) return { left: folded.ended.left, breaker: breakerOf(folded), recovered: null };
  await engine.tools.processes.sweep(engine.run);
  await arriveCarriedPlan(engine.tools);
  const heard: State = { ...folded, wishes: { paused: false, stop: "no" } };
  const settled = heard.current === null ? heard : await runLoop(engine, heard, (step) => !settling.includes(step.do));
  const cut = await settleCut(engine, settled);
  const told = record(engine, settled, cut, {
    iteration: settled.current?.n ?? settled.iterations,
    durability: "buffered",
  });
  const step = {
    do: "end",
    reason: "interrupted",
    message: "the harness was killed; settled at the next start",
  } as const;
  const ended = record(engine, told, await end(step, told, engine), {
    iteration: told.iterations,
    durability: "synced",
  });
  return { left: ended.ended?.left ?? null, breaker: breakerOf(ended), recovered: engine.run };
}

/** The iteration whose agent was cut off: its ticks are no claim of anybody, its work is dealt with by policy. */
async function settleCut(engine: Engine, state: State): Promise<readonly Fact[]> {
  const { current, policy } = state;
  if (current === null) return [];
  const { task } = current.claim;
  await withdraw(state, engine);
  const kept = policy.recovery === "resume" ? [] : await putAway(engine.tools, state, current.claim);
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
    },
    { kind: "iteration-recorded", ...recordOf(state, current), outcome: "interrupted", exit: null },
  ];
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

/** True where a remote knows a commit that was made since. */
async function isPushed({ workspace }: Tools, since: string): Promise<boolean> {
  const { head, branch } = await workspace.look();
  const remote = `refs/remotes/origin/${branch ?? ""}`;
  if (head === since || branch === null || !(await workspace.isCommit(remote))) return false;
  return (await workspace.commitsBetween(since, remote)).length > 0;
}

const settledAs = { resume: "resumed", stash: "stashed", reset: "reset" } as const;

const breakerOf = ({ breaker }: State): BreakerMemory => ({
  state: breaker.state,
  since: breaker.since,
  reason: breaker.reason,
});
