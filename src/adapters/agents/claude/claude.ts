import type { Role } from "../../../core/outcome.ts";
import type { AgentCommand, AgentDialect, AgentRequest } from "../../../ports/agent.ts";
import { sessionIdPattern } from "../session-id.ts";
import { streamReader } from "../stream-reader.ts";
import { hookSettings } from "./hooks.ts";
import { ClaudeStream } from "./stream.ts";

const reading = ["Bash", "Read", "Glob", "Grep", "Skill", "WebFetch", "WebSearch"];
const editing = ["Edit", "Write", "NotebookEdit"];
const writing = [...reading, "Task", ...editing];

/** What each role is offered. Who judges work gets no tool made for writing, and starts no agents of its own. */
const toolsOf: Readonly<Record<Role, readonly string[]>> = {
  implementer: writing,
  fixer: writing,
  simplifier: writing,
  reviewer: reading,
  validator: reading,
  judge: reading,
  coordinator: reading,
  explorer: reading,
  tester: reading,
  architect: reading,
};

/** No background traffic, no self-update in mid-run, and few retries: waiting and trying again is the loop's business. */
const settings: Readonly<Record<string, string>> = {
  CLAUDE_CODE_MAX_RETRIES: "3",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  DISABLE_ERROR_REPORTING: "1",
  DISABLE_TELEMETRY: "1",
};

/** Claude Code: log-in, endpoint and provider settings. Not CLAUDECODE, nor anything else that marks a session inside a session. */
const passedOn = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_BASE_URL",
  "ANTHROPIC_BEDROCK_BASE_URL",
  "ANTHROPIC_CUSTOM_HEADERS",
  "ANTHROPIC_DEFAULT_HAIKU_MODEL",
  "ANTHROPIC_DEFAULT_OPUS_MODEL",
  "ANTHROPIC_DEFAULT_SONNET_MODEL",
  "ANTHROPIC_FOUNDRY_API_KEY",
  "ANTHROPIC_FOUNDRY_RESOURCE",
  "ANTHROPIC_MODEL",
  "ANTHROPIC_SMALL_FAST_MODEL",
  "ANTHROPIC_VERTEX_PROJECT_ID",
  "AWS_ACCESS_KEY_ID",
  "AWS_BEARER_TOKEN_BEDROCK",
  "AWS_PROFILE",
  "AWS_REGION",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CLAUDE_CODE_USE_BEDROCK",
  "CLAUDE_CODE_USE_FOUNDRY",
  "CLAUDE_CODE_USE_VERTEX",
  "CLAUDE_CONFIG_DIR",
  "CLOUD_ML_REGION",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "NODE_EXTRA_CA_CERTS",
];

/** Claude Code in print mode. Edits pass by themselves inside the work tree only; beside them the role's tools, nothing else. */
export const claude: AgentDialect = {
  name: "claude",
  family: "anthropic",
  abilities: { resume: true, hooks: true, schema: true, budget: true, sandbox: false },
  triedVersions: ["2.1.332", "2.1.197"],
  env: passedOn,
  command: claudeCommand,
  read: () => streamReader(new ClaudeStream()),
};

// The same flags on every spawn, resumed or not: Claude Code forgets them between calls.
function claudeCommand(request: AgentRequest): AgentCommand {
  const { model, resume, hook, schema, maxCostUsd } = request;
  const tools = toolsOf[request.role];
  // Edits are allowed by acceptEdits alone, which keeps them inside the work tree: a Write that is named as allowed, in
  // whatever mode, reaches every file of the machine.
  const allowed = tools.filter((tool) => !editing.includes(tool));
  const args = ["-p", "--output-format", "stream-json", "--verbose", "--permission-mode", "acceptEdits"];
  args.push("--tools", tools.join(","), "--allowedTools", allowed.join(","));
  if (hook !== null) args.push("--settings", hookSettings(hook));
  if (model !== null) args.push("--model", model);
  if (resume !== null && sessionIdPattern.test(resume)) args.push("--resume", resume);
  if (maxCostUsd !== null) args.push("--max-budget-usd", String(maxCostUsd));
  if (schema !== null && schema !== undefined) args.push("--json-schema", JSON.stringify(schema));
  return { file: "claude", args, env: settings, stdin: request.prompt };
}
