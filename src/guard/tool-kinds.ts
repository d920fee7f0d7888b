/** What a tool does, and in which fields of its input that stands. */
export type ToolKind =
  | { readonly kind: "read" }
  | { readonly kind: "write"; readonly paths: readonly string[] }
  /** `folder`: where the command starts, if the tool lets an agent choose. */
  | { readonly kind: "shell"; readonly command: readonly string[]; readonly folder: readonly string[] }
  /** A patch in one text that names the files in it. */
  | { readonly kind: "patch"; readonly text: readonly string[] }
  /** Calls another tool by its name. */
  | { readonly kind: "relay"; readonly tool: string; readonly input: string };

const read: ToolKind = { kind: "read" };
const write = (...paths: readonly string[]): ToolKind => ({ kind: "write", paths });
const shell = (...command: readonly string[]): ToolKind => ({
  kind: "shell",
  command,
  folder: ["dir_path", "directory", "workdir", "working_dir"],
});

/**
 * The tools of all agent programs by name; programs that share a name share its meaning, each with its own field. A tool that
 * is not listed is judged by its path-like fields.
 */
const tools: Readonly<Record<string, ToolKind>> = {
  // Claude Code
  Write: write("file_path"),
  Edit: write("file_path"),
  MultiEdit: write("file_path"),
  NotebookEdit: write("notebook_path"),
  Bash: shell("command"),
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
  // Codex; what is typed into a shell that runs is a command, too.
  exec_command: shell("cmd", "command"),
  shell: shell("command", "cmd"),
  shell_command: shell("command"),
  local_shell: shell("command"),
  write_stdin: shell("chars"),
  apply_patch: { kind: "patch", text: ["command", "input", "patch"] },
  view_image: read,
  // Gemini CLI and Qwen Code
  write_file: write("file_path"),
  replace: write("file_path"),
  edit: write("file_path", "path", "filePath"),
  notebook_edit: write("notebook_path"),
  run_shell_command: shell("command"),
  monitor: shell("command"),
  tool_call: { kind: "relay", tool: "name", input: "arguments" },
  read_file: read,
  read_many_files: read,
  list_directory: read,
  grep_search: read,
  google_web_search: read,
  web_fetch: read,
  save_memory: read,
  // Copilot CLI
  create: write("path"),
  str_replace_editor: write("path"),
  bash: shell("command"),
  write_bash: shell("input"),
  powershell: shell("command"),
  view: read,
  read_bash: read,
  // pi and OpenCode
  write: write("path", "filePath"),
  multiedit: write("filePath", "path"),
  read,
  grep: read,
  glob: read,
  find: read,
  ls: read,
};

/** The kind of a tool by its name; null for one that is not known. */
export const toolKind = (tool: string): ToolKind | null => (Object.hasOwn(tools, tool) ? (tools[tool] ?? null) : null);
