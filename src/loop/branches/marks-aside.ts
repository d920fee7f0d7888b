import type { TaskId } from "../../core/task.ts";
import { carriesState, type StateChange } from "../../ports/backlog.ts";
import { writeMarks } from "./set-aside-again.ts";
import type { Tools } from "../tools.ts";

/**
 * Does something to the branches here as if what was set aside in the backlog's file, and is in no commit, did not stand there: it would
 * keep git from moving them. It is written again afterwards, on whatever stands there then. Where a person has written anything else in the
 * file, it stays, and git decides.
 */
export async function withMarksAside<T>(tools: Tools, work: () => Promise<T>): Promise<T> {
  const alone = await marksAlone(tools);
  if (alone === null) return work();
  await alone.takeOff();
  try {
    return await work();
  } finally {
    await writeMarks(alone.marks, tools);
  }
}

/** True where what is not committed of the backlog's file is nothing but marks of tasks that were set aside. */
export const areMarksAlone = async (tools: Tools): Promise<boolean> => (await marksAlone(tools)) !== null;

interface Marks {
  readonly marks: readonly StateChange[];
  readonly takeOff: () => Promise<void>;
}

/** The tasks whose marks are all that the file has beyond its last commit; null where it has nothing, or more. */
async function marksAlone(tools: Tools): Promise<Marks | null> {
  const { backlog, workspace, shelf, planMemory } = tools;
  const { head, dirty } = await workspace.look();
  const paths = dirty.map(({ path }) => path).filter((path) => carriesState(backlog, path));
  const [file] = paths;
  if (file === undefined || paths.length > 1 || backlog.compare === undefined) return null;
  const committed = await workspace.textAt(head, file);
  if (committed === null) return null;
  const noted = new Set<TaskId>((await backlog.compare(committed)).noted);
  const { tasks, revision } = await backlog.load();
  const marks = tasks
    .filter(({ id }) => noted.has(id))
    .map(({ id, state, reason }) => ({ id, state, ...(reason === null ? {} : { reason }) }));
  const takeOff = () => shelf.restore(head, paths);
  let isAll = false;
  // To see it the file is written anew: what a person has in it must outlive a kill meanwhile.
  await planMemory.carry(revision);
  try {
    await takeOff();
    await writeMarks(marks, tools);
    isAll = (await backlog.load()).revision === revision;
  } finally {
    if (!isAll) await backlog.replace?.(revision);
    await planMemory.carry(null);
  }
  return isAll ? { marks, takeOff } : null;
}
