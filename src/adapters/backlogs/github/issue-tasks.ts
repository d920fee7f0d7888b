import { taskId } from "../../../core/task-id.ts";
import type { Task } from "../../../core/task.ts";
import type { BacklogSnapshot } from "../../../ports/backlog.ts";
import { dependencyFaults, heldBackBy } from "../dependency-faults.ts";
import { detailsOf } from "../fix-plan/details.ts";
import { isLarge } from "../fix-plan/item-text.ts";
import { criteriaIn, oneLine } from "../issue-criteria.ts";
import { type GithubIssue, idOf } from "./github-issue.ts";
import { isStateLabel, stateOf } from "./issue-state.ts";

/** The issues that are tasks, by number, and what had to be asked for besides. */
export interface ReadIssues {
  readonly issues: readonly GithubIssue[];
  /** What an issue waits for, by its number: what its text, its blockers and its parts say. */
  readonly waitsFor: ReadonlyMap<number, readonly number[]>;
  /** Issues that are no tasks and that some task names: null where there is none such. */
  readonly outside: ReadonlyMap<number, GithubIssue | null>;
  /** Why an issue waits, where it says so. */
  readonly reasons: ReadonlyMap<number, string>;
}

/** The priority of an issue that names none: between high and low. */
const usualPriority = 2;
const priorities: Readonly<Record<string, number>> = { critical: 0, urgent: 0, high: 1, medium: 2, low: 3 };

/** The tasks that issues make, by their numbers, with what is wrong among them. */
export function issueSnapshot(read: ReadIssues): BacklogSnapshot {
  const known = {
    byNumber: new Map(read.issues.map((issue) => [issue.number, issue])),
    parents: new Set(read.issues.flatMap(({ parent }) => parent ?? [])),
  };
  const tasks = read.issues.map((issue) => taskOf(issue, read, known));
  return { tasks, faults: dependencyFaults(tasks, heldBackBy(tasks)), revision: "" };
}

/** The task that one issue makes by itself: what it waits for and belongs to is left out. */
export const taskAlone = (issue: GithubIssue): Task =>
  taskOf(
    { ...issue, parent: null },
    { issues: [issue], waitsFor: new Map(), outside: new Map(), reasons: new Map() },
    { byNumber: new Map(), parents: new Set() },
  );

interface Known {
  readonly byNumber: ReadonlyMap<number, GithubIssue>;
  /** Issues that others are a part of. */
  readonly parents: ReadonlySet<number>;
}

function taskOf(issue: GithubIssue, read: ReadIssues, known: Known): Task {
  const { number, body, url } = issue;
  const title = oneLine(issue.title);
  const labels = issue.labels.map(oneLine).filter((label) => !isStateLabel(label));
  return {
    id: taskId(idOf(number)),
    title: title === "" ? idOf(number) : title,
    ...stateAndReason(issue, read),
    priority: priorityOf(labels) ?? detailsOf(body).priority ?? usualPriority,
    deps: depsOf(issue, read, known).map((dep) => taskId(idOf(dep))),
    group: groupOf(issue, read, known),
    parent: null,
    labels,
    files: detailsOf(body).files,
    body,
    acceptance: criteriaIn(body),
    // Whoever may write an issue may not therefore run commands here.
    gate: [],
    source: { url },
    optional: false,
    large: isLarge(title) || labels.some((label) => /^(?:large|l)$/i.test(label)),
  };
}

function stateAndReason(issue: GithubIssue, read: ReadIssues): Pick<Task, "state" | "reason"> {
  const state = stateOf(issue);
  if (state !== "todo") return { state, reason: read.reasons.get(issue.number) ?? null };
  const open = (read.waitsFor.get(issue.number) ?? []).filter((number) => read.outside.get(number)?.isOpen === true);
  if (open.length === 0) return { state, reason: null };
  const names = open.map((number) => `#${number}`).join(", ");
  return {
    state: "blocked",
    reason: `it waits for ${names}, which ${open.length === 1 ? "is no task" : "are no tasks"} here`,
  };
}

/* What is closed elsewhere holds nothing back; what is not there at all is a fault of an issue that is open still. */
const depsOf = ({ number, isOpen }: GithubIssue, { waitsFor, outside }: ReadIssues, known: Known): readonly number[] =>
  (waitsFor.get(number) ?? []).filter(
    (dep) => dep !== number && (known.byNumber.has(dep) || (isOpen && outside.get(dep) === null)),
  );

/** The issue that it is a part of, else its milestone; a parent stands at the end of its own parts. */
function groupOf(
  { number, title, parent, milestone }: GithubIssue,
  { outside }: ReadIssues,
  known: Known,
): string | null {
  if (parent !== null) return nameOf(parent, (known.byNumber.get(parent) ?? outside.get(parent))?.title ?? "");
  if (known.parents.has(number)) return nameOf(number, title);
  return milestone === null ? null : oneLine(milestone);
}

const nameOf = (number: number, title: string): string => `#${number} ${oneLine(title)}`.trim();

function priorityOf(labels: readonly string[]): number | null {
  const found = labels.flatMap((label) => {
    const word = /^(?:priority\s*[:/-]?\s*)?(critical|urgent|high|medium|low|p\d)$/i.exec(label)?.[1]?.toLowerCase();
    if (word === undefined) return [];
    return word.startsWith("p") ? Number(word.slice(1)) : (priorities[word] ?? []);
  });
  return found.length === 0 ? null : Math.min(...found);
}
