import { allowed, type Judgement, refused, type Scene } from "./judgement.ts";
import { judgeWrite } from "./judge-write.ts";

/** One tool call as a hook reports it. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type ToolKind =
  | { readonly kind: "read" }
  | { readonly kind: "write"; readonly path: string }
  | { readonly kind: "shell"; readonly command: string };

const read: ToolKind = { kind: "read" };

/** Tools by name, with the field that holds what they act on. A tool that is not listed is judged by its path-like fields. */
const tools: Readonly<Record<string, ToolKind>> = {
  Write: { kind: "write", path: "file_path" },
  Edit: { kind: "write", path: "file_path" },
  MultiEdit: { kind: "write", path: "file_path" },
  NotebookEdit: { kind: "write", path: "notebook_path" },
  Bash: { kind: "shell", command: "command" },
  Read: read,
  Glob: read,
  Grep: read,
  LS: read,
  NotebookRead: read,
  BashOutput: read,
  KillShell: read,
  WebFetch: read,
  WebSearch: read,
  TodoWrite: read,
  Task: read,
  Agent: read,
  Skill: read,
};

const pathField =
  /(?:^|_)(?:path|paths|file|files|filename|filepath|destination|target|target_file|uri)$|(?:Path|File|Destination)s?$/;
const readingName = /(?:^|_)(?:read|get|list|search|find|view|stat|info|glob|grep|tree)(?:_|$)/i;

/** Every text in fields that are named like a path, to the third level. */
const pathsIn = (value: unknown, named: boolean, depth = 0): readonly string[] => {
  if (typeof value === "string") return named ? [value.replace(/^file:\/\//, "")] : [];
  if (typeof value !== "object" || value === null || depth > 3) return [];
  const fields = Object.entries(value);
  return fields.flatMap(([name, field]) =>
    pathsIn(field, Array.isArray(value) ? named : pathField.test(name), depth + 1),
  );
};

const firstRefusal = (judgements: readonly Judgement[]): Judgement => judgements.find((one) => !one.allowed) ?? allowed;

/** An unlisted tool (an MCP server's, a later version's) may not write the control surface; where else it writes is its own affair. */
const judgeUnlisted = (call: ToolCall, scene: Scene): Judgement => {
  const name = call.tool.slice(call.tool.lastIndexOf("__") + 1);
  if (readingName.test(name)) return allowed;
  const judged = pathsIn(call.input, false).map((path) => judgeWrite(path, scene));
  return firstRefusal(judged.filter((one) => !one.allowed && one.rule === "control-surface"));
};

const unreadable = (call: ToolCall, field: string): Judgement =>
  refused(
    "unreadable-call",
    `The call of ${call.tool} has no text in \`${field}\`.`,
    "Repeat the call with that field set.",
  );

/** The shell command of a call, or null where the tool is no shell; the command may be missing or no text. */
const shellOf = (call: ToolCall): { readonly field: string } | null => {
  const kind = Object.hasOwn(tools, call.tool) ? tools[call.tool] : undefined;
  return kind?.kind === "shell" ? { field: kind.command } : null;
};

/** The judgement of a call that is no shell's; a shell's call is allowed here. Pure and without further loading. */
export function judgeFileTool(call: ToolCall, scene: Scene): Judgement {
  const kind = Object.hasOwn(tools, call.tool) ? tools[call.tool] : undefined;
  if (kind === undefined) return judgeUnlisted(call, scene);
  if (kind.kind !== "write") return allowed;
  const path = call.input[kind.path];
  return typeof path === "string" ? judgeWrite(path, scene) : unreadable(call, kind.path);
}

/** The judgement of any tool call. The shell parser is loaded only when the call is a shell's, since it costs more than the rest. */
export async function judgeTool(call: ToolCall, scene: Scene): Promise<Judgement> {
  const shell = shellOf(call);
  if (shell === null) return judgeFileTool(call, scene);
  const command = call.input[shell.field];
  if (typeof command !== "string") return unreadable(call, shell.field);
  const { judgeShell } = await import("./judge-shell.ts");
  return judgeShell(command, scene);
}
