import { taskId } from "./task-id.ts";
import type { Task } from "./task.ts";

/** An open task of which nothing is known but its id and its title: what a run makes for itself, or remembers. It stands in no source. */
export const plainTask = (id: string, title: string): Task => ({
  id: taskId(id),
  title,
  state: "todo",
  reason: null,
  priority: 0,
  deps: [],
  group: null,
  parent: null,
  labels: [],
  files: [],
  body: "",
  acceptance: [],
  gate: [],
  source: { file: "", line: 0 },
  optional: false,
  large: false,
});
