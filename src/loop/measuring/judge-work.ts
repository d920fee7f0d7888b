import type { Fact, FactOf } from "../../core/fact.ts";
import type { Iteration, State } from "../../core/state.ts";
import type { BacklogChanges } from "../../ports/backlog.ts";
import type { TreeView } from "../../ports/workspace.ts";
import { returnToBranch } from "../branches/return-to-branch.ts";
import type { Engine } from "../engine.ts";
import type { Tools } from "../tools.ts";
import { judgeTests, type TestsJudged } from "./judge-tests.ts";
import { type JudgedTick, judgeTick } from "./judge-tick.ts";
import { mendFiles } from "./mend-files.ts";
import { planBefore } from "./plan-before.ts";
import { planChanges, untouched } from "./plan-changes.ts";
import { type Content, contentNow } from "./tree-content.ts";

/** The work of a call with everything in its place again: what is there, what was made of tests and ticks, and what has to be told. */
export interface JudgedWork {
  readonly now: Content;
  readonly plan: BacklogChanges;
  readonly tests: TestsJudged;
  readonly mended: FactOf<"work-measured">["mended"] | null;
  readonly tick: JudgedTick;
  readonly told: readonly Fact[];
}

/**
 * Brings the call's work to where it is measured: on the claim's branch, tests that nobody asked to change as they were, files mended
 * by the person's commands, ticks kept or taken back. `view` is a look since the call.
 */
export async function judgeWork(state: State, current: Iteration, view: TreeView, engine: Engine): Promise<JudgedWork> {
  const { tools } = engine;
  const returned = await returnToBranch(state, current.claim, view, tools);
  const before = await planBefore(tools, current.claim);
  const { plan, told } = await planChanges(state, current.claim, before, tools);
  const wasMoved = returned.length + told.length > 0;
  const found = await contentNow(state, current, tools, wasMoved ? null : view);
  const tests = await judgeTests(state, current, found, tools);
  const kept = tests.refused ? await contentNow(state, current, tools, null) : found;
  const mended = await mendFiles(state, current, kept, engine);
  const seen = mended === null ? kept : await contentNow(state, current, tools, null);
  // Where the harness closes tasks a tick is nothing that an agent can claim: it goes back.
  const tick = await judgeTick(
    current,
    plan,
    { work: seen.work, closer: state.policy.close, noEvidence: state.pushedPast },
    tools,
  );
  const wasSettled = await settle(before, tick, tools);
  const now = wasSettled ? await contentNow(state, current, tools, null) : seen;
  return { now, plan, tests, mended, tick, told: [...returned, ...told, ...tests.kept] };
}

/** The backlog's file as the judgement wants it; true where something of it was put back. */
async function settle(before: string | null, { settlement }: JudgedTick, { backlog }: Tools): Promise<boolean> {
  if (before === null) return false;
  const { ticked, lost, noted } = (await backlog.settle?.(before, settlement)) ?? untouched;
  return ticked.length + lost.length + noted.length > 0;
}
