import type { AgentCommand, AgentDialect, AgentRequest } from "../../../ports/agent.ts";
import { mayEdit } from "../editing-roles.ts";
import { hooksOfCall } from "../hooks/hooks-of-call.ts";
import { providerKeys } from "../provider-keys.ts";
import { streamReader } from "../stream-reader.ts";
import { OpenCodeStream } from "./stream.ts";

const sessionIdPattern = /^ses_[A-Za-z0-9]+$/;

/** OpenCode: where its own files are, beside the keys of the providers that it speaks with. */
const passedOn = [
  "OPENCODE_CONFIG",
  "OPENCODE_CONFIG_DIR",
  "OPENCODE_DISABLE_DEFAULT_PLUGINS",
  "OPENCODE_DISABLE_LSP_DOWNLOAD",
  "OPENCODE_DISABLE_MODELS_FETCH",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_STATE_HOME",
];

/** OpenCode, one prompt. What it would ask about is refused, since nobody is there; what it would not, runs. */
export const opencode: AgentDialect = {
  name: "opencode",
  family: "opencode",
  abilities: { resume: true, hooks: true, schema: false, budget: false, sandbox: false },
  triedVersions: ["1.18.33"],
  env: [...providerKeys, ...passedOn],
  command: openCodeCommand,
  read: () => streamReader(new OpenCodeStream()),
};

function openCodeCommand(request: AgentRequest): AgentCommand {
  const { model, resume, role, prompt } = request;
  const hooks = hooksOfCall("opencode", request);
  const args = ["run", "--format", "json", ...hooks.args];
  if (model !== null) args.push("--model", model);
  if (resume !== null && sessionIdPattern.test(resume)) args.push("--session", resume);
  const rules = mayEdit(role) ? {} : { OPENCODE_PERMISSION: JSON.stringify({ edit: "deny" }) };
  const env = { OPENCODE_DISABLE_AUTOUPDATE: "1", ...rules, ...hooks.env };
  return { file: "opencode", args, env, stdin: prompt, files: hooks.files };
}
