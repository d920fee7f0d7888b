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
  const until = Math.min(step.until ?? Number.POSITIVE_INFINITY, deadline);
  tools.watch.waiting(step.why, step.until);
  using _listening = interruption.listen((wish) => {
    if (wish !== "pause") ended.abort();
  });
  await tools.clock.sleepUntil(until, AbortSignal.any([ended.signal, interruption.signal]));
  return [
    { kind: "waited", why: step.why, until: step.until, cut: step.until !== null && tools.clock.now() < step.until },
  ];
}
