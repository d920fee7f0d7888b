import type { AuditFinding } from "../../core/answer/audit-findings.ts";
import type { Fact } from "../../core/fact.ts";
import type { Task, TaskId } from "../../core/task.ts";
import { digestTask, findingTask, markIn } from "../../core/texts/audit-texts.ts";
import { warned } from "../../core/texts/warned.ts";
import { BacklogError, type NewTask } from "../../ports/backlog.ts";
import type { Tools } from "../tools.ts";

/** What filing is done with. */
export interface FilingTools {
  readonly backlog: Pick<Tools["backlog"], "load" | "add">;
  readonly judge: Pick<Tools["judge"], "mask">;
}

/** The tasks that findings have become, and what has to be said of how. */
export interface Filing {
  readonly filed: readonly TaskId[];
  readonly digest: TaskId | null;
  readonly notes: readonly Fact[];
}

/**
 * Makes tasks of an audit's findings: one each of what is urgent, and one of all the rest. What carries the mark of a finding is
 * there already, and is not made again.
 */
export async function putIntoBacklog(
  audit: Task,
  findings: readonly AuditFinding[],
  tools: FilingTools,
): Promise<Filing> {
  const urgent = findings.filter(({ priority }) => priority === "P0" || priority === "P1");
  const rest = findings.filter((finding) => !urgent.includes(finding));
  if (findings.length > 0 && tools.backlog.add === undefined)
    return { filed: [], digest: null, notes: [noPlace(audit)] };
  const notes: Fact[] = [];
  const ids: TaskId[] = [];
  for (const finding of urgent) ids.push(await fileOnce(findingTask(audit, finding), tools, notes));
  const digest = rest.length === 0 ? null : await fileOnce(digestTask(audit, rest), tools, notes);
  return { filed: [...new Set(ids)], digest, notes };
}

/** Files a task unless one with its mark is there. Labels that the source does not know are left out: the mark in the text says the same. */
async function fileOnce(wanted: NewTask, { backlog, judge }: FilingTools, notes: Fact[]): Promise<TaskId> {
  const mark = markIn(wanted.body);
  const there = (await backlog.load()).tasks.find(({ body }) => mark !== null && body.includes(mark));
  if (there !== undefined) return there.id;
  const task = { ...wanted, title: judge.mask(wanted.title), body: judge.mask(wanted.body) };
  const { labels: _labels, ...plain } = task;
  const add = (one: NewTask): Promise<Task> =>
    backlog.add?.(one) ?? Promise.reject(new Error("The source takes no tasks."));
  try {
    return (await add(task)).id;
  } catch (error) {
    if (!(error instanceof BacklogError) || error.code !== "unwritable") throw error;
    const made = await add(plain);
    notes.push(warned("audit_without_label", `${made.id} was filed without its label: ${error.message}`));
    return made.id;
  }
}

const noPlace = ({ id }: Task): Fact =>
  warned(
    "audit_not_filed",
    `The backlog takes no new tasks: the findings of ${id} stand in its closing comment, and in the log of the call.`,
  );
