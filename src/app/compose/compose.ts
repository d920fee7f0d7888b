import { traitsOf } from "../../core/playbooks/traits.ts";
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { fileControl } from "../../adapters/control/file-control.ts";
import { commandGate } from "../../adapters/gates/command-gate.ts";
import { mendingCommands } from "../../adapters/gates/mending-commands.ts";
import { preparation } from "../../adapters/gates/preparation.ts";
import { validatorProgram } from "../../adapters/gates/validator-program.ts";
import { readPromptTexts } from "../../adapters/prompts/read-prompt-texts.ts";
import { systemClock } from "../../adapters/system/clock.ts";
import { findProgram, programExtensions } from "../../adapters/system/find-program.ts";
import { fileForesight } from "../../adapters/system/foresight/file-foresight.ts";
import { fileNotebook } from "../../adapters/system/notebook/file-notebook.ts";
import { filePlanMemory } from "../../adapters/system/plan-memory.ts";
import { agentEnvironment } from "../../adapters/system/process/agent-environment.ts";
import { subAgentsInFlight, subAgentStarts } from "../../adapters/system/sub-agents-in-flight.ts";
import { surfaceGuard, surfacePlaces } from "../../adapters/system/surface-guard.ts";
import { gitCare } from "../../adapters/workspace/git/care/git-care.ts";
import { gitHistory } from "../../adapters/workspace/git/history/git-history.ts";
import { gitRepository } from "../../adapters/workspace/git/git-repository.ts";
import { gitShelf } from "../../adapters/workspace/git/trees/git-shelf.ts";
import { areIgnored } from "../../adapters/workspace/git/read/are-ignored.ts";
import { areTracked } from "../../adapters/workspace/git/read/are-tracked.ts";
import { commitCopies } from "../../adapters/workspace/git/trees/commit-copies.ts";
import { gitWorkspace } from "../../adapters/workspace/git/git-workspace.ts";
import type { Config } from "../../config/schema.ts";
import type { Change } from "../../core/fact.ts";
import { priceOf } from "../../core/money/estimate-cost.ts";
import type { Policy } from "../../core/policy.ts";
import type { Task } from "../../core/task.ts";
import { protectionOf } from "../../guard/paths/control-surface.ts";
import { fenceData } from "../../guard/fence-data.ts";
import { gateFilesChanged } from "../../guard/tests/gate-files.ts";
import { createMasker } from "../../guard/secrets/secrets.ts";
import type { Interruption } from "../../loop/interruption.ts";
import { Background } from "../../loop/crew/background.ts";
import { pickingBy } from "../../loop/picking.ts";
import type { Tools, Watcher } from "../../loop/tools.ts";
import type { Backlog } from "../../ports/backlog.ts";
import type { Forge } from "../../ports/forge.ts";
import type { Gate, Mender, Preparation, Validator } from "../../ports/gate.ts";
import type { Ledger } from "../../ports/ledger.ts";
import type { Processes } from "../../ports/processes.ts";
import type { SurfaceGuard } from "../../ports/surface.ts";
import { openBacklog } from "../backlog/open-backlog.ts";
import { callSettings } from "./call-settings.ts";
import { choicesOf } from "./filter.ts";
import { forgeTools } from "./forge.ts";
import { gateVariables } from "./gate-variables.ts";
import { packageRoot } from "../package-root.ts";
import type { RunPlace } from "../running/run-place.ts";
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
  readonly place: RunPlace;
  readonly config: Config;
  readonly policy: Policy;
  readonly ledger: Ledger;
  readonly processes: Processes;
  /** Where work is offered and merged; null where it lands here. */
  readonly forge: Forge | null;
  /** Where agents run, if not where all else does: shut in. */
  readonly agentProcesses?: Processes;
  readonly watch: Watcher;
  /** Once a person wants the run to stop, nobody waits for a service any more. */
  readonly interruption: Pick<Interruption, "signal">;
  readonly around: Surroundings;
}

/** A masker for the known forms of secrets, and for the values of variables that look like one. */
export function maskerOf(env: Composition["around"]["env"]) {
  const secret = /(TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIAL)/;
  const values = Object.entries(env).flatMap(([name, value]) =>
    secret.test(name) && value !== undefined && value.length >= 8 ? [[name, value] as const] : [],
  );
  return createMasker(Object.fromEntries(values));
}

/** Finds a program as the run would start it. */
export const finderOf =
  (root: string, around: Surroundings) =>
  (file: string): Promise<string | null> =>
    findProgram(file, {
      path: around.env["PATH"],
      root,
      extensions: programExtensions(around.platform, around.env["PATHEXT"]),
    });

/** The argv that starts this very program again: for hooks, the player of scripts and the bridge to ACP servers. */
export const selfCommand = (around: Surroundings): readonly string[] => [
  around.execPath,
  join(packageRoot(), "bin", "ralph.js"),
];

