import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FixPlanOptions } from "../../adapters/backlogs/fix-plan/open-fix-plan.ts";
import type { StateFile } from "../../adapters/backlogs/text-file.ts";
import { systemClock } from "../../adapters/system/clock.ts";
import { keychainSecret } from "../../adapters/system/keychain.ts";
import type { Config } from "../../config/schema.ts";
import type { SourceKind } from "../../core/policy.ts";
import type { Backlog } from "../../ports/backlog.ts";
import { sourceOf } from "./source-of.ts";

/** Where each source that is a file stands, unless a person names another. */
const usualFiles = { file: ".ralph/fix_plan.md", "task-index": "tasks/index.yaml" } as const;

/** What a source needs of the process around: variables of the environment, and the system, for its keychain. */
export interface BacklogSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Without: no keychain is asked. */
  readonly platform?: NodeJS.Platform;
}

/** How a source is opened. */
export interface BacklogWishes {
  /** The named file and nothing that goes with it. */
  readonly alone?: boolean;
  /** A run waits where a command gives up, until this is aborted. */
  readonly patient?: AbortSignal | null;
}

/** What an opening is given. */
interface Opening extends Required<BacklogWishes> {
  readonly config: Config;
  /** Absolute. */
  readonly root: string;
  readonly around: BacklogSurroundings;
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

const linearUrl = "https://api.linear.app/graphql";

/** How long outages and limits of a service are waited out, ms: through the night, or while somebody looks at the screen. */
const patienceMs = { run: 300_000, command: 20_000 } as const;

async function linearIn({ config, around, patient }: Opening): Promise<Backlog> {
  const { openLinear } = await import("../../adapters/backlogs/linear/open-linear.ts");
  const { linear } = config;
  const { env, platform } = around;
  return openLinear({
    url: linear.url ?? linearUrl,
    isNamed: (env["RALPH_LINEAR_URL"] ?? "") !== "",
    project: linear.project ?? "",
    // A person who wants something written by a command has to know that it is not.
    writes: linear.writes === "agent" && patient === null ? "refused" : linear.writes,
    key: async () => {
      const known = env["LINEAR_API_KEY"] ?? "";
      return known === "" && platform !== undefined ? keychainSecret("LINEAR_API_KEY", { env, platform }) : known;
    },
    time: {
      now: () => systemClock.now(),
      sleep: (ms, signal) => systemClock.sleepUntil(systemClock.now() + ms, signal),
      chance: () => Math.random(),
    },
    patienceMs: patient === null ? patienceMs.command : patienceMs.run,
    ...(patient === null ? {} : { hurry: patient }),
    fetch,
  });
}

/* Each is loaded where it is wanted: together they are a third of what a run would keep in memory. */
const openers: Readonly<Record<SourceKind, (opening: Opening) => Promise<Backlog>>> = {
  file: async (opening) => {
    const { openFixPlan } = await import("../../adapters/backlogs/fix-plan/open-fix-plan.ts");
    return openFixPlan(planIn(opening, usualFiles.file));
  },
  "exec-plan": async ({ config, root, alone }) => {
    const { openExecPlan } = await import("../../adapters/backlogs/exec-plan/open-exec-plan.ts");
    return openExecPlan({ root, named: config.plan.file, alone });
  },
  "task-index": async ({ config, root, alone }) => {
    const { openTaskIndex } = await import("../../adapters/backlogs/task-index/open-task-index.ts");
    return openTaskIndex({ root, name: config.plan.file ?? usualFiles["task-index"], alone });
  },
  "prd-json": async (opening) => {
    const { openPrdJson, prdFiles } = await import("../../adapters/backlogs/prd-json/open-prd-json.ts");
    return openPrdJson(fileIn(opening, prdFiles));
  },
  taskmaster: async (opening) => {
    const { openTaskmaster, taskmasterFiles } = await import("../../adapters/backlogs/taskmaster/open-taskmaster.ts");
    return openTaskmaster(opening.root, fileIn(opening, taskmasterFiles));
  },
  speckit: async (opening) => {
    const [{ branchOf, findTasksFile }, { openSpecKit }] = await Promise.all([
      import("../../adapters/backlogs/spec-kit/find-tasks-file.ts"),
      import("../../adapters/backlogs/spec-kit/open-spec-kit.ts"),
    ]);
    return openSpecKit(planIn(opening, findTasksFile(opening.root, branchOf(opening.root)) ?? anyTasksFile));
  },
  beads: async ({ root }) => {
    const [{ bdIn }, { openBeads }] = await Promise.all([
      import("../../adapters/backlogs/beads/run-bd.ts"),
      import("../../adapters/backlogs/beads/open-beads.ts"),
    ]);
    return openBeads(bdIn(root));
  },
  linear: linearIn,
  github: async ({ config, root, around, patient }) => {
    const { githubBacklog } = await import("./github-backlog.ts");
    return githubBacklog(config, { root, env: around.env }, patient === null ? patienceMs.command : patienceMs.run);
  },
};

/** Opens the backlog that the configuration names, or that the repository has. */
export function openBacklog(
  config: Config,
  root: string,
  around: BacklogSurroundings,
  { alone = false, patient = null }: BacklogWishes = {},
): Promise<Backlog> {
  return openers[sourceOf(config, root)]({ config, root, around, alone, patient });
}
