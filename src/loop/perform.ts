import type { Fact } from "../core/fact.ts";
import type { State } from "../core/state.ts";
import type { Step } from "../core/step.ts";
import type { Engine } from "./engine.ts";
import { claim } from "./stages/claim.ts";
import { end } from "./stages/end.ts";
import { gate } from "./stages/gate.ts";
import { land } from "./stages/land.ts";
import { measure } from "./stages/measure.ts";
import { park } from "./stages/park.ts";
import { pick } from "./stages/pick.ts";
import { reap } from "./stages/reap.ts";
import { record } from "./stages/record.ts";
import { wait } from "./stages/wait.ts";
import { withdraw } from "./stages/withdraw.ts";
import { work } from "./stages/work.ts";

/** One kind of step as it is done: what is wanted, in which state, with what; it resolves to what has happened. */
export type Performer<K extends Step["do"]> = (
  step: Extract<Step, { readonly do: K }>,
  state: State,
  engine: Engine,
) => Promise<readonly Fact[]>;

/** Does one step. */
export function performStep(step: Step, state: State, engine: Engine): Promise<readonly Fact[]> {
  const performer = performers[step.do] as (step: Step, state: State, engine: Engine) => Promise<readonly Fact[]>;
  return performer(step, state, engine);
}

/** How each step is done. Every performer may be called again after a crash: it looks first where doing twice would harm. */
const performers: { readonly [K in Step["do"]]: Performer<K> } = {
  reap,
  pick,
  claim,
  work,
  measure,
  gate,
  land,
  withdraw,
  park,
  record,
  wait,
  end,
};
