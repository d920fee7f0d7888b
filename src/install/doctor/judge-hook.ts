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
  if (registered === "outdated")
    return warning(
      "hook",
      "the hook refuses as it should, but .claude/settings.json names it at another place or not for every event",
      "Run `ralph init`: it renews the hooks and changes nothing else.",
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
