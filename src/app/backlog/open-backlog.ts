import { join } from "node:path";
import { openExecPlan } from "../../adapters/backlogs/exec-plan/open-exec-plan.ts";
import { openFixPlan } from "../../adapters/backlogs/fix-plan/open-fix-plan.ts";
import { openTaskIndex } from "../../adapters/backlogs/task-index/open-task-index.ts";
import type { Config } from "../../config/schema.ts";
import type { SourceKind } from "../../core/policy.ts";
import type { Backlog } from "../../ports/backlog.ts";
import { sourceOf } from "./source-of.ts";

/** Where each source that is a file stands, unless a person names another. */
const usualFiles = { file: ".ralph/fix_plan.md", "task-index": "tasks/index.yaml" } as const;

/** What an opening is given. `alone`: the named file and nothing that goes with it (B-6). */
interface Opening {
  readonly config: Config;
  /** Absolute. */
  readonly root: string;
  readonly alone: boolean;
}

const openers: Readonly<Partial<Record<SourceKind, (opening: Opening) => Backlog>>> = {
  file: ({ config, root }) => {
    const name = config.plan.file ?? usualFiles.file;
    return openFixPlan({
      path: join(root, name),
      name,
      optionalSections: config.plan.optionalSections,
      nested: config.plan.nested === "tasks" ? "tasks" : "parent",
    });
  },
  "exec-plan": ({ config, root, alone }) => openExecPlan({ root, named: config.plan.file, alone }),
  "task-index": ({ config, root, alone }) =>
    openTaskIndex({ root, name: config.plan.file ?? usualFiles["task-index"], alone }),
};

/** The sources that can be opened. */
export const openSources: ReadonlySet<string> = new Set(Object.keys(openers));

/** Opens the backlog that the configuration names, or that the repository has; a source that can't be opened yet is refused elsewhere. */
export function openBacklog(config: Config, root: string, alone: boolean): Backlog {
  const kind = sourceOf(config, root);
  const open = openers[kind] ?? openers.file;
  if (open === undefined) throw new Error(`No source ${kind} can be opened.`);
  return open({ config, root, alone });
}
