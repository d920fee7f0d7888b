// pi asks an extension before each tool, and this one asks `ralph hook`.
import { spawnSync } from "node:child_process";

/**
 * Registers the guard. In a run its command stands in the variable RALPH_HOOK; `installed` is the command of a repository that was
 * set up for people who start pi by hand, and steps back in a run. A hook that can't be started denies: nothing would be judged.
 */
export default function guard(pi, installed = "") {
  const { RALPH_HOOK: ofRun = "" } = process.env;
  const hook = installed === "" ? ofRun : ofRun === "" ? installed : "";
  if (hook === "") return;
  pi.on("tool_call", (event, context) => {
    const asked = spawnSync("/bin/sh", ["-c", `${hook} pi tool_call`], {
      input: JSON.stringify({ toolName: event.toolName, input: event.input, cwd: context.cwd }),
      encoding: "utf8",
      timeout: 30_000,
    });
    if (asked.status === 0) return undefined;
    const why = asked.stderr?.trim() || asked.error?.message || `the hook ended with ${asked.status ?? asked.signal}`;
    return { block: true, reason: why };
  });
}
