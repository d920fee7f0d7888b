import type { Config } from "../../config/schema.ts";
import type { Task } from "../../core/task.ts";
import type { PickingChoices } from "../../loop/picking.ts";

/** What a person chose about picking: by the settings, and for this very run. */
export const choicesOf = (
  config: Config,
  { optional = false, audit = false }: Partial<Pick<PickingChoices, "optional" | "audit">>,
): PickingChoices => ({
  optional,
  audit,
  nested: config.plan.nested === "tasks" ? "tasks" : "parent",
  filter: config.plan.filter === null ? null : filterBy(config.plan.filter),
});

/**
 * A person's filter (RALPH_FILTER, --filter): a section, label, milestone or id that a task has to match, in any case. A milestone
 * (`M58`) is also what a section, label or id begins with; `M5` is another one.
 */
export function filterBy(text: string): (task: Task) => string | null {
  const wanted = text.trim().toLowerCase();
  const milestone = /^m\d+$/.test(wanted) ? new RegExp(`^${wanted}(?!\\d)`) : null;
  return (task) => {
    const names = [task.id, task.group ?? "", ...task.labels].map((name) => name.toLowerCase());
    const matches =
      milestone === null
        ? names.includes(wanted) || (task.group ?? "").toLowerCase().includes(wanted)
        : names.some((name) => milestone.test(name));
    return matches ? null : `it does not match the filter ${text}`;
  };
}
