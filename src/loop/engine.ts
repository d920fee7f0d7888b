import { evolve } from "../core/evolve.ts";
import type { Fact } from "../core/fact.ts";
import { next } from "../core/next.ts";
import type { State } from "../core/state.ts";
import { isEffect, stageOf, type Step } from "../core/step.ts";
import type { Durability } from "../ports/ledger.ts";
import type { Interruption } from "./interruption.ts";
import { performStep } from "./perform.ts";
import { patiently } from "./patiently.ts";
import type { Tools } from "./tools.ts";

/** What one run of the engine is about: whose facts, and when somebody wants it to stop. */
export interface Engine {
  readonly run: string;
  readonly tools: Tools;
  readonly interruption: Interruption;
  /** While recovering, performers look whether they have been done already. */
  readonly mode: "running" | "recovering";
}

/**
 * The loop: ask what is wanted, write down the intent, do it, write down what happened. Nothing else decides anything.
 * Goes on until nothing is wanted, or until `until` says of the next step that it is somebody else's.
 */
export async function runLoop(
  engine: Engine,
  start: State,
  until: (step: Step) => boolean = () => false,
): Promise<State> {
  let state = start;
  for (let step = next(state)[0]; step !== undefined && !until(step); step = next(state)[0]) {
    engine.tools.watch.stage(stageOf[step.do]);
    state = await onePass(engine, state, step);
  }
  return state;
}

/** Keeps facts while a step is still under way: they are made from the state as it is at that moment, and kept at once. */
export type Tell = (factsAt: (state: State) => readonly Fact[]) => Promise<void>;

/** One step: its intent, its doing, its facts. Each of the three waits out a full disk. */
async function onePass(engine: Engine, before: State, step: Step): Promise<State> {
  const iteration = placeOf(before, step);
  const intent: readonly Fact[] = [{ kind: "step-intended", key: keyOf(engine.run, before, step), step }];
  let state = isEffect(step)
    ? await patiently(engine, () => append(engine, before, intent, { iteration, durability: "synced" }))
    : before;
  const tell: Tell = (factsAt) =>
    patiently(engine, () => {
      state = append(engine, state, factsAt(state), { iteration, durability: "buffered" });
    });
  const facts = await patiently(engine, () => performStep(step, state, engine, tell));
  const heard: readonly Fact[] = engine.interruption.heard().map((wish) => ({ kind: "wish-heard", wish }));
  const durability = step.do === "land" || step.do === "end" ? "synced" : "buffered";
  return patiently(engine, () => append(engine, state, [...heard, ...facts], { iteration, durability }));
}

/** Where facts are kept, and how surely. */
export interface Keeping {
  readonly iteration: number;
  readonly durability: Durability;
}

/** Keeps facts and folds them into the state: the only way that either changes. */
export function append(
  engine: Engine,
  state: State,
  facts: readonly Fact[],
  { iteration, durability }: Keeping,
): State {
  const { tools, run } = engine;
  const entries = tools.ledger.append({ run, iteration, at: tools.clock.now() }, facts, durability);
  let after = state;
  for (const entry of entries) {
    after = evolve(after, entry);
    tools.watch.fact(entry);
  }
  return after;
}

const placeOf = (state: State, step: Step): number =>
  state.current?.n ?? (step.do === "claim" ? state.iterations + 1 : state.iterations);

/** The name of a step over all runs: run/task/attempt/stage. */
function keyOf(run: string, state: State, step: Step): string {
  const task = state.current?.claim.task.id ?? state.backlog?.pick?.task.id ?? "-";
  const place = placeOf(state, step);
  return `${run}/${task}/${place}/${step.do}${step.do === "work" || step.do === "measure" ? `.${step.call}` : ""}`;
}
