import { existsSync } from "node:fs";
import { join } from "node:path";
import { openExecPlan } from "../../adapters/backlogs/exec-plan/open-exec-plan.ts";
import { bdIn } from "../../adapters/backlogs/beads/run-bd.ts";
import { openBeads } from "../../adapters/backlogs/beads/open-beads.ts";
import { type FixPlanOptions, openFixPlan } from "../../adapters/backlogs/fix-plan/open-fix-plan.ts";
import { openPrdJson, prdFiles } from "../../adapters/backlogs/prd-json/open-prd-json.ts";
import { branchOf, findTasksFile } from "../../adapters/backlogs/spec-kit/find-tasks-file.ts";
import { openSpecKit } from "../../adapters/backlogs/spec-kit/open-spec-kit.ts";
import { openTaskIndex } from "../../adapters/backlogs/task-index/open-task-index.ts";
import type { StateFile } from "../../adapters/backlogs/text-file.ts";
import { openTaskmaster, taskmasterFiles } from "../../adapters/backlogs/taskmaster/open-taskmaster.ts";
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

/* What is said to be missing where no feature has a list of tasks. */
const anyTasksFile = "specs/NNN-name/tasks.md";

/** The file that a person names, else the first of the usual ones that is there, else the usual one. */
function fileIn({ config, root }: Opening, usual: readonly [string, ...string[]]): StateFile {
  const name = config.plan.file ?? usual.find((each) => existsSync(join(root, each))) ?? usual[0];
  return { path: join(root, name), name };
}

const planIn = (opening: Opening, usual: string): FixPlanOptions => ({
  ...fileIn(opening, [usual]),
  optionalSections: opening.config.plan.optionalSections,
  nested: opening.config.plan.nested === "tasks" ? "tasks" : "parent",
});

const openers: Readonly<Partial<Record<SourceKind, (opening: Opening) => Backlog>>> = {
  file: (opening) => openFixPlan(planIn(opening, usualFiles.file)),
  "exec-plan": ({ config, root, alone }) => openExecPlan({ root, named: config.plan.file, alone }),
  "task-index": ({ config, root, alone }) =>
    openTaskIndex({ root, name: config.plan.file ?? usualFiles["task-index"], alone }),
  "prd-json": (opening) => openPrdJson(fileIn(opening, prdFiles)),
  taskmaster: (opening) => openTaskmaster(opening.root, fileIn(opening, taskmasterFiles)),
  speckit: (opening) =>
    openSpecKit(planIn(opening, findTasksFile(opening.root, branchOf(opening.root)) ?? anyTasksFile)),
  beads: ({ root }) => openBeads(bdIn(root)),
};

/** Opens the backlog that the configuration names, or that the repository has; a source that can't be opened yet is refused elsewhere. */
export function openBacklog(config: Config, root: string, alone: boolean): Backlog {
  const kind = sourceOf(config, root);
  const open = openers[kind] ?? openers.file;
  if (open === undefined) throw new Error(`No source ${kind} can be opened.`);
  return open({ config, root, alone });
}
