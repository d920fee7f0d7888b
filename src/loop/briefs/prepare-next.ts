import type { Fact, FactOf } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import { isClosed, type Task, type TaskId } from "../../core/task.ts";
import { taskId } from "../../core/task-id.ts";
import { runBoundsOf } from "../calling/call-bounds.ts";
import type { Engine } from "../engine.ts";
import type { Tools } from "../tools.ts";
import { askForBrief } from "./ask-for-brief.ts";

/** Calls ahead are numbered from here on, so that no call of an iteration has the number of one. */
const firstAhead = 100;

/** The name of a call ahead among those beside the loop. */
export const aheadName = (id: TaskId): string => `brief ${id}`;

/**
 * The task that an answer names as the next one is kept where people's tools look for it; where a coordinator is there, its brief is made
 * beside the loop. Nobody waits for it, and where it was wrong, one cheap call was spent.
 */
export async function prepareNext(
  answer: FactOf<"answer-read">,
  state: State,
  { tools }: Pick<Engine, "tools">,
): Promise<void> {
  const intended = answer.reading.block?.tracker.nextIntended ?? null;
  if (intended === null || state.current === null) return;
  const id = taskId(intended);
  if (id === state.current.claim.task.id) return;
  await tools.foresight.intend(id);
  const task = state.policy.briefs === true ? await openTask(id, tools) : null;
  if (task === null) return;
  const place = { iteration: state.current.n, call: firstAhead + answer.call };
  tools.background.start(aheadName(id), (signal) => prepared(task, place, { state, tools }, signal));
}

async function openTask(id: TaskId, { backlog }: Tools): Promise<Task | null> {
  const { tasks } = await backlog.load();
  return tasks.find((task) => task.id === id && !isClosed(task)) ?? null;
}

type Prepared = Extract<Fact, { readonly kind: "brief-prepared" }>;

async function prepared(
  task: Task,
  { iteration, call }: { readonly iteration: number; readonly call: number },
  { state, tools }: { readonly state: State; readonly tools: Tools },
  signal: AbortSignal,
): Promise<Prepared> {
  const calls: FactOf<"agent-finished">[] = [];
  const come = (why: string | null): Prepared => ({ kind: "brief-prepared", iteration, task: task.id, why, calls });
  try {
    const { head } = await tools.workspace.look();
    await using copy = await tools.copies.at(head, `${iteration}-${call}`, signal);
    const frame = { iteration, task: task.id, attempt: 1, bounds: runBoundsOf(state) };
    const wanted = { task, round: 1, call, frame, beside: copy.path };
    const { answer, reading } = await askForBrief(wanted, tools, signal);
    calls.push(answer.fact);
    if (signal.aborted) return come("the run ended");
    if (!reading.ok) return come(reading.problem);
    await tools.foresight.prepare(reading.value);
    return come(null);
  } catch (error) {
    return come(error instanceof Error ? error.message : String(error));
  }
}
