import type { HookSeen } from "./findings.ts";
import { failure, type HealthCheck, ok, warning } from "./health-check.ts";

const denied = 2;
const slowMs = 2_000;

/** Whether the guard's own process refuses what it has to. That the agent really asks it is shown only by a call of the agent. */
export function judgeHook({ exitCode, said, ms, registered }: HookSeen, agent: string): HealthCheck {
  if (exitCode !== denied)
    return failure(
      "hook",
      `a write to .ralphrc was not refused by the hook (exit ${exitCode ?? "by a signal"}): ${said.trim().split("\n")[0] ?? ""}`,
      "Install ralph again. Until then agents are only checked after each call.",
    );
  if (registered === "shared")
    return warning(
      "hook",
      "the hook refuses as it should, but .claude/settings.json, which a team shares, names it by a path of one machine",
      "Take it out there and run `ralph init`: it puts the hooks into .claude/settings.local.json, on each machine.",
    );
  if (registered === "outdated")
    return warning(
      "hook",
      "the hook refuses as it should, but .claude/settings.local.json names it at another place or not for every event",
      "Run `ralph upgrade`: it renews the hooks.",
    );
  if (ms > slowMs)
    return warning(
      "hook",
      `the hook refuses as it should, but took ${Math.round(ms)} ms`,
      "See what slows this machine down: every tool call of an agent waits for it.",
    );
  return ok(
    "hook",
    `a write to .ralphrc is refused, in ${Math.round(ms)} ms (the hook alone; that ${agent} asks it was not tried)`,
  );
}
