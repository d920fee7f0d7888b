import type { ModelReply } from "./model/wire.ts";

type ToolCall = Extract<ModelReply, { readonly kind: "tool" }>;

type Write = (path: string) => ToolCall["input"];

const text = "written by ralph doctor\n";
const shell = (path: string): string => `printf 'written by ralph doctor' > ${path}`;

/** How a file is written by the tools of each agent program; the first that is on offer is taken. */
const writes: readonly (readonly [string, Write])[] = [
  ["Write", (path) => ({ file_path: path, content: text })],
  ["write_file", (path) => ({ file_path: path, content: text })],
  ["create", (path) => ({ path, file_text: text })],
  ["write", (path) => ({ path, filePath: path, content: text })],
  ["exec_command", (path) => ({ cmd: shell(path) })],
  ["shell_command", (path) => ({ command: shell(path) })],
  ["shell", (path) => ({ command: ["bash", "-lc", shell(path)] })],
];

/** A call that the guard has to refuse: a new file among the harness's own. Null where no tool on offer is known. */
export function refusedWrite(tools: readonly string[], path: string): ToolCall | null {
  const [name, write] = writes.find(([tool]) => tools.includes(tool)) ?? [];
  return name === undefined || write === undefined ? null : { kind: "tool", name, input: write(path) };
}
