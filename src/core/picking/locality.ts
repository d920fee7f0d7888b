import { pathsIn } from "../texts/paths-in.ts";
import { isClosed, type Task, type TaskId } from "../task.ts";

const sameModule = 0.25;
/** What a task is worth that only opens the way to a near one. */
const onTheWay = 0.5;

/** Folders that hold all code: what is below them is the module. */
const holders: ReadonlySet<string> = new Set(["src", "lib", "packages", "apps", "crates", "internal", "test", "tests"]);

/**
 * The task that lies nearest to files that were just touched, or null where none of `ready` does: by how much the files that it names
 * overlap with them (from 0 to 1, the same both ways), and a little more for the same module. A near task that waits for others lends
 * its nearness to those that come before it. Of equals the first one.
 */
export function nearestTask(ready: readonly Task[], all: readonly Task[], touched: readonly string[]): TaskId | null {
  if (touched.length === 0 || ready.length === 0) return null;
  const nearnessOf = nearnessTo(touched);
  const nearness = new Map(all.map((task) => [task.id, isClosed(task) ? 0 : nearnessOf(task)]));
  const waiting = waitingFor(all);
  let best: { readonly id: TaskId; readonly score: number } | null = null;
  for (const { id } of ready) {
    const lent = [...behindOf(id, waiting)].map((one) => (nearness.get(one) ?? 0) * onTheWay);
    const score = Math.max(nearness.get(id) ?? 0, ...lent);
    if (score > (best?.score ?? 0)) best = { id, score };
  }
  return best?.id ?? null;
}

/** Tells how near tasks lie to files: their symmetric overlap (Jaccard), and a bonus for the same module. */
export function nearnessTo(touched: readonly string[]): (task: Task) => number {
  const files = new Set(touched.map(plain));
  const modules = modulesOf(files);
  // Whatever is near names one of these; most of thousands of tasks need no closer look.
  const signs = [...files, ...modules];
  return ({ files: declared, title, body }) => {
    const text = `${title}\n${body}`;
    const named = new Set(declared.map(plain));
    const isNear = !named.isDisjointFrom(files) || signs.some((sign) => text.includes(sign));
    if (isNear) for (const path of pathsIn(text)) named.add(plain(path));
    if (named.size === 0) return 0;
    const overlap = named.intersection(files).size / named.union(files).size;
    return overlap + (modulesOf(named).isDisjointFrom(modules) ? 0 : sameModule);
  };
}

const plain = (path: string): string =>
  path
    .trim()
    .replace(/^\.\//, "")
    .replace(/\/(?:\*\*)?$/, "");

const modulesOf = (paths: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...paths].flatMap((path) => moduleOf(path) ?? []));

function moduleOf(path: string): string | null {
  const [top, below, ...rest] = path.split("/");
  if (top === undefined || below === undefined) return null;
  if (!holders.has(top)) return top;
  return rest.length > 0 || !below.includes(".") ? `${top}/${below}` : null;
}

/** Open tasks by what they wait for. */
function waitingFor(all: readonly Task[]): ReadonlyMap<TaskId, readonly TaskId[]> {
  const waiting = new Map<TaskId, TaskId[]>();
  for (const task of all)
    if (!isClosed(task)) for (const dep of task.deps) waiting.set(dep, [...(waiting.get(dep) ?? []), task.id]);
  return waiting;
}

/** All that waits for a task, for what waits for it, and so on. */
function behindOf(id: TaskId, waiting: ReadonlyMap<TaskId, readonly TaskId[]>): ReadonlySet<TaskId> {
  const behind = new Set<TaskId>();
  const next = [...(waiting.get(id) ?? [])];
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (one === id || behind.has(one)) continue;
    behind.add(one);
    next.push(...(waiting.get(one) ?? []));
  }
  return behind;
}
