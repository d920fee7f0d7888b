import { statSync } from "node:fs";
import type { ProcessSpec, StartError } from "../../../ports/processes.ts";

type Text = (spec: ProcessSpec) => string;

const texts: Readonly<Record<string, Text>> = {
  ENOENT: ({ file }) =>
    `The program ${file} was not found. Install it, put its folder on PATH, or give its absolute path.`,
  EACCES: ({ file }) => `The program ${file} may not be executed. Check its permissions (chmod +x) and its folder.`,
  E2BIG: (spec) =>
    `The arguments of ${spec.file} are too big (${argumentBytes(spec)} bytes in all, the longest ${longest(spec)}); ` +
    `Linux takes at most 131072 bytes in one. Give long text on stdin or in a file.`,
  ENOEXEC: ({ file }) =>
    `The file ${file} is no program this system can execute. A script needs a first line like #!/bin/sh.`,
  EMFILE: ({ file }) =>
    `Too many files are open to start ${file}. Raise the limit (ulimit -n) or run less in parallel.`,
  EAGAIN: ({ file }) => `The system allows no further process for ${file}. Raise the limit (ulimit -u) or end others.`,
  ENOMEM: ({ file }) => `There is not enough memory to start ${file}.`,
  ERR_INVALID_ARG_VALUE: ({ file }) =>
    `An argument or variable for ${file} holds a NUL character; no program can be given one.`,
};

/** Why the program did not start, in words for a person. A missing working folder is told apart from a missing program. */
export function startError(spec: ProcessSpec, error: unknown): StartError {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "UNKNOWN";
  if ((code === "ENOENT" || code === "ENOTDIR") && !isFolder(spec.cwd)) {
    return {
      code,
      message: `${spec.file} could not be started: its working folder ${spec.cwd} does not exist. Create it, or name another.`,
    };
  }
  const text = texts[code]?.(spec);
  const reason = error instanceof Error ? error.message : String(error);
  return { code, message: text ?? `${spec.file} could not be started: ${reason}.` };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const argumentBytes = ({ args }: ProcessSpec) => args.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
const longest = ({ args }: ProcessSpec) => args.reduce((most, text) => Math.max(most, Buffer.byteLength(text)), 0);
