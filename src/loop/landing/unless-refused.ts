import type { Fact, FactOf } from "../../core/fact.ts";
import { traitsOf } from "../../core/playbooks/traits.ts";
import { type Iteration, roundOf, type State } from "../../core/state.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import type { Tools } from "../tools.ts";

/** What of git's refusals is told of a landing; any other failure of git is none of the work's. */
const refusals: Partial<Record<WorkspaceError["code"], FactOf<"landing-refused">["why"]>> = {
  hook: "hook",
  signing: "signing",
  conflict: "conflict",
  "timed-out": "failed",
  failed: "failed",
  identity: "failed",
};

const messageLength = 4_000;

/** Lands by `work`. Where git refuses, that is a fact, for whoever mends it. */
export async function unlessRefused(
  { policy }: State,
  current: Iteration,
  { judge }: Pick<Tools, "judge">,
  work: () => Promise<readonly Fact[]>,
): Promise<readonly Fact[]> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    const why = refusals[error.code];
    if (why === undefined) throw error;
    const message = judge.mask(`${error.message} ${error.detail}`.trim()).slice(0, messageLength);
    const round = traitsOf[policy.playbook].mendsRefusals ? { round: roundOf(current) } : {};
    return [{ kind: "landing-refused", why, message, ...round }];
  }
}
