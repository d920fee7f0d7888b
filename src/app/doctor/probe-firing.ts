import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dialects, type DialectName } from "../../adapters/agents/dialects.ts";
import { projectHooks } from "../../adapters/agents/hooks/project-hooks.ts";
import { agentEnvironment } from "../../adapters/system/process/agent-environment.ts";
import { processSupervisor } from "../../adapters/system/process/process-supervisor.ts";
import type { HookFiring } from "../../install/doctor/findings.ts";
import type { AgentDialect } from "../../ports/agent.ts";
import type { Processes } from "../../ports/processes.ts";
import { finderOf, selfCommand } from "../compose/compose.ts";
import type { Desk } from "../desk/desk.ts";
import { packageRoot } from "../package-root.ts";
import { newRunId } from "../running/run-id.ts";
import { openSandbox, SandboxError } from "../compose/sandbox.ts";
import type { World } from "../world/world.ts";
import { readFiring } from "./read-firing.ts";
import { loopbackSetups, type SetUpLoopback } from "./model/loopback-setups.ts";
import { startModelServer } from "./model/model-server.ts";
import { writeCall } from "./model/tool-calls.ts";

/** A program that is slow to start, on a machine that is busy. */
const answerWithinMs = 90_000;

/**
 * Proves that the agent's own program asks the hook: it is started as a run would start it, in a repository and a home made for
 * that, with a model of ours on loopback that wants to write a file of the harness. No provider is called, and nothing of the
 * person's is touched.
 */
export async function probeFiring({ root, world, config }: Desk): Promise<HookFiring> {
  const { kind } = config.agent;
  const setup = Object.hasOwn(loopbackSetups, kind) ? loopbackSetups[kind] : undefined;
  if (setup === undefined) return { kind: "needless" };
  const dialect = await dialectNamed(kind);
  if (dialect === null) return { kind: "untried", why: `${kind} can't be driven by this version` };
  const program = await finderOf(root, world)(dialect.name);
  if (program === null) return { kind: "untried", why: `${dialect.name} is not on PATH` };
  await using stage = await makeStage(kind, world);
  try {
    const where = { root: stage.repository, git: [], state: join(stage.repository, ".ralph") };
    const processes = await openSandbox(stage.processes, config, where, world);
    return await play({ ...stage, processes }, { dialect, program, setup, world });
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return { kind: "untried", why: error.message };
  }
}

/** A dialect that needs to know nothing of this repository, as those with hooks are. */
async function dialectNamed(kind: string): Promise<AgentDialect | null> {
  const name = Object.keys(dialects).find((known): known is DialectName => known === kind);
  return name === undefined
    ? null
    : await dialects[name]({ command: [], format: "text", family: null, self: [], script: "" });
}

/** A repository and a home for one try, away with all in it by `await using`. */
interface Stage extends AsyncDisposable {
  readonly repository: string;
  readonly home: string;
  readonly processes: Processes;
}

async function makeStage(kind: string, world: World): Promise<Stage> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "ralph-doctor-")));
  const [repository, home] = [join(folder, "repository"), join(folder, "home")];
  const processes = processSupervisor();
  await mkdir(home);
  await place(join(repository, ".ralph", "fix_plan.md"), "# Plan\n\n- [ ] nothing\n");
  // Gemini CLI takes hooks from a project's settings alone: there they are as `ralph init` writes them.
  const hooks = kind === "gemini" ? projectHooks["gemini"]?.(hookPlaces(world)) : undefined;
  if (hooks?.kind === "groups")
    await place(join(repository, hooks.file), `${JSON.stringify({ hooks: hooks.groups })}\n`);
  await processes.run(
    {
      file: "git",
      args: ["init", "--quiet"],
      cwd: repository,
      env: { PATH: pathOf(world) },
      stdin: null,
      marker: null,
    },
    {},
    AbortSignal.timeout(10_000),
  );
  return {
    repository,
    home,
    processes,
    async [Symbol.asyncDispose]() {
      await processes.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

const pathOf = ({ env }: World): string => env["PATH"] ?? "";

const hookPlaces = (world: World) => ({
  hook: [...selfCommand(world), "hook"],
  assets: join(packageRoot(), "assets"),
});

interface Play {
  readonly dialect: AgentDialect;
  readonly program: string;
  readonly setup: SetUpLoopback;
  readonly world: World;
}

async function play(
  stage: Omit<Stage, typeof Symbol.asyncDispose>,
  { dialect, program, setup, world }: Play,
): Promise<HookFiring> {
  const { repository, home, processes } = stage;
  const stop = new AbortController();
  let answer: string | null = null;
  let wanted: string | null = null;
  const target = join(repository, ".ralph", "doctor.txt");
  await using model = await startModelServer(({ tools, results }) => {
    answer = results.at(-1) ?? answer;
    if (answer !== null) stop.abort();
    const move = answer === null ? writeCall(tools, target, "written by ralph doctor\n") : null;
    wanted = move?.name ?? wanted;
    return move ?? { kind: "text", text: "Done." };
  });
  const { env, home: files, model: name } = setup(model.url);
  for (const [path, text] of Object.entries(files)) await place(join(home, path), text);
  const command = dialect.command({
    role: "implementer",
    prompt: "Write the file.",
    model: name,
    resume: null,
    workspace: repository,
    ...hookPlaces(world),
    schema: null,
    maxCostUsd: null,
    gitFolder: join(repository, ".git"),
    scratch: join(repository, ".ralph", "call"),
  });
  const result = await processes.run(
    {
      file: program,
      args: command.args,
      cwd: repository,
      env: { ...agentEnvironment(world.env, [], surroundings(stage, world)), ...command.env, ...env },
      stdin: command.stdin,
      files: command.files ?? [],
      limits: { totalMs: answerWithinMs, graceMs: 500, maxOutputBytes: 20_000_000 },
      marker: `doctor-${newRunId(world.now())}`,
    },
    {},
    stop.signal,
  );
  return readFiring({ agent: dialect.name, answer, wanted, wasWritten: existsSync(target), result });
}

/** A home of its own; what programs unpack into a cache once is taken from the person's. */
const surroundings = (
  { home, repository }: Pick<Stage, "home" | "repository">,
  { env }: World,
): Readonly<Record<string, string>> => ({
  HOME: home,
  XDG_CACHE_HOME: env["XDG_CACHE_HOME"] ?? join(env["HOME"] ?? homedir(), ".cache"),
  RALPH_WORKSPACE: repository,
  RALPH_STATE_FOLDER: join(repository, ".ralph"),
  RALPH_PLAN_FILES: ".ralph/fix_plan.md",
  RALPH_ANSWER: "text",
});

async function place(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
