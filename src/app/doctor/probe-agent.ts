import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { AgentSeen, Login } from "../../install/doctor/findings.ts";
import type { Desk } from "../desk/desk.ts";
import { installedAgents } from "../desk/installed-agents.ts";

/** Where an agent's log-in can be seen: variables, and files below a folder that a variable may name, else below home. */
interface LoginPlaces {
  readonly variables: readonly string[];
  readonly folder: { readonly variable: string; readonly usual: string };
  readonly files: readonly string[];
}

const places: Readonly<Record<string, LoginPlaces>> = {
  claude: {
    variables: [
      "ANTHROPIC_API_KEY",
      "ANTHROPIC_AUTH_TOKEN",
      "CLAUDE_CODE_OAUTH_TOKEN",
      "CLAUDE_CODE_USE_BEDROCK",
      "CLAUDE_CODE_USE_VERTEX",
      "CLAUDE_CODE_USE_FOUNDRY",
    ],
    folder: { variable: "CLAUDE_CONFIG_DIR", usual: ".claude" },
    files: [".credentials.json"],
  },
  codex: {
    variables: ["OPENAI_API_KEY", "CODEX_API_KEY"],
    folder: { variable: "CODEX_HOME", usual: ".codex" },
    files: ["auth.json"],
  },
  gemini: {
    variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"],
    folder: { variable: "GEMINI_CLI_HOME", usual: ".gemini" },
    files: ["oauth_creds.json"],
  },
  qwen: {
    variables: ["OPENAI_API_KEY", "DASHSCOPE_API_KEY"],
    folder: { variable: "QWEN_HOME", usual: ".qwen" },
    files: ["oauth_creds.json"],
  },
};

/** Looks at the agent in use: its program, its version (the program is asked for nothing else), and whether a log-in is there. */
export async function probeAgent(desk: Desk): Promise<AgentSeen> {
  const { kind, command } = desk.config.agent;
  const script = kind === "script" ? resolve(desk.root, command?.[0] ?? ".ralph/script.yaml") : null;
  const found = (await installedAgents(desk)).find(({ name }) => name === kind);
  return {
    name: kind,
    program: found?.program ?? null,
    version: found?.version ?? null,
    triedVersions: found?.triedVersions ?? [],
    problem: found === undefined ? `the agent ${kind} can't be driven by this version` : found.problem,
    ...(script === null || existsSync(script) ? {} : { missingScript: script }),
    login: loginOf(kind, desk.world.env),
  };
}

function loginOf(kind: string, env: Readonly<Record<string, string | undefined>>): Login {
  const known = places[kind];
  if (known === undefined) return { kind: "needless" };
  const variable = known.variables.find((name) => (env[name] ?? "") !== "");
  if (variable !== undefined) return { kind: "found", how: variable };
  const own = env[known.folder.variable] ?? "";
  const folder = own === "" ? join(env["HOME"] ?? homedir(), known.folder.usual) : own;
  const file = known.files.map((name) => join(folder, name)).find((path) => existsSync(path));
  return file === undefined
    ? { kind: "not-found", looked: [...known.variables, ...known.files.map((name) => join(folder, name))] }
    : { kind: "found", how: file };
}
