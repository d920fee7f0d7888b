import type { AgentCommand, AgentDialect, AgentRequest } from "../../../ports/agent.ts";
import { mayEdit } from "../editing-roles.ts";
import { hooksOfCall } from "../hooks/hooks-of-call.ts";
import { streamReader } from "../stream-reader.ts";
import { CopilotStream } from "./stream.ts";

/** Session ids of Copilot CLI are UUIDs; anything else would be looked up as a name. */
const sessionIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Copilot CLI: log-in, provider and where its own files are. */
const passedOn = [
  "COPILOT_GH_HOST",
  "COPILOT_GITHUB_TOKEN",
  "COPILOT_HOME",
  "COPILOT_MODEL",
  "COPILOT_OFFLINE",
  "COPILOT_PROVIDER_API_KEY",
  "COPILOT_PROVIDER_API_KEY_COMMAND",
  "COPILOT_PROVIDER_AZURE_API_VERSION",
  "COPILOT_PROVIDER_BASE_URL",
  "COPILOT_PROVIDER_BEARER_TOKEN",
  "COPILOT_PROVIDER_HEADERS",
  "COPILOT_PROVIDER_MAX_OUTPUT_TOKENS",
  "COPILOT_PROVIDER_MAX_PROMPT_TOKENS",
  "COPILOT_PROVIDER_MODEL_ID",
  "COPILOT_PROVIDER_TRANSPORT",
  "COPILOT_PROVIDER_TYPE",
  "COPILOT_PROVIDER_WIRE_API",
  "COPILOT_PROVIDER_WIRE_MODEL",
  "GH_HOST",
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "NODE_EXTRA_CA_CERTS",
  "XDG_CONFIG_HOME",
];

/** Copilot CLI with its prompt from stdin. Its tools need no asking; paths outside the work tree it refuses by itself. */
export const copilot: AgentDialect = {
  name: "copilot",
  family: "github",
  abilities: { resume: true, hooks: true, schema: false, budget: false, sandbox: false },
  triedVersions: ["1.0.102"],
  env: passedOn,
  command: copilotCommand,
  read: () => streamReader(new CopilotStream()),
};

// Tokens are told by no event. The file that it writes them to can't be stderr: it would put a file in the device's place.
function copilotCommand(request: AgentRequest): AgentCommand {
  const { model, resume, role, prompt } = request;
  const hooks = hooksOfCall("copilot", request);
  const args = ["--output-format", "json", "--stream", "off", "--no-color", "--no-ask-user", "--allow-all-tools"];
  args.push(...hooks.args);
  if (!mayEdit(role)) args.push("--deny-tool=write");
  if (model !== null) args.push("--model", model);
  if (resume !== null && sessionIdPattern.test(resume)) args.push(`--resume=${resume}`);
  const env = { COPILOT_AUTO_UPDATE: "false", ...hooks.env };
  return { file: "copilot", args, env, stdin: prompt, files: hooks.files };
}
