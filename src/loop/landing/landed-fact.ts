import type { Fact } from "../../core/fact.ts";
import { leftAlone } from "../../core/merging/merges.ts";
import type { Iteration, State } from "../../core/state.ts";
import { afterLanding } from "../../core/tracker/own-account.ts";
import type { Tools } from "../tools.ts";
import { knownBacklog } from "../tracker/known-backlog.ts";
import { dueClosing } from "../tracker/look-at-tracker.ts";

type WorkLanded = Extract<Fact, { kind: "work-landed" }>;

/** The fact that the claimed task's work has landed, with the backlog as it stands since. */
export async function landedFact(
  state: State,
  { claim, measured }: Iteration,
  landed: Pick<WorkLanded, "commit" | "form" | "pull" | "recovered" | "proven">,
  tools: Tools,
): Promise<WorkLanded> {
  const closing = claim.repair ? {} : await dueClosing(state.policy, claim.task.id, tools.backlog);
  const known = afterLanding(state, claim.task.id, closing.closing);
  return {
    kind: "work-landed",
    ...landed,
    branch: claim.branch,
    agentCommits: [...(measured?.commits ?? [])],
    closed: claim.repair ? [] : [claim.task.id],
    ...closing,
    standing: tools.picking.standing(await knownBacklog(known, tools), leftAlone(state)),
  };
}
