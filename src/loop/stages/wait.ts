import type { Fact } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import type { Engine } from "../engine.ts";

/** Stands still until the time has come, somebody resumes or stops the run, or the run's own time is over. */
export async function wait(
  step: Extract<Step, { do: "wait" }>,
  state: State,
  { tools, interruption }: Engine,
): Promise<readonly Fact[]> {
  const ended = new AbortController();
  const { timeMs } = state.policy.run;
  const deadline = timeMs === null ? Number.POSITIVE_INFINITY : state.startedAt + timeMs;
  const late = marginOf(step) + tools.jitter(spread(step, state.now));
  const wanted = step.until === null ? Number.POSITIVE_INFINITY : step.until + late;
  const until = Math.min(wanted, deadline);
  tools.watch.waiting(step.why, step.until);
  using _listening = interruption.listen((wish) => {
    if (wish !== "pause") ended.abort();
  });
  await tools.clock.sleepUntil(until, AbortSignal.any([ended.signal, interruption.signal]));
  return [
    { kind: "waited", why: step.why, until: step.until, cut: step.until !== null && tools.clock.now() < step.until },
  ];
}

const limitSpreadMs = 2_000;
const limitMarginMs = 1_000;

/** A limit's end is said by another clock than ours. */
const marginOf = ({ why }: Extract<Step, { do: "wait" }>): number => (why === "usage_limit" ? limitMarginMs : 0);

/** How far a wait may be drawn out: a little after a limit's reset, a fifth of a backoff. */
const spread = ({ why, until }: Extract<Step, { do: "wait" }>, now: number): number => {
  if (until === null) return 0;
  if (why === "usage_limit") return limitSpreadMs;
  return why === "overload" ? Math.max(0, until - now) / 5 : 0;
};
