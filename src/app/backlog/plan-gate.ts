import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gateCommandsOf } from "../../adapters/backlogs/exec-plan/workspace-files.ts";
import type { PlanPlace } from "../../adapters/backlogs/exec-plan/find-plan.ts";
import { commandGate } from "../../adapters/gates/command-gate.ts";
import { agentEnvironment } from "../../adapters/system/process/agent-environment.ts";
import type { Config } from "../../config/schema.ts";
import type { GateRun } from "../../ports/gate.ts";
import type { Processes } from "../../ports/processes.ts";
import { finderOf, maskerOf, type Surroundings } from "../compose/compose.ts";
import { gateVariables } from "../compose/gate-variables.ts";

/** What a check of the project before any work is run with. */
export interface PlanGate {
  readonly config: Config;
  readonly root: string;
  readonly around: Surroundings;
  readonly processes: Processes;
  readonly signal: AbortSignal;
}

/** Runs the project's own checks once, or those that the plan's increments name where none are configured. */
export async function planGate(
  { config, root, around, processes, signal }: PlanGate,
  plan: PlanPlace,
): Promise<GateRun> {
  const logs = mkdtempSync(join(tmpdir(), "ralph-set-up-"));
  const variables = gateVariables(config.gate.envFile, root);
  const masker = maskerOf({ ...around.env, ...variables });
  try {
    const gate = commandGate({
      commands: config.gate.commands.length > 0 ? config.gate.commands : gateCommandsOf(plan),
      root,
      env: agentEnvironment(around.env, config.agents.env, variables),
      timeoutMs: config.gate.timeoutMinutes * 60_000,
      processes,
      find: finderOf(root, around),
      logPath: (iteration, command) => join(logs, `${iteration}.${command}.log`),
      mask: (text) => masker.mask(text),
    });
    return await gate.run({ iteration: 0, marker: "set-up" }, signal);
  } finally {
    rmSync(logs, { recursive: true, force: true });
  }
}
