import type { Iteration, State } from "../../core/state.ts";
import { bookkeepingMessage } from "../../core/texts/commit-message.ts";
import type { Engine } from "../engine.ts";
import { landingText } from "./landing-text.ts";
import { whatIsLeft } from "./what-is-left.ts";

/** Commits what is left of the work to its task's branch, and resolves to the message of the commit that the branch is to become. */
export async function finishBranch(state: State, current: Iteration, engine: Engine): Promise<string> {
  const { tools, run } = engine;
  const { head, paths } = await whatIsLeft(state, current, engine);
  const message = await landingText(state, current, head, engine);
  const rest = bookkeepingMessage(`keep the rest of ${current.claim.task.id}`, { run, iteration: current.n });
  if (paths.length > 0) await tools.history.commit({ paths, message: rest, allowEmpty: false });
  return message;
}
