import { terminalSafe } from "../../guard/paths/escape.ts";
import type { CommandAnswer } from "../../show/cli/command-answer.ts";
import type { ExitCode, World } from "../world/world.ts";

/**
 * Who the answer is for: text is made fit for a terminal; JSON goes out as it is, and so does what is `raw`: a file's text for
 * another program.
 */
export type Form = "text" | "json" | "raw";

/** The form that the `--json` option asks for. */
export const formOf = (options: { readonly json?: boolean }): "text" | "json" =>
  options.json === true ? "json" : "text";

/** Prints an answer and gives its exit code. */
export function tell(world: World, { stdout, stderr, exitCode }: CommandAnswer, form: Form): ExitCode {
  if (stdout !== "") world.stdout.write(form === "text" ? terminalSafe(stdout) : stdout);
  if (stderr !== "") world.stderr.write(terminalSafe(stderr));
  return exitCode;
}
