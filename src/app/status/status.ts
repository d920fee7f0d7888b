import { terminalSafe } from "../../guard/paths/escape.ts";
import { statusText } from "../../show/status/status-text.ts";
import { rootOf } from "../root.ts";
import { statusNow } from "./status-now.ts";

/** `ralph status`, by a door of its own: asked often, by prompts and scripts, it has to start as quickly as the program can. */
export async function status(options: { readonly json: boolean }): Promise<void> {
  try {
    const { status: now, notes } = await statusNow(rootOf({ cwd: process.cwd() }), process.env, Date.now());
    // A reader that has gone away (a closed pipe) is no fault.
    process.stdout
      .on("error", () => {})
      .write(options.json ? `${JSON.stringify(now, null, 2)}\n` : terminalSafe(statusText(now, notes, Date.now())));
  } catch {
    // The whole program meets the same trouble, and has the words and the exit code for it.
    await import("../main.ts");
  }
}
