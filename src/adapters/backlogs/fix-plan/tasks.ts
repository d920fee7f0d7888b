import type { Criterion, Task } from "../../../core/task.ts";
import { detailsOf, noDetails, type Details } from "./details.ts";
import { isLarge } from "./item-text.ts";
import type { Plan, PlanItem } from "./plan.ts";

const defaultPriority = 2;
const none: readonly never[] = [];

/** The tasks of a plan in the order of the file. With `criteria` nested items are criteria of those they are nested under. */
export function tasksOf(plan: Plan, file: string, criteria: boolean): readonly Task[] {
  const children = childrenOf(plan.items);
  const under = criteriaUnder(plan.items);
  return plan.items.map((item) => {
    const nested = children.get(item.index) ?? none;
    const body = bodyOf(plan.text, item, nested);
    const details = body === "" ? noDetails : detailsOf(body);
    return {
      id: item.id,
      title: item.title,
      state: item.state,
      reason: item.reason,
      priority: details.priority ?? defaultPriority,
      deps: details.deps.length === 0 ? item.deps : [...new Set([...item.deps, ...details.deps])],
      group: item.section.group,
      parent: plan.items[item.at.parent]?.id ?? null,
      labels: details.labels.length === 0 ? item.labels : [...item.labels, ...details.labels],
      files: details.files,
      body,
      acceptance:
        nested.length + details.accept.length === 0 ? none : acceptanceOf(item, details, criteria ? under(item) : none),
      gate: details.gate,
      source: { file, line: item.at.line },
      optional: item.section.optional,
      large: isLarge(item.core),
    };
  });
}

const acceptanceOf = (item: PlanItem, details: Details, nested: readonly Criterion[]): readonly Criterion[] => [
  ...details.accept.map((text) => ({ text, done: item.state === "done" })),
  ...nested,
];

function childrenOf(items: readonly PlanItem[]): Map<number, PlanItem[]> {
  const children = new Map<number, PlanItem[]>();
  for (const item of items) {
    if (item.at.parent < 0) continue;
    const siblings = children.get(item.at.parent);
    if (siblings === undefined) children.set(item.at.parent, [item]);
    else siblings.push(item);
  }
  return children;
}

/* Gives the items nested under one at any depth as criteria: in the file they follow it without a gap. */
function criteriaUnder(items: readonly PlanItem[]): (item: PlanItem) => readonly Criterion[] {
  const criteria = items.map(({ title, state }) => ({ text: title, done: state === "done" || state === "cancelled" }));
  const last = items.map(({ index }) => index);
  for (const { index, at } of items.toReversed())
    if (at.parent >= 0) last[at.parent] = Math.max(last[at.parent] ?? 0, last[index] ?? 0);
  return ({ index }) => criteria.slice(index + 1, (last[index] ?? index) + 1);
}

/* The item's own lines below the first, without those of nested items, shifted to the left. */
function bodyOf(text: string, item: PlanItem, nested: readonly PlanItem[]): string {
  if (item.at.end <= item.at.lineEnd + 2) return "";
  const parts: string[] = [];
  let from = item.at.lineEnd;
  for (const child of nested) {
    if (child.at.start > from) parts.push(text.slice(from, child.at.start));
    from = Math.max(from, child.at.end);
  }
  parts.push(text.slice(from, item.at.end));
  const lines = parts.join("").split(/\r\n|\r|\n/);
  const filled = lines.filter((line) => line.trim() !== "");
  const shift = filled.reduce((least, line) => Math.min(least, line.length - line.trimStart().length), Infinity);
  return lines
    .map((line) => line.slice(Math.min(shift, line.length)))
    .join("\n")
    .trim();
}
