import { warned } from "../../core/texts/warned.ts";
import type { Fact, ResumedWork } from "../../core/fact.ts";
import { waitingTasks } from "../../core/merging/merges.ts";
import type { State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { asideOf, ownPaths } from "../aside.ts";
import { bookkeepingMessage } from "../../core/texts/commit-message.ts";
import { carriesState } from "../../ports/backlog.ts";
import { type TreeView, WorkspaceError } from "../../ports/workspace.ts";
import type { Engine } from "../engine.ts";
import { goHome } from "../branches/go-home.ts";
import { leftToClose } from "../../core/tracker/left-to-close.ts";

/** Ends the run with its one reason, and remembers what it leaves in the tree for the next one. */
export async function end(step: Extract<Step, { do: "end" }>, state: State, engine: Engine): Promise<readonly Fact[]> {
  const { tools } = engine;
  const put = step.reason === "plan_complete" ? await putAway(state, engine) : [];
  const view = await goHome(state, tools);
  const aside = asideOf(state);
  const paths = ownPaths(view, aside, tools.backlog.files);
  const work = unfinishedWork(state, engine, view);
  const left =
    paths.length === 0 && work === null ? null : { tree: await tools.workspace.snapshot(view, aside), paths, work };
  // A brief for a task that does not come any more is nobody's business.
  await tools.background.finish(Promise.resolve());
  return [
    ...put,
    ...leftToClose(state),
    ...tools.background.take(),
    { kind: "run-ended", reason: step.reason, message: step.message, left },
  ];
}

/** Lets the source put its own files away now that all of it is closed, as a commit of its own. Done before, it is done. */
async function putAway(state: State, { tools, run }: Engine): Promise<readonly Fact[]> {
  const { backlog, history, workspace } = tools;
  try {
    const what = (await backlog.finish?.()) ?? null;
    if (what === null) return [];
    const dirty = ownPaths(await workspace.look(), asideOf(state), backlog.files);
    const paths = dirty.filter((path) => carriesState(backlog, path));
    const message = bookkeepingMessage(what, { run, iteration: state.iterations });
    if (paths.length > 0) await history.commit({ paths, message, allowEmpty: false });
    return [];
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    const message = `The finished plan was put away, but git refused the commit: ${error.message}`;
    return [warned("archive_refused", message)];
  }
}

/** The task whose work was begun and neither landed nor set aside: the next run goes on with it. */
function unfinishedWork(state: State, { run, tools }: Engine, { branch }: TreeView): ResumedWork | null {
  // Nobody has come to it in this run.
  if (state.resumed !== null) return state.resumed;
  const waiting = new Set<string>(waitingTasks(state));
  const last = Object.entries(state.tasks).findLast(([id, trail]) => trail.startHead !== null && !waiting.has(id));
  const task = state.lastTask;
  if (last === undefined || task === null || last[0] !== task.id) return null;
  const trail = last[1];
  // Nothing was done on its branch, which is gone.
  if (state.policy.branching === "task" && branch === tools.repository.defaultBranch) return null;
  return {
    run,
    task,
    attempt: trail.attempts,
    startHead: trail.startHead ?? "",
    branch,
    commits: [...trail.commits],
    session: trail.session?.id ?? null,
    sessionOf: trail.session?.agent ?? null,
  };
}
