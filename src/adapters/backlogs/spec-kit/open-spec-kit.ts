import type { Task } from "../../../core/task.ts";
import type { Backlog, BacklogSnapshot } from "../../../ports/backlog.ts";
import { itemsOf, type NewItem } from "../fix-plan/new-items.ts";
import { type FixPlanOptions, openFixPlan } from "../fix-plan/open-fix-plan.ts";
import { recently } from "../recently.ts";
import { withBarriers } from "./barriers.ts";

/**
 * A `tasks.md` of spec-kit or OpenSpec as a backlog: a Markdown plan in which `[P]` and `[US1]` are labels, the paths that an
 * item names are its files, and **Checkpoint** lines are barriers.
 */
export function openSpecKit(
  options: Omit<FixPlanOptions, "numbered">,
): Backlog & Required<Pick<Backlog, "compare" | "settle" | "replace">> {
  const plan = openFixPlan({ ...options, numbered: true });
  let held: { readonly of: BacklogSnapshot; readonly snapshot: BacklogSnapshot } | null = null;
  const barred = recently((text: string) => (tasks: readonly Task[]) => withBarriers(tasks.map(specTask), text));
  const load = async (signal?: AbortSignal): Promise<BacklogSnapshot> => {
    const of = await plan.load(signal);
    if (held?.of !== of) held = { of, snapshot: { ...of, tasks: barred(of.revision)(of.tasks) } };
    return held.snapshot;
  };
  return {
    ...plan,
    kind: "speckit",
    load,
    async setState(change, signal): Promise<Task> {
      const written = await plan.setState(change, signal);
      return (await load(signal)).tasks.find(({ id }) => id === written.id) ?? specTask(written);
    },
  };
}

const tags = /^(?:\[[A-Za-z][^[\]]*\]\s+)+/;
const path = /(?<![\w./-])(?:[\w.@-]+\/)+[\w.@-]+\.\w+(?![\w/])/g;

function specTask(task: Task): Task {
  const title = task.title.replace(tags, "");
  const named = title.includes("/") ? (title.match(path) ?? []) : [];
  return { ...task, title, files: [...new Set([...task.files, ...named])] };
}

/** Tasks of another source as items of a `tasks.md`: ids as spec-kit writes them, one-word labels as its tags. */
export const specKitItems = (tasks: readonly Task[]): readonly NewItem[] =>
  itemsOf(tasks.map(tagged)).map(({ section, lines }) => ({ section, lines: lines.map(plainId) }));

function tagged(task: Task): Task {
  const marks = task.labels.filter((label) => /^(?:P|US\d+)$/.test(label));
  return { ...task, title: [...marks.map((mark) => `[${mark}]`), task.title].join(" ") };
}

const plainId = (line: string): string => line.replace(/^(\s*- \[.\] )\*\*(T\d{3,}|\d+(?:\.\d+)+)\*\* /, "$1$2 ");
