import type { Role, Usage } from "../../../core/outcome.ts";
import type { AgentCommand, AgentDialect, AgentRequest } from "../../../ports/agent.ts";
import { mayEdit } from "../editing-roles.ts";
import { sessionIdPattern } from "../session-id.ts";
import { streamReader } from "../stream-reader.ts";
import { hookOverrides } from "./hooks.ts";
import { CodexStream } from "./stream.ts";

/** Who runs a project's checks, which write caches and reports. */
const runsChecks: ReadonlySet<Role> = new Set<Role>(["tester", "validator"]);

/** Codex has no list of tools: its sandbox is what keeps who judges work from writing. */
const sandboxOf = (role: Role): "read-only" | "workspace-write" =>
  mayEdit(role) || runsChecks.has(role) ? "workspace-write" : "read-only";

/** Codex: log-in, endpoint and where its own files are. A key of another provider goes by `agents.env`. */
const passedOn = [
  "CODEX_ACCESS_TOKEN",
  "CODEX_API_KEY",
  "CODEX_CA_CERTIFICATE",
  "CODEX_HOME",
  "CODEX_SQLITE_HOME",
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "OPENAI_ORGANIZATION",
  "OPENAI_PROJECT",
  "SSL_CERT_FILE",
];

/** What it always says on stderr and that is no evidence of anything. */
const noise = /^WARNING: proceeding, even though|^Reading (?:additional input|prompt) from stdin/;

/** Codex without a screen. It asks nobody: what its sandbox does not allow fails. */
export const codex: AgentDialect = {
  name: "codex",
  family: "openai",
  abilities: { resume: true, hooks: true, schema: true, budget: false, sandbox: true },
  triedVersions: ["0.171.0"],
  env: passedOn,
  command: codexCommand,
  read: (before?: Usage | null) => streamReader(new CodexStream(before ?? null), noise),
};

// All flags stand before `resume`, which takes fewer of its own.
function codexCommand(request: AgentRequest): AgentCommand {
  const { model, resume, hook, role, gitFolder } = request;
  const args = ["exec", "--json", "--color", "never", "--skip-git-repo-check"];
  const sandbox = sandboxOf(role);
  args.push("--sandbox", sandbox, "-c", 'approval_policy="never"', "-c", "check_for_update_on_startup=false");
  // Git's folder is read-only in Codex's sandbox: without this an agent could not commit.
  if (sandbox === "workspace-write" && gitFolder != null) args.push("--add-dir", gitFolder);
  if (hook !== null) {
    // Hooks that nobody has looked at in a terminal are else left out without a word.
    args.push("--dangerously-bypass-hook-trust");
    for (const setting of hookOverrides(hook)) args.push("-c", setting);
  }
  if (model !== null) args.push("--model", model);
  const schema = schemaFile(request);
  if (schema !== null) args.push("--output-schema", schema.path);
  if (resume !== null && sessionIdPattern.test(resume)) args.push("resume", resume);
  args.push("-");
  return { file: "codex", args, env: {}, stdin: request.prompt, files: schema === null ? [] : [schema] };
}

/** Codex takes a schema from a file only; without a place for one the form is asked for in words alone. */
function schemaFile({ schema, scratch }: AgentRequest): { readonly path: string; readonly text: string } | null {
  if (schema === null || schema === undefined || scratch == null) return null;
  return { path: `${scratch}.schema.json`, text: JSON.stringify(schema) };
}
