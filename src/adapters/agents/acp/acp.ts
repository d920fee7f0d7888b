import type { AgentCommand, AgentDialect, AgentRequest } from "../../../ports/agent.ts";
import { mayEdit } from "../editing-roles.ts";
import { providerKeys } from "../provider-keys.ts";
import { streamReader } from "../stream-reader.ts";
import { AcpStream } from "./stream.ts";

/** Log-in and place of the programs that are known to speak ACP; others get theirs by `agents.env`. */
const passedOn = [
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CLAUDE_CONFIG_DIR",
  "CODEX_API_KEY",
  "CODEX_HOME",
  "COPILOT_GITHUB_TOKEN",
  "COPILOT_HOME",
  "GEMINI_CLI_HOME",
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "GOOGLE_API_KEY",
  "OPENCODE_CONFIG",
  "OPENCODE_CONFIG_DIR",
];

/**
 * Any ACP server as an agent. `bridge` is the argv of the program that speaks with it (`ralph acp`), `server` its own; neither
 * goes through a shell. Throws RangeError where one of them is empty.
 */
export function acp(bridge: readonly string[], server: readonly string[], family = "acp"): AgentDialect {
  const [file, ...bridgeArgs] = bridge;
  const [program] = server;
  if (file === undefined || program === undefined || program === "")
    throw new RangeError('The ACP server has no command: name its program, as in RALPH_AGENT="acp:gemini --acp".');
  const command = ({ role, model, resume, prompt }: AgentRequest): AgentCommand => {
    const args = mayEdit(role) ? [] : ["--reads-only"];
    if (model !== null) args.push("--model", model);
    if (resume !== null) args.push("--resume", resume);
    return { file, args: [...bridgeArgs, ...args, "--", ...server], env: {}, stdin: prompt, program };
  };
  return {
    name: "acp",
    family,
    abilities: { resume: true, hooks: true, schema: false, budget: false, sandbox: false },
    triedVersions: [],
    env: [...providerKeys, ...passedOn],
    command,
    read: () => streamReader(new AcpStream()),
  };
}
