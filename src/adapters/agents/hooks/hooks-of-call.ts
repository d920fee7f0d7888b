import type { AgentCommand, AgentRequest } from "../../../ports/agent.ts";
import { type HookForm, hookGroups } from "../hook-groups.ts";
import { shellWord } from "../shell-word.ts";
import { copilotHooks, copilotPlugin } from "./copilot-hooks.ts";
import { openCodeRules } from "./opencode-rules.ts";

/** What is added to the start of a program so that its hooks go with the call. */
export type HooksOfCall = Required<Pick<AgentCommand, "args" | "env" | "files">>;

const none: HooksOfCall = { args: [], env: {}, files: [] };

/** `scratch`: what the names of files begin with that are made for the call; `assets`: where our own files for programs lie. */
interface Places {
  readonly hook: readonly string[];
  readonly scratch: string;
  readonly assets: string;
}

/** Qwen Code reads numbers from 1000 on as milliseconds, which is what earlier versions took all of them for. */
export const qwenForm: HookForm = {
  agent: "qwen",
  events: [
    {
      event: "PreToolUse",
      matcher: "run_shell_command|monitor|write_file|edit|notebook_edit|tool_call|mcp__.*",
      seconds: 30,
    },
    { event: "PostToolUse", matcher: "run_shell_command", seconds: 10, inRun: true },
    { event: "Stop", matcher: null, seconds: 60, inRun: true },
    { event: "SubagentStart", matcher: null, seconds: 10 },
    { event: "SubagentStop", matcher: null, seconds: 10 },
    { event: "SessionStart", matcher: null, seconds: 10, inRun: true },
  ],
  perSecond: 1000,
};

/** Gemini CLI takes hooks from its settings files alone: these are for `.gemini/settings.json`. */
export const geminiForm: HookForm = {
  agent: "gemini",
  events: [
    { event: "BeforeTool", matcher: "run_shell_command|write_file|replace|mcp_.*", seconds: 30 },
    { event: "AfterTool", matcher: "run_shell_command", seconds: 10, inRun: true },
    { event: "AfterAgent", matcher: null, seconds: 60, inRun: true },
    { event: "SessionStart", matcher: null, seconds: 10, inRun: true },
  ],
  perSecond: 1000,
};

/** Claude Code and Codex take hooks as arguments, and do so in their dialects. */
const ways: Readonly<Record<string, (places: Places) => HooksOfCall>> = {
  // Settings of a system have to be root's, and no flag names others: a policy stops the plain attempts where `ralph init` has
  // not put hooks into the project's settings.
  gemini: ({ assets }) => ({ ...none, args: ["--policy", `${assets}/hooks/gemini-policy.toml`] }),
  // The lowest of its settings files: hooks of a person's own are added to it.
  qwen: ({ hook, scratch }) => {
    const path = `${scratch}.hooks.json`;
    const text = JSON.stringify({ $version: 4, hooks: hookGroups(qwenForm, hook, "run") });
    return { ...none, env: { QWEN_CODE_SYSTEM_DEFAULTS_PATH: path }, files: [{ path, text }] };
  },
  // A plugin that is named for the call is trusted; hooks of the repository would be left out in silence.
  copilot: ({ hook, scratch }) => {
    const folder = `${scratch}.plugin`;
    const files = [
      { path: `${folder}/plugin.json`, text: copilotPlugin },
      { path: `${folder}/hooks.json`, text: copilotHooks(hook, "run") },
    ];
    return { ...none, args: ["--plugin-dir", folder], files };
  },
  pi: ({ hook, assets }) => ({
    ...none,
    args: ["--extension", `${assets}/hooks/pi.js`],
    env: { RALPH_HOOK: hook.map(shellWord).join(" ") },
  }),
  opencode: () => ({ ...none, env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(openCodeRules) } }),
};

/**
 * The arguments, variables and files by which an agent program's hooks (or the rules that it has in their place) go with this
 * call. Nothing where the request wants no hooks, or has no place for the files that the program takes them from.
 */
export function hooksOfCall(
  agent: string,
  { hook, scratch, assets }: Pick<AgentRequest, "hook" | "scratch" | "assets">,
): HooksOfCall {
  const way = Object.hasOwn(ways, agent) ? ways[agent] : undefined;
  if (way === undefined || hook === null || scratch == null || assets == null) return none;
  return way({ hook, scratch, assets });
}
