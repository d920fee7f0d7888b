import { taskId } from "../../../core/task-id.ts";
import type { Task, TaskId } from "../../../core/task.ts";
import {
  type Annotation,
  BacklogError,
  type Backlog,
  type BacklogChanges,
  type BacklogSnapshot,
  type NewTask,
  type StateChange,
} from "../../../ports/backlog.ts";
import { changeText, fileFault, readText, type StateFile } from "../text-file.ts";
import { changesOf, comparePlans, isOpen } from "./compare.ts";
import { emptyPlanError, planFaults } from "./faults.ts";
import { nearIds } from "../near-ids.ts";
import { recently } from "../recently.ts";
import { type NewItem, withNewItems } from "./new-items.ts";
import { readPlan, type Plan, type PlanItem } from "./plan.ts";
import { settlePlan } from "./settle.ts";
import { spliced } from "../splice.ts";
import { tasksOf } from "./tasks.ts";
import { answerSplices } from "./with-answer.ts";
import { stateSplices } from "./write-state.ts";

/** A plan file and how it is read. */
export interface FixPlanOptions {
  /** Absolute. */
  readonly path: string;
  /** Relative to the repository; what people are told. */
  readonly name: string;
  /** Titles of sections whose tasks do not keep a run open. */
  readonly optionalSections: readonly string[];
  /** `parent`: nested items are the criteria of the item above. `tasks`: each is a task of its own. */
  readonly nested: "parent" | "tasks";
  /** Numbers at the start of items (`1.1 text`) are ids. */
  readonly numbered?: boolean;
}

/**
 * `fix_plan.md` as a backlog: one task for each checkbox item of a Markdown file. A parent is closed by a write of its
 * own, after its nested items. In progress is not written: the item stays open, and the ledger knows whose it is.
 */
export function openFixPlan(
  options: FixPlanOptions,
): Backlog & Required<Pick<Backlog, "compare" | "settle" | "replace" | "annotate" | "add">> {
  const file: StateFile = { path: options.path, name: options.name };
  const read = recently((text) => readPlan(text, options));
  const snapshotOf = recently((text): BacklogSnapshot => {
    const plan = read(text);
    const tasks = tasksOf(plan, options.name, options.nested === "parent");
    return { tasks, faults: planFaults(plan, tasks, options.name), revision: text };
  });
  return {
    kind: "file",
    files: [options.name],
    async load(signal?: AbortSignal): Promise<BacklogSnapshot> {
      const text = await readText(file, signal);
      const error = emptyPlanError(read(text), options.name);
      if (error !== null) throw error;
      return snapshotOf(text);
    },
    async setState(change: StateChange, signal?: AbortSignal): Promise<Task> {
      const text = await changeText(
        file,
        (now) => {
          const plan = read(now);
          return spliced(now, stateSplices(itemToWrite(plan, change, options.name), change));
        },
        { signal },
      );
      return taskIn(snapshotOf(text).tasks, change.id, options.name);
    },
    async compare(before: string, signal?: AbortSignal): Promise<BacklogChanges> {
      const now = await readText(file, signal).catch(emptyWhenMissing);
      return changesOf(comparePlans(read(before), read(now)));
    },
    annotate: (annotation, signal) => annotate({ file, read, options }, annotation, signal),
    async add(task: NewTask, signal?: AbortSignal): Promise<Task> {
      const { text, id } = await added({ file, read, options }, task, signal);
      return taskIn(snapshotOf(text).tasks, id, options.name);
    },
    async replace(text: string, signal?: AbortSignal): Promise<void> {
      await changeText(file, () => text, { whenMissing: "", whatever: true, signal });
    },
    async settle(before, settlement, signal): Promise<BacklogChanges> {
      let putBack: BacklogChanges | null = null;
      await changeText(
        file,
        (now) => {
          const settled = settlePlan(before, now, settlement, read);
          putBack ??= settled.putBack;
          return settled.text;
        },
        { whenMissing: "", signal },
      );
      return putBack ?? changesOf({ pairs: [], added: [] });
    },
  };
}

/* What writes to the file need. */
interface Pen {
  readonly file: StateFile;
  readonly read: (text: string) => Plan;
  readonly options: FixPlanOptions;
}

