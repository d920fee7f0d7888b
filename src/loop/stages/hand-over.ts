import type { Fact } from "../../core/fact.ts";
import type { Step } from "../../core/step.ts";

/** Writes down that another agent plays a role from here on; the next call is its. */
export const handOver = ({
  role,
  from,
  to,
  why,
  until,
}: Extract<Step, { do: "hand-over" }>): Promise<readonly Fact[]> =>
  Promise.resolve([{ kind: "agent-replaced", role, from, to, why, until }]);
