import { type HookAudience, type HookForm, hookGroups } from "../hook-groups.ts";

// Codex reads through its shell as well, so that every tool is asked about; its patterns know no "all but these" either.
const form: HookForm = {
  agent: "codex",
  events: [
    { event: "PreToolUse", matcher: ".*", seconds: 30 },
    { event: "PostToolUse", matcher: "Bash", seconds: 10, inRun: true },
    { event: "Stop", matcher: null, seconds: 60, inRun: true },
    { event: "SubagentStart", matcher: null, seconds: 10 },
    { event: "SubagentStop", matcher: null, seconds: 10 },
    { event: "SessionStart", matcher: null, seconds: 10, inRun: true },
  ],
  perSecond: 1,
};

/** The hooks as `.codex/hooks.json`, for people who start Codex by hand; there they run once the project and they are trusted. */
export function hookSettings(hook: readonly string[], audience: HookAudience = "run"): string {
  return JSON.stringify({ hooks: hookGroups(form, hook, audience) });
}

/** The same hooks for one call: values of `-c`, an event each. */
export function hookOverrides(hook: readonly string[]): readonly string[] {
  return Object.entries(hookGroups(form, hook, "run")).map(([event, groups]) => `hooks.${event}=${toml(groups)}`);
}

/** A value in TOML, on one line. Its strings are those of JSON but for the one control character that JSON leaves as it is. */
function toml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toml).join(",")}]`;
  if (typeof value !== "object" || value === null)
    return JSON.stringify(value).replaceAll("\u007F", String.raw`\u007F`);
  return `{${Object.entries(value)
    .map(([key, entry]) => `${key}=${toml(entry)}`)
    .join(",")}}`;
}
