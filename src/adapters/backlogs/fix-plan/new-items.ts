import type { Task, TaskState } from "../../../core/task.ts";
import { inserted, type Insertion, spliced } from "../splice.ts";
import { detailsOf } from "./details.ts";
import { noteText, splitId } from "./item-text.ts";
import { type Plan, type PlanOptions, readPlan } from "./plan.ts";

/** An item to be put into a plan: its lines from the marker on, and the section that it belongs to (null: the last one). */
export interface NewItem {
  readonly section: string | null;
  readonly lines: readonly string[];
}

/** The item for a text that a person typed. */
export const typedItem = (text: string, section: string | null): NewItem => ({
  section,
  lines: [`- [ ] ${text.replaceAll(/\s+/g, " ").trim()}`],
});

/**
 * The text with new items, each behind the last item of its section (a heading of any level, in any case), with the bullet
 * that is used there. A section that is not there is made at the end. All other bytes stay.
 */
export function withNewItems(text: string, items: readonly NewItem[], options: PlanOptions): string {
  const plan = readPlan(text, options);
  const insertions: Insertion[] = [];
  const fresh = new Map<string, string[]>();
  for (const { section, lines } of items) {
    const at = placeIn(plan, section);
    if (at === null) fresh.set(section ?? "Tasks", [...(fresh.get(section ?? "Tasks") ?? []), ...lines]);
    else
      insertions.push({
        at: at.offset,
        lines: lines.map((line, i) => (i === 0 ? line.replace(/^-/, at.bullet) : line)).join("\n"),
      });
  }
  const eol = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  const grown = spliced(
    text,
    inserted(
      text,
      insertions.map(({ at, lines }) => ({ at, lines: lines.replaceAll("\n", eol) })),
    ),
  );
  const sections = [...fresh].map(([title, lines]) => [`## ${title}`, "", ...lines].join(eol));
  if (sections.length === 0) return grown;
  const start = grown.trim() === "" ? `${grown}# Plan${eol}` : grown;
  const gap = /(\r\n|\r|\n)$/.test(start) ? eol : eol + eol;
  return `${start}${gap}${sections.join(eol + eol)}${eol}`;
}

function placeIn(plan: Plan, section: string | null): { readonly offset: number; readonly bullet: string } | null {
  const heading = section === null ? null : plan.scan.headings.findIndex(({ text }) => sameTitle(text, section));
  const path = heading === null ? null : plan.sectionAt(heading).path;
  if (heading === -1) return null;
  const last = plan.items.findLast((item) => item.at.parent === -1 && (path === null || isIn(item.section.path, path)));
  if (last !== undefined) return { offset: last.at.end, bullet: bulletAt(plan.text, last.at.start) };
  const found = heading === null ? undefined : plan.scan.headings[heading];
  if (found === undefined) return null;
  const gap = /^[ \t]*(?:\r\n|\r|\n)/.exec(plan.text.slice(found.end, found.end + 80))?.[0].length ?? 0;
  return { offset: found.end + gap, bullet: "-" };
}

const isIn = (path: string, section: string): boolean => path === section || path.startsWith(`${section}\n`);
const sameTitle = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/* Numbered items have a bullet of their own: the next number could only be guessed. */
const bulletAt = (text: string, start: number): string =>
  /^[ \t]*([-*+])/.exec(text.slice(start, start + 20))?.[1] ?? "-";

const boxes: Readonly<Record<TaskState, string>> = {
  todo: " ",
  in_progress: "~",
  done: "x",
  blocked: " ",
  needs_human: " ",
  deferred: ">",
  cancelled: "-",
};
const suffixes: Readonly<Partial<Record<TaskState, string>>> = {
  blocked: "blocked",
  needs_human: "needs-human",
  deferred: "deferred",
  cancelled: "cancelled",
};

/** Tasks of any source as items of a plan, nested ones under those they belong to, with every field that Markdown has a form for. */
export function itemsOf(tasks: readonly Task[]): readonly NewItem[] {
  const ids = new Set<string>(tasks.map(({ id }) => id));
  const children = Map.groupBy(tasks, ({ parent }) => (parent !== null && ids.has(parent) ? parent : null));
  const linesOf = (task: Task, indent: string): readonly string[] => {
    const nested = children.get(task.id) ?? [];
    const own = [firstLine(task), ...detailLines(task, nested).map((line) => (line === "" ? "" : `  ${line}`))];
    return [
      ...own.map((line) => (line === "" ? "" : indent + line)),
      ...nested.flatMap((child) => linesOf(child, `${indent}  `)),
    ];
  };
  return (children.get(null) ?? []).map((task) => ({ section: task.group, lines: linesOf(task, "") }));
}

function firstLine({ id, title, state, reason }: Task): string {
  const suffix = suffixes[state];
  const words = noteText(reason ?? "");
  const note =
    suffix === undefined || (words === "" && state !== "blocked" && state !== "needs_human")
      ? ""
      : ` (${suffix}${words === "" ? "" : `: ${words}`})`;
  const named = `**${id}** ${title}`;
  const text = splitId(named).id === id ? named : title;
  return `- [${boxes[state]}] ${text.replaceAll(/\s+/g, " ")}${note}`;
}

/* The body as it is, and what it does not declare already. */
function detailLines(task: Task, nested: readonly Task[]): readonly string[] {
  const said = detailsOf(task.body);
  const missing = (all: readonly string[], known: readonly string[]): readonly string[] =>
    all.filter((one) => !known.includes(one));
  const list = (key: string, values: readonly string[]): readonly string[] =>
    values.length === 0 ? [] : [`${key}: ${values.join(", ")}`];
  const titles = nested.map(({ title }) => title);
  const criteria = missing(
    task.acceptance.map(({ text }) => text),
    [...said.accept, ...titles],
  );
  return [
    ...(task.body === "" ? [] : task.body.split("\n")),
    ...list("deps", missing(task.deps, said.deps)),
    ...list("labels", missing(task.labels, [...said.labels, ...tagsOf(task.title)])),
    ...list("files", missing(task.files, said.files)),
    ...missing(task.gate, said.gate).map((command) => `gate: ${command}`),
    ...criteria.map((text) => `accept: ${text}`),
    ...(said.priority === null && task.priority !== 2 ? [`priority: ${task.priority}`] : []),
  ];
}

const tagsOf = (title: string): readonly string[] =>
  [...title.matchAll(/\[([A-Za-z][^[\]]*)\]/g)].map(([, tag = ""]) => tag);
