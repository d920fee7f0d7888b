import type { Fact } from "../../core/fact.ts";
import { leftAlone } from "../../core/merging/merges.ts";
import type { Iteration, State } from "../../core/state.ts";
import type { Tools } from "../tools.ts";

type WorkLanded = Extract<Fact, { kind: "work-landed" }>;

/** The fact that the claimed task's work has landed, with the backlog as it stands since. */
export const landedFact = async (
  state: State,
  { claim, measured }: Iteration,
  landed: Pick<WorkLanded, "commit" | "form" | "pull" | "recovered" | "proven">,
  { picking, backlog }: Tools,
): Promise<WorkLanded> => ({
  kind: "work-landed",
  ...landed,
  branch: claim.branch,
  agentCommits: [...(measured?.commits ?? [])],
  closed: claim.repair ? [] : [claim.task.id],
  standing: picking.standing(await backlog.load(), leftAlone(state)),
});
