import { taskId } from "../../../core/task-id.ts";
import type { Criterion, Task, TaskId } from "../../../core/task.ts";
import { readStatusText } from "../status-text.ts";
import { criteriaFor } from "./derived.ts";
import { execWords, plainNumber } from "./exec-words.ts";
import type { PlanPlace } from "./find-plan.ts";
import type { ExecPlan, Increment } from "./read-plan.ts";
import { criteriaOf, type Prd } from "./read-prd.ts";

/** The id of an increment's task: the plan's number and its own, so that those of two plans differ. */
export const incrementId = ({ id }: Pick<PlanPlace, "id">, number: string): TaskId =>
  taskId(id === "" ? number : `${id}-${number}`);

/** The increment that an id names: the task's id, or the increment's number alone. */
export const incrementWith = (place: PlanPlace, plan: ExecPlan, id: string): readonly Increment[] => {
  const exact = plan.increments.filter(({ number }) => incrementId(place, number) === id);
  return exact.length > 0 ? exact : plan.increments.filter(({ number }) => plainNumber(number) === plainNumber(id));
};

const onePriority = 2;

/** The tasks of a plan in its order. An increment that names none waits for the one before it: none is skipped. */
export function execTasks(place: PlanPlace, plan: ExecPlan, prd: Prd | null): readonly Task[] {
  const byNumber = new Map(plan.increments.map(({ number }) => [plainNumber(number), number]));
  const idOf = (number: string): TaskId => incrementId(place, byNumber.get(plainNumber(number)) ?? number);
  const loose = prd === null ? [] : looseIn(prd);
  return plan.increments.map((increment, i): Task => {
    const { number, title, status, line, type, files, gate, body } = increment;
    const read = status === null ? null : readStatusText(status.value, execWords);
    const before = plan.increments.slice(0, i).findLast((each) => plainNumber(each.number) !== plainNumber(number));
    const deps = increment.deps ?? (before === undefined ? [] : [before.number]);
    return {
      id: incrementId(place, number),
      title,
      state: read?.state ?? "todo",
      reason: read?.reason ?? null,
      priority: onePriority,
      deps: deps.map(idOf),
      group: plan.milestones.find(({ increments }) => increments.includes(plainNumber(number)))?.name ?? null,
      parent: null,
      labels: type === null ? [] : [`type:${type}`],
      files,
      body,
      acceptance: prd === null ? [] : acceptanceOf(prd, number),
      gate,
      ...(loose.length === 0 ? {} : { looseCriteria: loose }),
      commit: { scope: place.id === "" ? null : place.id, words: `increment ${number} — ${title}` },
      source: { file: place.plan.name, line },
      optional: false,
      large: false,
    };
  });
}

/** The open criteria that name no increment. */
const looseIn = (prd: Prd): readonly string[] =>
  criteriaOf(prd)
    .filter(({ increments, isDone }) => increments.length === 0 && !isDone)
    .map(({ text }) => text);

const acceptanceOf = (prd: Prd, number: string): readonly Criterion[] =>
  criteriaFor(prd, number).map(({ text, isDone }) => ({ text, done: isDone }));
