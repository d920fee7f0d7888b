import type { Task } from "../core/task.ts";

/** A person's filter (RALPH_FILTER, --filter): a section, label, milestone or id that a task has to match, in any case. */
export function filterBy(text: string): (task: Task) => string | null {
  const wanted = text.trim().toLowerCase();
  return (task) => {
    const names = [task.id, task.group ?? "", ...task.labels].map((name) => name.toLowerCase());
    return names.some((name) => name === wanted) || (task.group ?? "").toLowerCase().includes(wanted)
      ? null
      : `it does not match the filter ${text}`;
  };
}
