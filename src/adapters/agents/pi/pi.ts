import type { AgentCommand, AgentDialect, AgentReader, AgentRequest } from "../../../ports/agent.ts";
import { mayEdit } from "../editing-roles.ts";
import { hooksOfCall } from "../hooks/hooks-of-call.ts";
import { providerKeys } from "../provider-keys.ts";
import { streamReader } from "../stream-reader.ts";
import { PiStream } from "./stream.ts";

/** Session ids of pi are UUIDs; anything else could be taken for a path. */
const sessionIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What who judges may use: pi knows no permissions, only which tools there are. */
const readingTools = "read,bash,grep,find,ls";

/** pi in print mode. It asks nobody and forbids nothing: what holds is the guard's extension, which goes with each call. */
export const pi: AgentDialect = {
  name: "pi",
  family: "pi",
  abilities: { resume: true, hooks: true, schema: false, budget: false, sandbox: false },
  triedVersions: ["0.73.1"],
  env: [...providerKeys, "PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR", "PI_PACKAGE_DIR"],
  command: piCommand,
  read: piReader,
};

/** How a line begins that repeats a message as far as it has come: read whole, they would cost the square of an answer's length. */
const partial = '{"type":"message_update"';

function piReader(): AgentReader {
  const reader = streamReader(new PiStream());
  return { ...reader, line: (text) => (text.startsWith(partial) ? [] : reader.line(text)) };
}

function piCommand(request: AgentRequest): AgentCommand {
  const { model, resume, role, prompt } = request;
  const hooks = hooksOfCall("pi", request);
  const args = ["--print", "--mode", "json", ...hooks.args];
  if (request.assets != null) args.push("--extension", `${request.assets}/hooks/pi-limits.js`);
  if (!mayEdit(role)) args.push("--tools", readingTools);
  if (model !== null) args.push("--model", model);
  if (resume !== null && sessionIdPattern.test(resume)) args.push("--session", resume);
  // Without looking for updates at each start, and without telling anybody of it.
  const env = { PI_OFFLINE: "1", PI_TELEMETRY: "0", ...hooks.env };
  return { file: "pi", args, env, stdin: prompt, files: hooks.files };
}
