import { taskId } from "../../../core/task-id.ts";
import type { TaskId } from "../../../core/task.ts";

/** What the continuation lines of an item declare (`deps: ABC-1`, `gate: npm test`, …), each key on a line of its own. */
export interface Details {
  readonly deps: readonly TaskId[];
  readonly labels: readonly string[];
  readonly files: readonly string[];
  readonly gate: readonly string[];
  readonly accept: readonly string[];
  readonly priority: number | null;
}

/** An item that declares nothing. */
export const noDetails: Details = { deps: [], labels: [], files: [], gate: [], accept: [], priority: null };

const keyLine =
  /^[ \t]*(?:[-*+][ \t]+)?\**(depends on|deps|labels|files|gate|accept|acceptance|priority)\**[ \t]*:\**[ \t]+(\S.*)$/i;
const priorities: Readonly<Record<string, number>> = { critical: 0, high: 1, medium: 2, low: 3 };

/** Reads the declarations in a body. */
export function detailsOf(body: string): Details {
  if (!body.includes(":")) return noDetails;
  const found = {
    deps: [] as TaskId[],
    labels: [] as string[],
    files: [] as string[],
    gate: [] as string[],
    accept: [] as string[],
  };
  let priority: number | null = null;
  for (const line of body.split("\n")) {
    const [, key, value] = keyLine.exec(line) ?? [];
    if (key === undefined || value === undefined) continue;
    switch (key.toLowerCase()) {
      case "deps":
      case "depends on":
        found.deps.push(...idsIn(value));
        break;
      case "labels":
        found.labels.push(...listIn(value));
        break;
      case "files":
        found.files.push(...listIn(value));
        break;
      case "gate":
        found.gate.push(unquoted(value));
        break;
      case "priority":
        priority = priorityIn(value);
        break;
      default:
        found.accept.push(value.trim());
    }
  }
  return { ...found, priority };
}

/** The ids in a list such as `ABC-1, **ABC-2** and [ABC-3]`. */
export const idsIn = (list: string): readonly TaskId[] =>
  list
    .split(/[\s,;]+/)
    .map((word) => word.replaceAll(/^[*_`[#]+|[*_`\].]+$/g, ""))
    .filter((word) => word !== "" && word.toLowerCase() !== "and" && word !== "&")
    .map(taskId);

const listIn = (value: string): readonly string[] =>
  value
    .split(",")
    .map(unquoted)
    .filter((word) => word !== "");
const unquoted = (value: string): string => /^(`+)(.*)\1$/.exec(value.trim())?.[2]?.trim() ?? value.trim();

function priorityIn(value: string): number | null {
  const word = value.trim().toLowerCase();
  return /^p?\d$/.test(word) ? Number(word.replace("p", "")) : (priorities[word] ?? null);
}
