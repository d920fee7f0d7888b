import { shellWord } from "../shell-word.ts";

/** Tools that can write or run something. MCP tools come from outside, so that all of them are asked about. */
const guardedTools = "Bash|PowerShell|Monitor|Write|Edit|MultiEdit|NotebookEdit|mcp__.*";

interface HookedEvent {
  readonly event: "PreToolUse" | "Stop" | "SubagentStart" | "SubagentStop";
  readonly matcher: string | null;
  /** Seconds; a hook that takes longer is given up by Claude Code. */
  readonly timeout: number;
}

const hooked: readonly HookedEvent[] = [
  { event: "PreToolUse", matcher: guardedTools, timeout: 30 },
  { event: "Stop", matcher: null, timeout: 60 },
  { event: "SubagentStart", matcher: null, timeout: 10 },
  { event: "SubagentStop", matcher: null, timeout: 10 },
];

/** Whose sessions the hooks go with: the calls of a run, or everything that people start here by hand, too. */
export type HookAudience = "run" | "everyone";

/**
 * The settings, as JSON for `--settings`, that register `<hook> claude <event>` for each event the guard listens to. Installed for
 * everyone, the Stop hook asks for a block only within a run: nobody who just talks to the agent owes one.
 */
export function hookSettings(hook: readonly string[], audience: HookAudience = "run"): string {
  const entries = hooked.map(({ event, matcher, timeout }) => {
    const only = audience === "everyone" && event === "Stop" ? ["--in-run"] : [];
    const command = [...hook, "claude", event, ...only].map(shellWord).join(" ");
    const run = { hooks: [{ type: "command", command, timeout }] };
    return [event, [matcher === null ? run : { matcher, ...run }]];
  });
  return JSON.stringify({ hooks: Object.fromEntries(entries) });
}
