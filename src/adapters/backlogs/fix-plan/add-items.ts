import type { Task } from "../../../core/task.ts";
import { changeText } from "../text-file.ts";
import { type NewItem, withNewItems } from "./new-items.ts";
import { type FixPlanOptions, openFixPlan } from "./open-fix-plan.ts";

/**
 * Puts items into a plan file, as one step beside whoever else writes it, and resolves to the tasks that are new. A missing
 * file is made. Rejects with BacklogError, never half-writes.
 */
export async function addItems(options: FixPlanOptions, items: readonly NewItem[]): Promise<readonly Task[]> {
  const backlog = openFixPlan(options);
  const before = new Set(await backlog.load().then(idsOf, () => []));
  await changeText({ path: options.path, name: options.name }, (text) => withNewItems(text, items, options), {
    whenMissing: "",
  });
  return (await backlog.load()).tasks.filter(({ id }) => !before.has(id));
}

const idsOf = ({ tasks }: { readonly tasks: readonly Task[] }) => tasks.map(({ id }) => id);
