import { dialects, type DialectName } from "../../adapters/agents/dialects.ts";
import { agentEnvironment } from "../../adapters/system/process/agent-environment.ts";
import { processSupervisor } from "../../adapters/system/process/process-supervisor.ts";
import type { AgentDialect } from "../../ports/agent.ts";
import type { ListedAgent } from "../../show/status/agents-text.ts";
import { finderOf, selfCommand } from "../compose/compose.ts";
import type { Desk } from "./desk.ts";

/** Some programs start themselves anew, for more memory: that takes seconds on a busy machine. */
const answerWithinMs = 20_000;

/** Agents whose program the configuration names. */
const named: ReadonlySet<DialectName> = new Set(["acp", "command"]);

/** Agents whose program is no agent by itself: asking it for its version would start who knows what. */
const notAsked: ReadonlySet<DialectName> = new Set([...named, "script"]);

/** Every agent that can be named, looked for on this machine, all at once. No token is spent: a program is asked for its version only. */
export async function installedAgents(desk: Desk): Promise<readonly ListedAgent[]> {
  const names = Object.keys(dialects).filter((name): name is DialectName => name in dialects);
  return Promise.all(names.map((name) => listed(name, desk)));
}

async function listed(name: DialectName, desk: Desk): Promise<ListedAgent> {
  const { config, root, world } = desk;
  const inUse = config.agent.kind === name;
  const argv = (inUse ? config.agent.command : null) ?? [];
  const dialect = await dialects[name]({
    command: argv.length === 0 ? ["no-program-named"] : argv,
    format: config.agent.format,
    family: config.agent.family,
    self: selfCommand(world),
    script: root,
  });
  const command = dialect.command({
    role: "implementer",
    prompt: "",
    model: null,
    resume: null,
    workspace: root,
    hook: null,
    schema: null,
    maxCostUsd: null,
  });
  const file = command.program ?? command.file;
  const isNamed = !named.has(name) || argv.length > 0;
  const program = isNamed ? await finderOf(root, world)(file) : null;
  const version = program === null || notAsked.has(name) ? null : await versionOf(program, dialect, desk);
  return {
    name,
    family: dialect.family,
    program,
    version,
    triedVersions: dialect.triedVersions,
    abilities: { ...dialect.abilities },
    inUse,
    problem:
      program !== null ? null : isNamed ? `${file} is not on PATH` : "RALPH_AGENT_COMMAND names no program for it",
  };
}

async function versionOf(
  program: string,
  dialect: AgentDialect,
  { world, root, config }: Desk,
): Promise<string | null> {
  await using processes = processSupervisor();
  // Some tell it on stderr.
  const said = { stdout: "", stderr: "" };
  const result = await processes.run(
    {
      file: program,
      args: ["--version"],
      cwd: root,
      env: agentEnvironment(world.env, [...config.agents.env, ...dialect.env], {}),
      stdin: null,
      limits: { totalMs: answerWithinMs, graceMs: 500, maxOutputBytes: 100_000 },
      marker: null,
    },
    { onLine: (text, stream) => void (said[stream] ||= text.trim().slice(0, 200)) },
    new AbortController().signal,
  );
  return result.exitCode === 0 ? said.stdout || said.stderr || null : null;
}
