import { shellWord } from "../../../adapters/agents/shell-word.ts";
import type { ModelReply } from "./wire.ts";

/** The call of a tool. */
export type ToolCall = Extract<ModelReply, { readonly kind: "tool" }>;

type Input = ToolCall["input"];

/** How a command is given to the shell of each agent program; the first tool that is on offer is taken. */
const shells: readonly (readonly [string, (command: string) => Input])[] = [
  ["Bash", (command) => ({ command, description: "a step of the task" })],
  ["run_shell_command", (command) => ({ command, description: "a step of the task", is_background: false })],
  ["exec_command", (command) => ({ cmd: command })],
  ["shell_command", (command) => ({ command })],
  ["shell", (command) => ({ command: ["bash", "-lc", command] })],
  ["bash", (command) => ({ command, description: "a step of the task" })],
];

/** How a file is written by the tools that are for it. */
const writes: readonly (readonly [string, (path: string, text: string) => Input])[] = [
  ["Write", (path, text) => ({ file_path: path, content: text })],
  ["write_file", (path, text) => ({ file_path: path, content: text })],
  ["create", (path, text) => ({ path, file_text: text })],
  ["write", (path, text) => ({ path, filePath: path, content: text })],
];

/** The call by which this program's shell runs a command; null where none of the tools on offer is a shell that is known. */
export function shellCall(tools: readonly string[], command: string): ToolCall | null {
  const [name, input] = shells.find(([tool]) => tools.includes(tool)) ?? [];
  return name === undefined || input === undefined ? null : { kind: "tool", name, input: input(command) };
}

/** The call by which this program writes a new file, with its shell if need be; null where no tool on offer is known. */
export function writeCall(tools: readonly string[], path: string, text: string): ToolCall | null {
  const [name, input] = writes.find(([tool]) => tools.includes(tool)) ?? [];
  if (name !== undefined && input !== undefined) return { kind: "tool", name, input: input(path, text) };
  return shellCall(tools, `printf %s ${shellWord(text)} > ${shellWord(path)}`);
}
