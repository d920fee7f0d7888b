import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hookSettings } from "../../adapters/agents/claude/hooks.ts";
import { agentEnvironment } from "../../adapters/system/process/agent-environment.ts";
import { processSupervisor } from "../../adapters/system/process/process-supervisor.ts";
import type { HookSeen } from "../../install/doctor/findings.ts";
import { type HookGroups, mergeHooks } from "../../install/merge-hooks.ts";
import { selfCommand } from "../compose/compose.ts";
import type { Desk } from "../desk/desk.ts";

const answerWithinMs = 10_000;

/** Starts the hook as an agent would, with a write that it has to refuse. Nothing is written. */
export async function probeHook({ root, world }: Desk): Promise<HookSeen> {
  await using processes = processSupervisor();
  const [file = "", ...args] = selfCommand(world);
  const result = await processes.run(
    {
      file,
      args: [...args, "hook", "claude", "PreToolUse"],
      cwd: root,
      env: agentEnvironment(world.env, [], {}),
      stdin: JSON.stringify({
        hook_event_name: "PreToolUse",
        cwd: root,
        tool_name: "Write",
        tool_input: { file_path: join(root, ".ralphrc"), content: "" },
      }),
      limits: { totalMs: answerWithinMs, graceMs: 500 },
      marker: null,
    },
    {},
    new AbortController().signal,
  );
  return {
    exitCode: result.exitCode,
    said: result.startError?.message ?? result.stderrTail,
    ms: result.durationMs,
    registered: registration(root, [...selfCommand(world), "hook"]),
  };
}

/** How the settings of Claude Code in this repository name our hooks; what a team shares should hold no path of one machine. */
function registration(root: string, hook: readonly string[]): HookSeen["registered"] {
  if (holdsAbsoluteHook(textOf(join(root, sharedSettings)) ?? "")) return "shared";
  const text = textOf(join(root, hooksFile));
  if (text === null || !/\bhook claude \w/.test(text)) return "no";
  const settings: { readonly hooks: HookGroups } = JSON.parse(hookSettings(hook, "everyone"));
  return mergeHooks(text, settings.hooks).kind === "same" ? "current" : "outdated";
}

const sharedSettings = ".claude/settings.json";
const hooksFile = ".claude/settings.local.json";

const holdsAbsoluteHook = (text: string): boolean => /(?:\/|\\)ralph(?:\.js)?\W{0,3}\s+hook claude \w/.test(text);

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
