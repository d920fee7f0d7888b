import type { Fact } from "../../core/fact.ts";
import type { Iteration, State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { warned } from "../../core/texts/warned.ts";
import { frameOf, toldOf } from "../calling/ask.ts";
import type { Engine, Tell } from "../engine.ts";
import { markTree, putBackTo } from "../measuring/tree-mark.ts";
import { askForBrief } from "./ask-for-brief.ts";
import { briefAtHand } from "./brief-at-hand.ts";
import { aheadName } from "./prepare-next.ts";

type BriefStep = Extract<Step, { do: "brief" }>;

/**
 * Sees to the claimed task's brief: one that is on its way beside the loop is waited for, else the coordinator is asked. Whatever it
 * changes is put back. Without a brief the work goes on all the same, and it is told why.
 */
export async function brief(step: BriefStep, state: State, engine: Engine, tell: Tell): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return [];
  const { tools, interruption } = engine;
  const { id } = current.claim.task;
  await tools.background.through(aheadName(id), interruption.signal);
  const ahead = await briefAtHand(id, true, tools);
  if (ahead.some(({ kind }) => kind === "brief-read")) return ahead;
  return asked(step, current, { state, engine, tell });
}

interface Desk {
  readonly state: State;
  readonly engine: Engine;
  readonly tell: Tell;
}

async function asked(step: BriefStep, current: Iteration, { state, engine, tell }: Desk): Promise<readonly Fact[]> {
  const { tools, interruption } = engine;
  const { task } = current.claim;
  const mark = await markTree(state, tools);
  await tools.surface.take(interruption.signal);
  const wanted = { task, round: 1, call: step.call, frame: frameOf(state, current) };
  const { question, answer, reading } = await askForBrief(wanted, tools, interruption.signal);
  await tell((now) => toldOf(question, answer, now));
  const warning = { code: "changed_by_a_judge", because: "it was asked to look only" };
  const told = await putBackTo(mark, { task: task.id, who: "the coordinator", warning }, state, engine);
  if (interruption.signal.aborted) return told;
  if (reading.ok) await tools.foresight.keep(reading.value);
  return [
    ...told,
    ...(reading.ok ? [] : [warned("no_brief", `the coordinator gave no brief for ${task.id}: ${reading.problem}`)]),
    {
      kind: "brief-read",
      task: task.id,
      brief: reading.ok ? reading.value : null,
      from: "asked",
      why: reading.ok ? null : reading.problem,
    },
  ];
}
