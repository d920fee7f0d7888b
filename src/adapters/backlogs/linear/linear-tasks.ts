import { taskId } from "../../../core/task-id.ts";
import type { Task } from "../../../core/task.ts";
import type { BacklogFault, BacklogSnapshot } from "../../../ports/backlog.ts";
import { dependencyFaults, heldBackBy } from "../dependency-faults.ts";
import { detailsOf } from "../fix-plan/details.ts";
import { isLarge } from "../fix-plan/item-text.ts";
import { criteriaIn, oneLine } from "../issue-criteria.ts";
import { fileFault } from "../text-file.ts";
import type { LinearIssue } from "./asking/linear-issue.ts";
import { closedByPeople, isReview, stateOf } from "./linear-state.ts";

/** What Linear writes for no priority; it stands behind low, which is 4. */
const noPriority = 5;
const order = new Intl.Collator("en", { numeric: true });

/** The tasks that a project's issues make, by their ids, with what is wrong among them. */
export function linearSnapshot(issues: readonly LinearIssue[]): BacklogSnapshot {
  const sorted = issues.toSorted((a, b) => order.compare(a.identifier, b.identifier));
  const family = familyOf(sorted);
  const tasks = sorted.map((issue) => taskOf(issue, family));
  const heldBack = heldBackBy(tasks);
  const unknown = sorted.flatMap((issue): readonly BacklogFault[] => {
    if (stateOf(issue) !== null) return [];
    const message = `The state ${issue.state.name} of ${issue.identifier} is of a type that is not known here (${issue.state.type}).`;
    const hint = "Move the issue to another state, or look for a newer version of ralph.";
    return [{ ...fileFault(issue.url, "unknown-state", message, hint), tasks: heldBack([taskId(issue.identifier)]) }];
  });
  return { tasks, faults: [...unknown, ...dependencyFaults(tasks, heldBack)], revision: "" };
}

/** Who stands above whom, among the issues of the project. */
interface Family {
  readonly byId: ReadonlyMap<string, LinearIssue>;
  readonly children: ReadonlyMap<string, readonly LinearIssue[]>;
}

function familyOf(issues: readonly LinearIssue[]): Family {
  const children = Map.groupBy(
    issues.filter(({ parent }) => parent !== null),
    ({ parent }) => parent?.identifier ?? "",
  );
  return { byId: new Map(issues.map((issue) => [issue.identifier, issue])), children };
}

function taskOf(issue: LinearIssue, family: Family): Task {
  const outside = openOutside(issue, family);
  const own = stateOf(issue) ?? { state: "todo", reason: null };
  const waits = own.state === "todo" && outside.length > 0;
  const title = oneLine(issue.title);
  const labels = issue.labels.nodes.map(({ name }) => oneLine(name));
  const body = issue.description ?? "";
  return {
    id: taskId(issue.identifier),
    title: title === "" ? issue.identifier : title,
    ...(waits ? { state: "blocked", reason: `it waits for ${outside.join(", ")}, outside of this project` } : own),
    priority: issue.priority === 0 ? noPriority : issue.priority,
    deps: depsOf(issue, family).map(taskId),
    group: groupOf(issue, family),
    parent: null,
    labels,
    files: detailsOf(body).files,
    body,
    acceptance: criteriaIn(body),
    gate: [],
    source: { url: issue.url },
    optional: false,
    large: isLarge(title) || labels.some((label) => /^(?:large|l)$/i.test(label)),
    branch: issue.branchName,
    ...(issue.assignee === null ? {} : { mine: issue.assignee.isMe && !isReview(issue.state) }),
  };
}

const isOpenType = (type: string): boolean => type !== "completed" && !closedByPeople.has(type);

type Blocker = LinearIssue["inverseRelations"]["nodes"][number]["issue"];

const blockersOf = ({ inverseRelations }: LinearIssue): readonly Blocker[] =>
  inverseRelations.nodes.filter(({ type }) => type === "blocks").map(({ issue }) => issue);

const isGone = ({ archivedAt, trashed }: Blocker): boolean => archivedAt !== null || trashed === true;

/** Open issues elsewhere that this one waits for. */
const openOutside = (issue: LinearIssue, { byId }: Family): readonly string[] =>
  blockersOf(issue)
    .filter((one) => !byId.has(one.identifier) && isOpenType(one.state.type) && !isGone(one))
    .map(({ identifier }) => identifier);

/**
 * What an issue waits for: its blockers within the project, and those that were thrown away open, since they never close; and its own
 * open sub-issues, which are tasks by themselves, unless they wait for it.
 */
function depsOf(issue: LinearIssue, { byId, children }: Family): readonly string[] {
  const blockers = blockersOf(issue).filter(
    (one) => byId.has(one.identifier) || (isGone(one) && isOpenType(one.state.type)),
  );
  const below = (children.get(issue.identifier) ?? []).filter(
    (child) =>
      isOpenType(child.state.type) && !blockersOf(child).some(({ identifier }) => identifier === issue.identifier),
  );
  const ids = new Set([...blockers, ...below].map(({ identifier }) => identifier));
  ids.delete(issue.identifier);
  return [...ids];
}

/** The epic that an issue belongs to, else its cycle, its milestone, or the issue that it is a part of. */
function groupOf({ parent, cycle, projectMilestone }: LinearIssue, { byId }: Family): string | null {
  const above = parent === null ? null : `${parent.identifier} ${oneLine(parent.title)}`;
  if (parent !== null && isEpic(parent, byId.get(parent.identifier))) return above;
  if (cycle !== null) return cycle.name === null ? `Cycle ${cycle.number}` : oneLine(cycle.name);
  return projectMilestone === null ? above : oneLine(projectMilestone.name);
}

const isEpic = ({ title }: { readonly title: string }, issue: LinearIssue | undefined): boolean =>
  /^\[?epic\b/i.test(title.trim()) || issue?.labels.nodes.some(({ name }) => /^epic$/i.test(name.trim())) === true;
