import { cellOf, isoTime, iterationId, once, type Projection } from "./projection.ts";

/** A claim begins an iteration, and counts with its task. */
export const taskClaimed: readonly Projection<"task-claimed">[] = [
  once(
    `INSERT INTO ralph_iterations (id, run, n, task_id, title, attempt, branch, status, started_at)
     VALUES ($id, $run, $n, $task_id, $title, $attempt, $branch, 'claimed', $started_at)
     ON CONFLICT (id) DO UPDATE SET task_id = $task_id, title = $title, attempt = $attempt, branch = $branch`,
    (entry) => ({
      id: iterationId(entry),
      run: entry.run,
      n: entry.iteration,
      task_id: entry.fact.task.id,
      title: cellOf(entry.fact.task.title),
      attempt: entry.fact.attempt,
      branch: entry.fact.branch,
      started_at: isoTime(entry.at),
    }),
  ),
  once(
    `INSERT INTO ralph_tasks (task_id, iterations, last_iteration_id) VALUES ($task_id, 1, $id)
     ON CONFLICT (task_id) DO UPDATE SET iterations = iterations + 1, last_iteration_id = $id`,
    (entry) => ({ task_id: entry.fact.task.id, id: iterationId(entry) }),
  ),
];
