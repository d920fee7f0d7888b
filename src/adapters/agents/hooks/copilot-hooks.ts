import { shellWord } from "../shell-word.ts";
import type { HookAudience } from "../hook-groups.ts";

const hooked = [
  { event: "preToolUse", seconds: 30, inRun: false },
  { event: "agentStop", seconds: 60, inRun: true },
  { event: "subagentStart", seconds: 10, inRun: false },
  { event: "subagentStop", seconds: 10, inRun: false },
  { event: "sessionStart", seconds: 10, inRun: true },
] as const;

/** A hooks file of Copilot CLI (`.github/hooks/*.json`, or a plugin's). Installed for everyone, what means nothing outside of a run is left to runs. */
export function copilotHooks(hook: readonly string[], audience: HookAudience): string {
  const entries = hooked.map(({ event, seconds, inRun }) => {
    const only = audience === "everyone" && inRun ? ["--in-run"] : [];
    const bash = [...hook, "copilot", event, ...only].map(shellWord).join(" ");
    return [event, [{ type: "command", bash, timeoutSec: seconds }]];
  });
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(entries) }, null, 2)}\n`;
}

/** What makes a folder with such a file a plugin, which Copilot CLI trusts where it is named for a call. */
export const copilotPlugin = `${JSON.stringify({ name: "ralph", version: "1.0.0", description: "Asks Ralph's guard", hooks: "hooks.json" }, null, 2)}\n`;
