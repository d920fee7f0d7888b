import type { Task, TaskId } from "../../core/task.ts";
import { carriesState } from "../../ports/backlog.ts";
import type { Tools } from "../tools.ts";

/**
 * Does something to the branches here as if what was set aside in the backlog's file, and is in no commit, did not stand there: it would
 * keep git from moving them. It is written again afterwards, on whatever stands there then. Where a person has written anything else in the
 * file, it stays, and git decides.
 */
export async function withMarksAside<T>(tools: Tools, work: () => Promise<T>): Promise<T> {
  const marks = await marksAlone(tools);
  if (marks === null) return work();
  await marks.takeOff();
  try {
    return await work();
  } finally {
    await writeMarks(marks.tasks, tools);
  }
}

interface Marks {
  readonly tasks: readonly Task[];
  readonly takeOff: () => Promise<void>;
}

/** The tasks whose marks are all that the file has beyond its last commit; null where it has nothing, or more. */
async function marksAlone(tools: Tools): Promise<Marks | null> {
  const { backlog, workspace, shelf } = tools;
  const { head, dirty } = await workspace.look();
  const paths = dirty.map(({ path }) => path).filter((path) => carriesState(backlog, path));
  const [file] = paths;
  if (file === undefined || paths.length > 1 || backlog.compare === undefined) return null;
  const committed = await workspace.textAt(head, file);
  if (committed === null) return null;
  const noted = new Set<TaskId>((await backlog.compare(committed)).noted);
  const { tasks, revision } = await backlog.load();
  const marked = tasks.filter(({ id }) => noted.has(id));
  const takeOff = () => shelf.restore(head, paths);
  let isAll = false;
  try {
    await takeOff();
    await writeMarks(marked, tools);
    isAll = (await backlog.load()).revision === revision;
  } finally {
    if (!isAll) await backlog.replace?.(revision);
  }
  return isAll ? { tasks: marked, takeOff } : null;
}

async function writeMarks(marked: readonly Task[], { backlog }: Pick<Tools, "backlog">): Promise<void> {
  const { tasks } = await backlog.load();
  const open = new Set(tasks.filter(({ state }) => state === "todo" || state === "in_progress").map(({ id }) => id));
  for (const { id, state, reason } of marked)
    if (open.has(id)) await backlog.setState({ id, state, ...(reason === null ? {} : { reason }) });
}