/* A question stands in the item's state, and a plan keeps no log: only answers have a place. */
async function annotate({ file, read, options }: Pen, annotation: Annotation, signal?: AbortSignal): Promise<boolean> {
  if (annotation.kind !== "answer") return false;
  await changeText(
    file,
    (now) => {
      const item = itemToWrite(read(now), { id: annotation.id, state: "todo" }, options.name);
      return spliced(now, answerSplices(now, item, annotation.text));
    },
    { signal },
  );
  return true;
}

async function added(
  { file, read, options }: Pen,
  task: NewTask,
  signal?: AbortSignal,
): Promise<{ readonly text: string; readonly id: TaskId }> {
  let id = taskId(task.stem);
  const text = await changeText(
    file,
    (now) => {
      id = freeId(
        task.stem,
        read(now).items.map((item) => item.id),
      );
      return withNewItems(now, [itemOf(task, id)], options);
    },
    { signal },
  );
  return { text, id };
}

/* The stem with the next number of three digits. */
function freeId(stem: string, known: readonly TaskId[]): TaskId {
  const taken = new Set<string>(known);
  for (let n = 1; ; n++) {
    const id = `${stem}-${String(n).padStart(3, "0")}`;
    if (!taken.has(id)) return taskId(id);
  }
}

const itemOf = ({ title, body, acceptance, group, labels = [], priority }: NewTask, id: TaskId): NewItem => ({
  section: group,
  lines: [
    `- [ ] **${id}** ${title.replaceAll(/\s+/g, " ").trim()}`,
    ...(body === "" ? [] : body.split("\n").map((line) => (line.trim() === "" ? "" : `  ${line}`))),
    ...acceptance.map((text) => `  accept: ${text.replaceAll(/\s+/g, " ")}`),
    ...(labels.length === 0 ? [] : [`  labels: ${labels.join(", ")}`]),
    ...(priority === undefined ? [] : [`  priority: ${priority}`]),
  ],
});

function emptyWhenMissing(error: unknown): string {
  if (error instanceof BacklogError && error.code === "missing") return "";
  throw error;
}

function taskIn(tasks: readonly Task[], id: TaskId, name: string): Task {
  const task = tasks.find((each) => each.id === id);
  if (task === undefined)
    throw unknownTask(
      id,
      tasks.map((each) => each.id),
      name,
    );
  return task;
}

function unknownTask(id: TaskId, known: readonly TaskId[], name: string): BacklogError {
  const near = nearIds(id, known);
  const hint = near.length === 0 ? "`ralph plan list` shows the ids." : `Did you mean ${near.join(", ")}?`;
  return new BacklogError("unknown-task", fileFault(name, "unknown-task", `${name} has no task ${id}.`, hint));
}

/* The one item with the id, if the change may be made to it. */
function itemToWrite(plan: Plan, change: StateChange, name: string): PlanItem {
  const same = plan.items.filter((item) => item.id === change.id);
  const [item] = same;
  if (item === undefined)
    throw unknownTask(
      change.id,
      plan.items.map((each) => each.id),
      name,
    );
  const refuse = (code: string, message: string, hint: string): never => {
    throw new BacklogError("unwritable", {
      ...fileFault(name, code, message, hint),
      line: item.at.line,
      tasks: [change.id],
    });
  };
  if (same.length > 1)
    refuse(
      "duplicate-id",
      `${change.id} appears more than once in ${name} (lines ${same.map((each) => each.at.line).join(", ")}).`,
      "Give each item an id of its own first.",
    );
  const open =
    change.state === "done" ? plan.items.filter((each) => isUnder(plan, each, item.index) && isOpen(each)) : [];
  if (open.length > 0)
    refuse(
      "open-nested",
      `${change.id} has open items nested under it (lines ${open.map((each) => each.at.line).join(", ")}).`,
      "Close these first, then the item above them.",
    );
  return item;
}

function isUnder(plan: Plan, item: PlanItem, ancestor: number): boolean {
  let at = item.at.parent;
  while (at > ancestor) at = plan.items[at]?.at.parent ?? -1;
  return at === ancestor;
}
