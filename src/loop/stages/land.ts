import type { Fact } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Engine } from "../engine.ts";
import { landHere } from "../landing/land-here.ts";
import { landByPullRequest } from "../merging/land-by-pull-request.ts";

/**
 * Closes the task in its source and puts its work into history: one commit that carries the trailers, made here or by
 * the merge of a pull request. A tracker is written once that is there.
 */
export function land(state: State, engine: Engine): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return Promise.resolve([]);
  const { forge } = engine.tools;
  // Work that stays on a branch is offered by nobody.
  const isOffered = forge !== null && state.policy.branching === "task";
  return isOffered ? landByPullRequest(state, current, forge, engine) : landHere(state, current, engine);
}
