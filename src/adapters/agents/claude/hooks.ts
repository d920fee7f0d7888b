import { type HookAudience, type HookForm, hookGroups } from "../hook-groups.ts";

/** Tools that can write or run something. MCP tools come from outside, so that all of them are asked about. */
const guardedTools = "Bash|PowerShell|Monitor|Write|Edit|MultiEdit|NotebookEdit|mcp__.*";

const form: HookForm = {
  agent: "claude",
  events: [
    { event: "PreToolUse", matcher: guardedTools, seconds: 30 },
    { event: "PostToolUse", matcher: "Bash|PowerShell", seconds: 10, inRun: true },
    { event: "Stop", matcher: null, seconds: 60, inRun: true },
    { event: "SubagentStart", matcher: null, seconds: 10 },
    { event: "SubagentStop", matcher: null, seconds: 10 },
    { event: "SessionStart", matcher: null, seconds: 10, inRun: true },
  ],
  perSecond: 1,
};

/** The settings, as JSON for `--settings` or `.claude/settings.json`, that register our hook for each event the guard listens to. */
export function hookSettings(hook: readonly string[], audience: HookAudience = "run"): string {
  return JSON.stringify({ hooks: hookGroups(form, hook, audience) });
}
