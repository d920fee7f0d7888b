import type { TaskState } from "../../../core/task.ts";
import type { LabelledValue } from "../markdown-lines.ts";
import type { Splice } from "../splice.ts";
import { readStatusText, statusWord } from "../status-text.ts";
import { execWords, plainNumber, progressWord } from "./exec-words.ts";
import { type ExecPlan, type Increment, incrementNumbered } from "./read-plan.ts";
import { criteriaOf, type Prd } from "./read-prd.ts";

/** A derived state that is written otherwise than it follows from the rest. */
export interface Stale {
  readonly code: string;
  readonly line: number;
  readonly message: string;
  /** The edit that makes it right. */
  readonly splice: Splice;
}

/** The state of an increment; open where its status is missing or means nothing. */
export const stateOf = ({ status }: Increment): TaskState =>
  (status === null ? null : readStatusText(status.value, execWords))?.state ?? "todo";

/** True for an increment that nobody has to do anything about any more. */
export function isDone(increment: Increment): boolean {
  const state = stateOf(increment);
  return state === "done" || state === "cancelled";
}

const edit = ({ start, end }: LabelledValue, text: string): Splice => ({ start, end, text });

/** What of a plan's milestones, overall status and current increment does not follow from its increments. */
export function stalePlan(plan: ExecPlan): readonly Stale[] {
  return [...staleMilestones(plan), ...staleOverall(plan), ...staleCurrent(plan)];
}

function staleMilestones(plan: ExecPlan): readonly Stale[] {
  return plan.milestones.flatMap(({ name, increments, status, line }) => {
    const own = increments.flatMap((number) => incrementNumbered(plan, number) ?? []);
    const wanted = progressWord(own.filter(isDone).length, own.length);
    if (own.length === 0 || says(status.value, wanted)) return [];
    const message = `The milestone ${name} is ${wanted} by its increments, but ${status.value || "nothing"} in the table.`;
    return [{ code: "stale-milestone", line, message, splice: edit(status, wanted) }];
  });
}

function staleOverall({ increments, overall }: ExecPlan): readonly Stale[] {
  const wanted = progressWord(increments.filter(isDone).length, increments.length);
  if (overall === null || increments.length === 0 || says(overall.value, wanted)) return [];
  const message = `The plan is ${wanted} by its increments, but its overall status is ${overall.value || "empty"}.`;
  return [{ code: "stale-overall", line: overall.line, message, splice: edit(overall, spaced(overall, wanted)) }];
}

function staleCurrent(plan: ExecPlan): readonly Stale[] {
  const { current } = plan;
  if (current === null) return [];
  const working = plan.increments.find((increment) => stateOf(increment) === "in_progress");
  const said = /^(?:increment\s+)?([A-Za-z0-9][\w.]*)/i.exec(current.value)?.[1];
  const isNone = said === undefined || /^(?:none|nothing|n)$/i.test(said);
  if (working === undefined ? isNone : said !== undefined && plainNumber(said) === plainNumber(working.number))
    return [];
  const wanted = working?.number ?? "none";
  const message =
    working === undefined
      ? `No increment is in progress, but the current one is said to be ${current.value}.`
      : `Increment ${working.number} is in progress, but the current one is said to be ${current.value || "nothing"}.`;
  return [{ code: "stale-current", line: current.line, message, splice: edit(current, spaced(current, wanted)) }];
}

/* An empty value may stand right behind its label. */
const spaced = ({ value }: LabelledValue, text: string): string => (value === "" ? ` ${text}` : text);

const says = (written: string, wanted: string): boolean =>
  statusWord(written)
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-")
    .replaceAll(/[*`]/g, "") === wanted;

/** What of a document's stories does not follow from their criteria. */
export function stalePrd({ stories }: Prd): readonly Stale[] {
  return stories.flatMap(({ title, status, criteria }) => {
    const wanted = progressWord(criteria.filter((each) => each.isDone).length, criteria.length);
    if (status === null || criteria.length === 0 || says(status.value, wanted)) return [];
    const message = `The story ${title} is ${wanted} by its criteria, and ${status.value || "nothing"} by its status.`;
    return [{ code: "stale-story", line: status.line, message, splice: edit(status, spaced(status, wanted)) }];
  });
}

/** The criteria that name an increment, ticked or not. */
export const criteriaFor = (prd: Prd, number: string) =>
  criteriaOf(prd).filter(({ increments }) => increments.includes(plainNumber(number)));

/** Complete by all three tests: no increment is open, every milestone is done, and so is the whole. */
export const isComplete = (plan: ExecPlan): boolean =>
  plan.increments.length > 0 &&
  plan.increments.every(isDone) &&
  plan.milestones.every(({ status }) => says(status.value, "done")) &&
  (plan.overall === null || says(plan.overall.value, "done"));
