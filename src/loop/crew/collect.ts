import type { Fact } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Engine } from "../engine.ts";

const patienceMs = 60_000;

/** At the end of a run: judges that are not through yet have a minute; then their grades are given up. */
export async function collect(state: State, { tools, interruption }: Engine): Promise<readonly Fact[]> {
  const through = new AbortController();
  const signal = AbortSignal.any([interruption.signal, through.signal]);
  await tools.background.finish(tools.clock.sleepUntil(tools.clock.now() + patienceMs, signal));
  through.abort();
  const come = tools.background.take();
  return [...come, ...givenUp(state, come, "it was not through when the run ended")];
}

/** Grades that nobody waits for any more, each as a fact. */
export function givenUp(state: State, come: readonly Fact[], why: string): readonly Fact[] {
  const known = new Set(come.flatMap((fact) => (fact.kind === "grade-collected" ? [fact.iteration] : [])));
  const waiting = new Map(
    state.grading.filter(({ iteration }) => !known.has(iteration)).map((pending) => [pending.judge, pending]),
  );
  const unasked = state.ungraded.filter(({ iteration }) => !known.has(iteration));
  return [
    ...[...waiting.values()].map(({ iteration, task, commit, judge }): Fact =>
      failed({ iteration, task, commit, judge }, why),
    ),
    ...unasked.map(({ iteration, task, commit }): Fact => failed({ iteration, task: task.id, commit, judge: "" }, why)),
  ];
}

type Collected = Extract<Fact, { readonly kind: "grade-collected" }>;

const failed = (what: Pick<Collected, "iteration" | "task" | "commit" | "judge">, why: string): Fact => ({
  kind: "grade-collected",
  ...what,
  grades: null,
  why,
  calls: [],
});
