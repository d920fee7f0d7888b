import type { Fact } from "../../core/fact.ts";
import { recordOf } from "../../core/record.ts";
import type { State } from "../../core/state.ts";

/** Writes down what the iteration came to; all of it is worked out by the core. */
export const record = (state: State): Promise<readonly Fact[]> =>
  Promise.resolve(state.current === null ? [] : [{ kind: "iteration-recorded", ...recordOf(state, state.current) }]);
