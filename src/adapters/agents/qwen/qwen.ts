import type { Usage } from "../../../core/outcome.ts";
import type { AgentCommand, AgentDialect, AgentRequest } from "../../../ports/agent.ts";
import { mayEdit } from "../editing-roles.ts";
import { hooksOfCall } from "../hooks/hooks-of-call.ts";
import { sessionIdPattern } from "../session-id.ts";
import { streamReader } from "../stream-reader.ts";
import { QwenStream } from "./stream.ts";

/** Tools made for writing, and the one that starts agents of its own: who judges work has its shell, as with Claude Code. */
const notForJudges = "edit,write_file,notebook_edit,agent";

/** Qwen Code: log-in and endpoint, of whichever service stands behind it. Not QWEN_CODE, which marks a session inside a session. */
const passedOn = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_BASE_URL",
  "BAILIAN_CODING_PLAN_API_KEY",
  "DASHSCOPE_API_KEY",
  "GEMINI_API_KEY",
  "GOOGLE_API_KEY",
  "NODE_EXTRA_CA_CERTS",
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "OPENAI_MODEL",
  "QWEN_HOME",
  "QWEN_MODEL",
];

/** What it always says on stderr and that is no evidence of anything. */
const noise = /^Ripgrep not available|^Warning: running headless/;

/** Qwen Code without a screen. */
export const qwen: AgentDialect = {
  name: "qwen",
  family: "alibaba",
  abilities: { resume: true, hooks: true, schema: true, budget: false, sandbox: false },
  triedVersions: ["0.24.4", "0.15.10"],
  env: passedOn,
  command: qwenCommand,
  read: (before?: Usage | null) => streamReader(new QwenStream(before ?? null), noise),
};

function qwenCommand(request: AgentRequest): AgentCommand {
  const { role, model, resume, schema, prompt } = request;
  const { env, files } = hooksOfCall("qwen", request);
  const args = ["--output-format", "stream-json", "--approval-mode", "yolo"];
  if (!mayEdit(role)) args.push("--exclude-tools", notForJudges);
  if (model !== null) args.push("--model", model);
  if (schema !== null && schema !== undefined) args.push("--json-schema", JSON.stringify(schema));
  if (resume !== null && sessionIdPattern.test(resume)) args.push("--resume", resume);
  return { file: "qwen", args, env, stdin: prompt, files };
}
