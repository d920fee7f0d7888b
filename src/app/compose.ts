import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFixPlan } from "../adapters/backlogs/fix-plan/open-fix-plan.ts";
import { fileControl } from "../adapters/control/file-control.ts";
import { commandGate } from "../adapters/gates/command-gate.ts";
import { readPromptTexts } from "../adapters/prompts/read-prompt-texts.ts";
import { systemClock } from "../adapters/system/clock.ts";
import { findProgram, programExtensions } from "../adapters/system/find-program.ts";
import { filePlanMemory } from "../adapters/system/plan-memory.ts";
import { agentEnvironment } from "../adapters/system/process/agent-environment.ts";
import { subAgentsInFlight } from "../adapters/system/sub-agents-in-flight.ts";
import { surfaceGuard } from "../adapters/system/surface-guard.ts";
import { gitHistory } from "../adapters/workspace/git/git-history.ts";
import { gitRepository } from "../adapters/workspace/git/git-repository.ts";
import { gitShelf } from "../adapters/workspace/git/git-shelf.ts";
import { gitWorkspace } from "../adapters/workspace/git/git-workspace.ts";
import type { Config } from "../config/schema.ts";
import type { Policy } from "../core/policy.ts";
import { surfaceStanding } from "../guard/control-surface.ts";
import { fenceData } from "../guard/fence-data.ts";
import { gateFilesChanged } from "../guard/gate-files.ts";
import { createMasker } from "../guard/secrets.ts";
import { pickingBy, type PickingChoices } from "../loop/picking.ts";
import type { Tools, Watcher } from "../loop/tools.ts";
import type { Backlog } from "../ports/backlog.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { Processes } from "../ports/processes.ts";
import type { RepositoryView } from "../ports/workspace.ts";
import { filterBy } from "./filter.ts";
import { packageRoot } from "./package-root.ts";
import { seatsOf } from "./seats.ts";

/** The surroundings of a start: what `process` knows, given once at the door. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
}

/** Everything that a run is composed of. */
export interface Composition {
  readonly run: string;
  readonly repository: RepositoryView;
  readonly config: Config;
  readonly policy: Policy;
  readonly ledger: Ledger;
  readonly processes: Processes;
  readonly watch: Watcher;
  readonly around: Surroundings;
}

/** The plan's place: the configured one, else `.ralph/fix_plan.md`. */
export const planNameOf = (config: Config): string => config.plan.file ?? ".ralph/fix_plan.md";

/** The backlog that the configuration names. */
export function backlogOf(config: Config, root: string): Backlog {
  const name = planNameOf(config);
  return openFixPlan({
    path: join(root, name),
    name,
    optionalSections: config.plan.optionalSections,
    nested: config.plan.nested === "tasks" ? "tasks" : "parent",
  });
}

/** What a person chose about picking. */
export const choicesOf = (config: Config, optional: boolean): PickingChoices => ({
  optional,
  nested: config.plan.nested === "tasks" ? "tasks" : "parent",
  filter: config.plan.filter === null ? null : filterBy(config.plan.filter),
});

/** A masker for the known forms of secrets, and for the values of variables that look like one. */
export function maskerOf(env: Composition["around"]["env"]) {
  const secret = /(TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIAL)/;
  const values = Object.entries(env).flatMap(([name, value]) => (secret.test(name) && value !== undefined && value.length >= 8 ? [[name, value] as const] : []));
  return createMasker(Object.fromEntries(values));
}

/** Finds a program as the run would start it. */
export const finderOf =
  (root: string, around: Surroundings) =>
  (file: string): Promise<string | null> =>
    findProgram(file, { path: around.env["PATH"], root, extensions: programExtensions(around.platform, around.env["PATHEXT"]) });

/** The argv that starts this very program again: for hooks and for the player of scripts. */
export const selfCommand = (around: Surroundings): readonly string[] => [around.execPath, join(packageRoot(), "bin", "ralph.js")];

/** Where copies of the control surface are kept during a run: out of the work tree. */
export const surfaceFolderOf = (run: string): string => join(tmpdir(), `ralph-${run}`);

/** Makes the tools of a run: the only place that knows which adapter stands behind which port. */
export function composeTools(parts: Composition): Tools {
  const { repository, config, policy, around, run } = parts;
  const { root } = repository;
  const shared = gitRepository(repository, { env: around.env });
  const backlog = backlogOf(config, root);
  const masker = maskerOf(around.env);
  const mask = (text: string): string => masker.mask(text);
  const ralph = join(root, ".ralph");
  const logs = join(ralph, "logs", run);
  const surface = { planFiles: backlog.files, closeBy: policy.close };
  const env = agentEnvironment(around.env, config.agents.env, {});
  const hookEnv = {
    RALPH_ANSWER: policy.answer,
    RALPH_CLOSE: policy.close,
    RALPH_CONTRACT: policy.contract,
    RALPH_PLAYBOOK: policy.playbook,
    RALPH_PLAN_FILES: backlog.files.join("\n"),
    RALPH_STATE_FOLDER: ralph,
  };
  return {
    run,
    repository,
    workspace: gitWorkspace(shared),
    history: gitHistory(shared),
    shelf: gitShelf(shared),
    backlog,
    picking: pickingBy(choicesOf(config, policy.optional)),
    ledger: parts.ledger,
    clock: systemClock,
    control: fileControl(join(ralph, "control")),
    gate: commandGate({
      commands: config.gate.commands,
      root,
      env,
      timeoutMs: config.gate.timeoutMinutes * 60_000,
      processes: parts.processes,
      find: finderOf(root, around),
      logPath: (iteration, command) => join(logs, `${iteration}.gate.${command}.log`),
      mask,
    }),
    surface: surfaceGuard({
      root,
      git: { dir: repository.gitDir, commonDir: repository.commonDir },
      standing: (path) => surfaceStanding(path, surface),
      keepFolder: surfaceFolderOf(run),
    }),
    planMemory: filePlanMemory(join(repository.gitDir, "ralph")),
    subAgentsInFlight: () => Promise.resolve(subAgentsInFlight(join(ralph, ".subagent_in_flight"), Date.now()).length),
    processes: parts.processes,
    seat: seatsOf(config, { player: [...selfCommand(around), "play"], root }),
    texts: readPromptTexts(join(packageRoot(), "assets"), root),
    calls: {
      env: { ...env, ...hookEnv },
      inherited: (name) => around.env[name],
      hook: [...selfCommand(around), "hook"],
      promptMaxBytes: config.prompt.maxBytes,
      logPath: (iteration, role, call) => join(logs, `${iteration}.${role}${call > 1 ? `.${call}` : ""}.jsonl`),
    },
    judge: {
      gateFiles: (changes, task) =>
        gateFilesChanged(
          changes.map((change) => ({ path: change.path, kind: change.kind === "type-changed" ? "modified" : change.kind })),
          task.files,
        ).map((change) => change.path),
      fence: fenceData,
      mask,
    },
    watch: parts.watch,
  };
}
