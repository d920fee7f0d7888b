import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPlan } from "../../adapters/backlogs/fix-plan/plan.ts";

/** How many tasks are open (optional sections left out) and done; `problem` says why they could not be counted. */
export interface Counts {
  readonly open: number;
  readonly done: number;
  readonly problem: string | null;
}

/** The plan's usual place and optional sections: the defaults of the configuration, which is too dear to load for a status. */
export const usualPlan = ".ralph/fix_plan.md";
export const usualOptionalSections: readonly string[] = ["Optional", "Future", "Future Enhancements", "Nice to Have"];

/** Settings that say which backlog is meant and how it is counted. */
const telling =
  /^[ \t]*(?:export[ \t]+)?(RALPH_SOURCE|RALPH_TASK_SOURCE|RALPH_PLAN_FILE|FIX_PLAN_FILE|OPTIONAL_SECTIONS|RALPH_OPTIONAL_SECTIONS|RALPH_NESTED)=(.*)$/gm;

type Environment = Readonly<Record<string, string | undefined>>;

/** Counts the backlog as it stands now: the plan in its usual place by itself, anything else by the configuration. */
export async function countBacklog(root: string, env: Environment): Promise<Counts> {
  const plan = isUsual(root, env) ? textOf(join(root, usualPlan)) : null;
  if (plan === null) return (await import("./status-counts-configured.ts")).countConfigured(root, env);
  return { ...countPlan(plan), problem: null };
}

/** Counts the items of a Markdown plan. */
function countPlan(text: string): { readonly open: number; readonly done: number } {
  const { items } = readPlan(text, { name: usualPlan, optionalSections: usualOptionalSections });
  const done = items.filter(({ state }) => state === "done").length;
  const open = items.filter(
    ({ state, section }) => state !== "done" && state !== "cancelled" && !section.optional,
  ).length;
  return { open, done };
}

function isUsual(root: string, env: Environment): boolean {
  if (readdirSync(root).some((name) => name.startsWith("ralph.config."))) return false;
  const set = Object.entries(env)
    .map(([key, value]) => `${key}=${value ?? ""}`)
    .filter((line) => line.match(telling) !== null);
  const lines = [
    ...(textOf(join(root, ".ralphrc")) ?? "").matchAll(telling),
    ...set.flatMap((line) => [...line.matchAll(telling)]),
  ];
  return lines.every(([, key, value = ""]) => (key ?? "").endsWith("SOURCE") && /^["']?file["']?\s*$/.test(value));
}

function textOf(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
