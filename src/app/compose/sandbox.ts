import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join, resolve, sep } from "node:path";
import { agentFolders, agentsNamedIn } from "../../adapters/agents/agent-folders.ts";
import { agentEnvironment } from "../../adapters/system/process/agent-environment.ts";
import { type BubbleWalls, emptied } from "../../adapters/system/sandbox/bubblewrap.ts";
import { shutIn } from "../../adapters/system/sandbox/shut-in.ts";
import { tryBubblewrap } from "../../adapters/system/sandbox/try-bubblewrap.ts";
import type { Config } from "../../config/schema.ts";
import type { AgentDialect } from "../../ports/agent.ts";
import type { Processes, ProcessSpec } from "../../ports/processes.ts";
import type { Surroundings } from "./compose.ts";
import { packageRoot } from "../package-root.ts";

/** Raised where the sandbox that was asked for does not hold here: no work starts outside of it. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
}

/** What a sandbox is made for. Folders are absolute. */
export interface SandboxPlace {
  readonly root: string;
  /** Git's folders: of this work tree, and of the repository. */
  readonly git: readonly string[];
  /** The harness's own folder, where the files of a call are. */
  readonly state: string;
}

/** The processes of agents, shut in as the configuration wants it. Rejects with SandboxError where that can't be had. */
export async function openSandbox(
  processes: Processes,
  config: Config,
  place: SandboxPlace,
  around: Surroundings,
): Promise<Processes> {
  if (config.sandbox !== "bwrap") return processes;
  const tried = await tryBubblewrap(processes, agentEnvironment(around.env, [], {}));
  if (tried.kind === "fails")
    throw new SandboxError(`RALPH_SANDBOX=bwrap: bubblewrap does not hold here: ${tried.why}`);
  return shutIn(processes, (spec) => wallsOf(spec, config, place, around));
}

/** What an agent may see and change: its work tree, git, its own state, and the programs that lie in the home. */
export function wallsOf(
  { file, args, env }: Pick<ProcessSpec, "file" | "args" | "env">,
  config: Config,
  place: SandboxPlace,
  around: Surroundings,
): BubbleWalls {
  const home = env["HOME"] ?? homedir();
  const inHome = (path: string): string => (isAbsolute(path) ? path : join(home, path.replace(/^~\//, "")));
  const agents = agentsOf(config).map(agentFolders);
  const path = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const programs = [
    ...path,
    ...path.map((folder) => homeOfProgram(join(folder, file))),
    homeOfProgram(around.execPath),
  ];
  // A command of the person's own may name its script by a path.
  const told = args.filter(isAbsolute);
  const hidden = [...programs, ...told, packageRoot(), place.state].filter((one) =>
    [home, ...emptied].some((folder) => isBelow(folder, one)),
  );
  const named = agents.flatMap(({ variables }) => variables.flatMap((name) => env[name] ?? []));
  return {
    home,
    readable: [
      ...hidden,
      ...[".gitconfig", ".config/git", ...config.guard.sandboxPaths].map(inHome).filter((one) => isBelow(home, one)),
    ],
    writable: [...agents.flatMap(({ writable }) => writable.map(inHome)), ...named, ...place.git, place.root],
    fixed: agents.flatMap(({ fixed }) => fixed.map(inHome)),
    network: config.guard.sandboxNetwork,
  };
}

/** Every agent program that a run may start, by name; a server or a command of the person's by what its words name. */
function agentsOf({ agent, agents, roles }: Config): readonly string[] {
  const kinds = [agent.kind, ...Object.values(roles).flatMap(({ kind }) => kind ?? []), ...agents.fallback];
  const words = [agent.command, ...Object.values(roles).map(({ command }) => command)].flatMap((argv) => argv ?? []);
  return [...new Set([...kinds.flatMap((kind) => kind.split(":", 1)), ...agentsNamedIn(words)])];
}

/** For `sandbox: agent`: refuses an agent that has no sandbox of its own, or none that works with nobody there to ask. */
export function requireOwnSandbox(config: Config, dialects: readonly AgentDialect[]): void {
  if (config.sandbox !== "agent") return;
  const without = dialects.find(({ abilities }) => !abilities.sandbox);
  if (without !== undefined)
    throw new SandboxError(`RALPH_SANDBOX=agent: ${without.name} has no sandbox of its own that works unattended.`);
}

const isBelow = (folder: string, path: string): boolean => resolve(path).startsWith(`${resolve(folder)}${sep}`);

/** The folder that a program brings along: all packages beside it, for one that npm has installed. */
function homeOfProgram(path: string): string {
  try {
    const real = realpathSync.native(path);
    const [, packages] = /^(.*?\/node_modules)\//.exec(real) ?? [];
    return packages ?? dirname(real);
  } catch {
    return dirname(path);
  }
}
