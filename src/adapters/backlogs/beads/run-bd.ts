import { execFile } from "node:child_process";
import { BacklogError } from "../../../ports/backlog.ts";
import { fileFault } from "../text-file.ts";

/** Runs `bd` with these arguments and resolves to its standard output. Rejects with BacklogError. */
export type RunBd = (args: readonly string[], signal?: AbortSignal) => Promise<string>;

const timeoutMs = 60_000;
const mostBytes = 256 * 1024 * 1024;

/** Runs the program `bd` in a repository. */
export function bdIn(root: string, program = "bd"): RunBd {
  return (args, signal) =>
    new Promise((resolve, reject) => {
      const options = {
        cwd: root,
        timeout: timeoutMs,
        maxBuffer: mostBytes,
        ...(signal === undefined ? {} : { signal }),
      };
      execFile(program, args, options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if (signal?.aborted === true) reject(error);
        else reject(failure(program, args, { error, said: stderr.trim() || stdout.trim() }));
      });
    });
}

function failure(
  program: string,
  args: readonly string[],
  { error, said }: { readonly error: Error; readonly said: string },
): BacklogError {
  if ("code" in error && error.code === "ENOENT") {
    const hint = "Install beads (`bd` has to be on the PATH), or name another source with RALPH_SOURCE.";
    const fault = fileFault("beads", "no-bd", `The program \`${program}\` of beads is not there.`, hint);
    return new BacklogError("missing", fault, { cause: error });
  }
  const line = said.split("\n").find((each) => each.trim() !== "") ?? error.message;
  const hint = "Run it by hand: it says more there.";
  const fault = fileFault("beads", "bd-failed", `\`bd ${args[0] ?? ""}\` failed: ${line}`, hint);
  return new BacklogError(args[0] === "list" ? "unreadable" : "unwritable", fault, { cause: error });
}
