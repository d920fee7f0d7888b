import { findPlan } from "../../adapters/backlogs/exec-plan/find-plan.ts";
import type { Config } from "../../config/schema.ts";
import type { EndReason } from "../../core/end-reason.ts";
import type { Policy } from "../../core/policy.ts";
import { sortDirt } from "../../loop/starting/preflight.ts";
import type { Inheritance } from "../../loop/starting/recover.ts";
import type { Tools } from "../../loop/tools.ts";
import type { Surroundings } from "../compose/compose.ts";
import { planGate } from "./plan-gate.ts";
import { setUpWorkspace } from "./set-up-workspace.ts";

/** A start that may have to make a workspace first. */
export interface Preparation {
  readonly tools: Tools;
  readonly config: Config;
  readonly policy: Policy;
  readonly inherited: Pick<Inheritance, "left">;
  readonly around: Surroundings;
  readonly signal: AbortSignal;
}

/** Why a run can't start. */
export interface NotPrepared {
  readonly reason: EndReason;
  readonly message: string;
  readonly next: string;
}

/**
 * Makes the workspace of an execution plan where it is missing, or goes to its branch where it is; null where the run may
 * go on. Somebody's uncommitted work, and a plan that was begun by hand, are left as they are: pre-flight has the words for the
 * one, and the other is worked where it stands. Under `branching: task` there is no branch that a workspace could live on.
 */
export async function preparePlan(preparation: Preparation): Promise<NotPrepared | null> {
  const { tools, config, policy, inherited, around, signal } = preparation;
  const { backlog, workspace, history, repository, processes } = tools;
  const { root } = repository;
  if (backlog.kind !== "exec-plan" || policy.branching === "task" || repository.branch === null) return null;
  const { place } = findPlan(root, config.plan.file);
  if (place === null || (place.kind !== "waiting" && place.kind !== "workspace")) return null;
  if (sortDirt((await workspace.look()).dirty, inherited, backlog).foreign.length > 0) return null;
  const check = (plan: Parameters<typeof planGate>[1]) => planGate({ config, root, around, processes, signal }, plan);
  const setUp = await setUpWorkspace(
    { root, workspace, history, check },
    { number: place.id, onBranch: policy.branching === "plan" },
  );
  switch (setUp.kind) {
    case "made":
    case "there":
    case "completed":
      return null;
    case "refused":
      return { reason: "config_invalid", message: setUp.message, next: setUp.hint };
    case "red":
      return {
        reason: "preflight_failed",
        message: `The checks fail before any work: ${setUp.failing}`,
        next: `Make them green first, or set the workspace up all the same: ralph workspace setup ${place.id} --allow-red`,
      };
  }
}