/** Makes the tools of a run: the only place that knows which adapter stands behind which port. */
export async function composeTools(parts: Composition): Promise<Tools> {
  const { config, policy, around, interruption } = parts;
  const { repository, home } = parts.place;
  const git = gitRepository(repository, { env: around.env });
  const backlog = await openBacklog(config, repository.root, around, { patient: interruption.signal });
  const ralph = join(home.root, ".ralph");
  const variables = gateVariables(config.gate.envFile, home.root);
  const masker = maskerOf({ ...around.env, ...variables });
  const edge: Edge = {
    parts,
    backlog,
    ralph,
    logs: join(ralph, "logs", parts.run),
    mask: (text) => masker.mask(text),
    variables,
  };
  return {
    run: parts.run,
    repository,
    workspace: gitWorkspace(git),
    history: gitHistory(git),
    shelf: gitShelf(git),
    forge: parts.forge === null ? null : forgeTools(parts.forge, { git, ralph, config, around }),
    care: gitCare(git, around.env),
    backlog,
    picking: pickingBy(choicesOf(config, policy)),
    ledger: parts.ledger,
    clock: systemClock,
    control: fileControl(join(ralph, "control")),
    gate: gateOf(edge),
    validator: validatorOf(edge),
    mender: menderOf(edge),
    preparation: preparationOf(edge),
    background: new Background(),
    copies: commitCopies(repository, { env: around.env }),
    notebook: fileNotebook(repository.root),
    foresight: fileForesight(ralph),
    surface: surfaceOf(edge),
    planMemory: filePlanMemory(join(repository.gitDir, "ralph")),
    subAgentsInFlight: () => Promise.resolve(subAgentsInFlight(join(ralph, ".subagent_in_flight"), Date.now()).length),
    subAgentStarts: (since) => Promise.resolve(subAgentStarts(join(ralph, ".subagent_starts"), since)),
    processes: parts.agentProcesses ?? parts.processes,
    jitter: (below) => Math.random() * below,
    priceOf: (model, at) => priceOf(model, new Date(at).toISOString().slice(0, 10), config.agents.prices),
    ...(await seatsOf(config, { self: selfCommand(around), root: home.root, crew: traitsOf[policy.playbook].hasCrew })),
    texts: readPromptTexts(join(packageRoot(), "assets"), {
      root: repository.root,
      notes: notesOf(config, parts.place),
      playbook: policy.playbook,
      log: () => backlog.log ?? null,
    }),
    calls: callSettings({ ...parts, backlog, ralph, logs: edge.logs, self: selfCommand(around) }),
    judge: { gateFiles: gateFilesIn, tests: config.guard.tests, fence: fenceData, mask: edge.mask },
    watch: parts.watch,
  };
}

/** The repository's own notes are settings: where git does not know them, they are the person's. */
const notesOf = ({ prompt }: Config, { home, repository }: RunPlace): string => {
  const name = prompt.file ?? join(".ralph", "PROMPT.md");
  return existsSync(join(repository.root, name)) ? name : relative(repository.root, join(home.root, name));
};

/** What the parts below are made from. Paths are absolute. */
interface Edge {
  readonly parts: Composition;
  readonly backlog: Backlog;
  readonly ralph: string;
  readonly logs: string;
  readonly mask: (text: string) => string;
  /** Variables of gate commands. */
  readonly variables: Readonly<Record<string, string>>;
}

const commandsOf = ({ parts, mask, variables }: Edge) => ({
  root: parts.place.repository.root,
  env: agentEnvironment(parts.around.env, parts.config.agents.env, variables),
  timeoutMs: parts.config.gate.timeoutMinutes * 60_000,
  processes: parts.processes,
  mask,
});

const gateOf = (edge: Edge): Gate =>
  commandGate({
    ...commandsOf(edge),
    commands: edge.parts.config.gate.commands,
    rerun: edge.parts.config.gate.rerun,
    reports: edge.parts.config.gate.reports,
    find: finderOf(edge.parts.place.repository.root, edge.parts.around),
    logPath: (iteration, command) => join(edge.logs, `${iteration}.gate.${command}.log`),
  });

const menderOf = (edge: Edge): Mender =>
  mendingCommands({
    ...commandsOf(edge),
    commands: edge.parts.config.gate.fix,
    logPath: (iteration, command) => join(edge.logs, `${iteration}.fix.${command}.log`),
  });

/** What is cleaned has to be generated: git ignores it, and tracks nothing below. */
function preparationOf(edge: Edge): Preparation {
  const { config, around, place } = edge.parts;
  const { repository } = place;
  const isGenerated = async (path: string): Promise<boolean> =>
    (await areIgnored(repository, around.env, [join(repository.root, path)])) &&
    (await areTracked(repository, around.env, [path])).size === 0;
  return preparation({
    ...commandsOf(edge),
    commands: config.gate.prepare,
    find: finderOf(repository.root, around),
    stale: config.gate.clean,
    isGenerated,
    logPath: (iteration, command) => join(edge.logs, `${iteration}.prepare.${command}.log`),
  });
}

function validatorOf(edge: Edge): Validator | null {
  const argv = edge.parts.config.work.validator;
  if (argv === null) return null;
  return validatorProgram({
    ...commandsOf(edge),
    argv,
    logPath: (iteration) => join(edge.logs, `${iteration}.validator.log`),
  });
}

function surfaceOf({ parts, backlog }: Edge): SurfaceGuard {
  const { place, policy, run } = parts;
  const { repository } = place;
  // A plan may move when its workspace is made, after this.
  const settings = {
    get planFiles() {
      return backlog.files;
    },
    closeBy: policy.close,
  };
  return surfaceGuard({
    root: repository.root,
    git: { dir: repository.gitDir, commonDir: repository.commonDir },
    protection: (path) => protectionOf(path, settings),
    ...surfacePlaces(repository.gitDir, run),
  });
}

const gateFilesIn = (changes: readonly Change[], task: Task): readonly string[] =>
  gateFilesChanged(
    changes.map(({ path, kind }) => ({ path, kind: kind === "type-changed" ? "modified" : kind })),
    task.files,
  ).map((change) => change.path);
