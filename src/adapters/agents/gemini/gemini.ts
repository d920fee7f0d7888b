import type { Role } from "../../../core/outcome.ts";
import type { AgentCommand, AgentDialect, AgentRequest } from "../../../ports/agent.ts";
import { mayEdit } from "../editing-roles.ts";
import { hooksOfCall } from "../hooks/hooks-of-call.ts";
import { sessionIdPattern } from "../session-id.ts";
import { streamReader } from "../stream-reader.ts";
import { GeminiStream } from "./stream.ts";

/** Who runs a project's checks without changing the project. */
const runsChecks: ReadonlySet<Role> = new Set<Role>(["tester", "validator"]);

/** What is decided without asking. In `default`, who has nobody to ask is offered neither shell nor tools for writing. */
const approvalOf = (role: Role): "yolo" | "default" => (mayEdit(role) || runsChecks.has(role) ? "yolo" : "default");

/** Gemini CLI: log-in, endpoint and project. Not GEMINI_CLI, which marks a session inside a session. */
const passedOn = [
  "GEMINI_API_KEY",
  "GEMINI_CLI_HOME",
  "GEMINI_MODEL",
  "GOOGLE_API_KEY",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "GOOGLE_CLOUD_LOCATION",
  "GOOGLE_CLOUD_PROJECT",
  "GOOGLE_GEMINI_BASE_URL",
  "GOOGLE_GENAI_USE_GCA",
  "GOOGLE_GENAI_USE_VERTEXAI",
  "GOOGLE_VERTEX_BASE_URL",
  "NODE_EXTRA_CA_CERTS",
];

/** What it always says on stderr and that is no evidence of anything. */
const noise =
  /^Warning: (?:Basic terminal|256-color)|^YOLO mode is enabled|^Ripgrep is not available|^Hook execution for |^(?:\[WARNING\] )?Hook\(s\) \[/;

/** Without it all a run may do is read, in a folder that nobody has trusted by hand, and hooks of the project are left out. */
const env: Readonly<Record<string, string>> = { GEMINI_CLI_TRUST_WORKSPACE: "true" };

/** Gemini CLI without a screen. Its file tools stay inside the work tree by themselves, its shell does not. */
export const gemini: AgentDialect = {
  name: "gemini",
  family: "google",
  abilities: { resume: true, hooks: true, schema: false, budget: false, sandbox: false },
  triedVersions: ["0.61.0"],
  env: passedOn,
  command: geminiCommand,
  read: () => streamReader(new GeminiStream(), noise),
};

function geminiCommand(request: AgentRequest): AgentCommand {
  const { role, model, resume, prompt } = request;
  const hooks = hooksOfCall("gemini", request);
  const args = ["--output-format", "stream-json", "--approval-mode", approvalOf(role), ...hooks.args];
  if (model !== null) args.push("--model", model);
  if (resume !== null && sessionIdPattern.test(resume)) args.push("--resume", resume);
  return { file: "gemini", args, env: { ...env, ...hooks.env }, stdin: prompt, files: hooks.files };
}
