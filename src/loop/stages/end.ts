import type { Fact, ResumedWork } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { asideOf, ownPaths } from "../aside.ts";
import type { Engine } from "../engine.ts";

/** Ends the run with its one reason, and remembers what it leaves in the tree for the next one. */
export async function end(step: Extract<Step, { do: "end" }>, state: State, engine: Engine): Promise<readonly Fact[]> {
  const { tools } = engine;
  const view = await tools.workspace.look();
  const aside = asideOf(state);
  const paths = ownPaths(view, aside, tools.backlog.files);
  const work = unfinishedWork(state, engine, view.branch);
  const left =
    paths.length === 0 && work === null ? null : { tree: await tools.workspace.snapshot(view, aside), paths, work };
  return [{ kind: "run-ended", reason: step.reason, message: step.message, left }];
}

/** The task whose work was begun and neither landed nor set aside: the next run goes on with it. */
function unfinishedWork(state: State, { run }: Pick<Engine, "run">, branch: string | null): ResumedWork | null {
  const last = Object.entries(state.tasks).findLast(([, trail]) => trail.startHead !== null);
  const task = state.lastTask;
  if (last === undefined || task === null || last[0] !== task.id) return null;
  const trail = last[1];
  return {
    run,
    task,
    attempt: trail.attempts,
    startHead: trail.startHead ?? "",
    branch,
    session: trail.session?.id ?? null,
  };
}
