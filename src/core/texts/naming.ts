import type { Task, TaskId } from "../task.ts";

const slugLength = 40;

/** Letters and digits of a text as a name: lower case, ASCII, single dashes, never empty of sense: "" where nothing is left. */
export function slugOf(text: string, length = slugLength): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const dashed = plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "");
  return dashed.slice(0, length).replaceAll(/-+$/g, "");
}

/** A word for a task that is safe in a ref, a path and a branch, and differs where ids differ. */
export function refNameOf(id: string): string {
  const safe = id
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replaceAll(/\.{2,}/g, ".")
    .replaceAll(/^[-.]+|[-.]+$|\.lock$/g, "");
  return safe === id && id !== "" ? safe : `${safe === "" ? "task" : safe}-${shortHash(id)}`;
}

/**
 * The branch of a task: the one that its source proposes, else `<id>-<slug of its title>` in lower case. Falls back to the id where
 * the title has no letters.
 */
export function branchOf(task: Pick<Task, "id" | "title" | "branch">): string {
  const proposed = task.branch === undefined ? null : proposedBranch(task.branch, task.id);
  if (proposed !== null) return proposed;
  const id = slugOf(task.id, 60);
  const name = id === "" ? `task-${shortHash(task.id)}` : id;
  const title = slugOf(task.title);
  return title === "" || title === name ? `${name}-work` : `${name}-${title}`;
}

const longestBranch = 100;

/**
 * A proposed name as git takes it, in lower case; null where it is none of this task's: it has to carry the task's id, so that nobody's
 * text leads work to `main` or to another task's branch, and it is none of those that the harness keeps work on.
 */
function proposedBranch(text: string, id: TaskId): string | null {
  const parts = text.split("/").map((part) => slugOf(part, longestBranch));
  const name = parts.filter((part) => part !== "").join("/");
  const ownId = slugOf(id, longestBranch);
  if (ownId === "" || text.length > longestBranch || /^ralph\/(?:blocked|escalated)\b/.test(name)) return null;
  return new RegExp(`(?:^|[-/])${ownId}(?:[-/]|$)`).test(name) ? name : null;
}

/** The branch that keeps unlanded work of a task that was parked. */
export const blockedBranchOf = (id: string): string => `ralph/blocked/${refNameOf(id)}`;

/** The branch that keeps work that a person has to look at. */
export const escalatedBranchOf = (id: string): string => `ralph/escalated/${refNameOf(id)}`;

/** Eight hex digits that tell texts apart (FNV-1a); no secret depends on it. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
