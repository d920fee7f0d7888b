import { traitsOf } from "../../core/playbooks/traits.ts";
import type { Config } from "../../config/schema.ts";
import type { Policy, QaScope } from "../../core/policy.ts";
import { pickingBy } from "../../loop/picking.ts";
import { refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { count } from "../../show/text/words.ts";
import { openBacklog } from "../backlog/open-backlog.ts";
import { choicesOf } from "../compose/filter.ts";
import { tell } from "../desk/tell.ts";
import { problemOf } from "../problems.ts";
import { exitCodeOf } from "../../core/end-reason.ts";
import type { ExitCode, World } from "../world/world.ts";

const when: Record<QaScope, string> = {
  iteration: "before every landing",
  epic: "at the end of each section",
  increment: "at the end of each increment",
  commit: "before each commit",
};

function checksOf({ gate }: Config, { gated, qa, playbook }: Policy): string {
  const all = gate.commands.join("; ");
  if (traitsOf[playbook].hasOwnGates)
    return gated ? `each increment's own, else ${all}; that once more at the end` : "each increment's own";
  return gated ? `${all}, ${when[qa]}` : "none configured";
}

/** `ralph run --dry-run`: tells what a run would do first, and by which rules. Changes nothing, calls nobody. */
export async function dryRun(config: Config, policy: Policy, root: string, world: World): Promise<ExitCode> {
  try {
    const snapshot = await (await openBacklog(config, root, world)).load();
    const picking = pickingBy(choicesOf(config, policy));
    const picked = picking.pick(snapshot, { ours: [], parked: [] });
    const standing = picking.standing(snapshot, []);
    const lines = [
      picked === null
        ? "Nothing would be picked."
        : `First task: ${picked.task.id}  ${picked.task.title}\n  because ${picked.reason}`,
      `Open ${standing.open}, done ${standing.done}, ready ${standing.actionable}, blocked ${standing.blocked}, waiting for a person ${standing.needsHuman}`,
      `Playbook ${policy.playbook}, branching ${policy.branching}, checks: ${checksOf(config, policy)}`,
      ...(policy.merges === undefined || policy.branching !== "task"
        ? []
        : [
            `Lands by pull requests (${policy.merges.forge}), ${policy.merges.async ? "the next task begins meanwhile" : "one after the other"}`,
          ]),
      `Agent ${config.agent.kind}, at most ${count(policy.run.iterations, "iteration")}`,
    ];
    return tell(world, textAnswer(`${lines.join("\n")}\n`), "text");
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return tell(world, refusal(problem.message, problem.next, exitCodeOf(problem.reason)), "text");
  }
}
