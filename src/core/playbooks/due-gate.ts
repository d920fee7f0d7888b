import type { Playbook } from "../policy.ts";
import type { FactOf } from "../fact.ts";
import type { Iteration, State } from "../state.ts";

/** The gate that work has to pass before it lands: the full one, or commands of the task's own; null: none. */
export type DueGate = "full" | { readonly own: readonly string[] };

type Rule = (state: State, claim: FactOf<"task-claimed">) => DueGate | null;

/** The full gate, as often as the policy says. */
const fullWhenDue: Rule = ({ policy }, { boundary, task, repair }) =>
  policy.gated && (policy.qa !== "epic" || boundary || task.large || repair) ? "full" : null;

/** Each increment passes its own test gate; one that has none, the full gate. */
const ownGate: Rule = ({ policy }, { task, repair }) => {
  if (task.gate.length > 0 && !repair) return { own: task.gate };
  return policy.gated ? "full" : null;
};

/** The full gate before every commit; where a crew has none, what the task itself names. */
const beforeCommit: Rule = ({ policy }, { task, repair }) => {
  if (policy.gated) return "full";
  return task.gate.length > 0 && !repair ? { own: task.gate } : null;
};

const rules: Readonly<Record<Playbook, Rule>> = { workflow: fullWhenDue, increments: ownGate, crew: beforeCommit };

/** Which gate is due for the iteration's work. */
export const dueGate = (state: State, { claim }: Iteration): DueGate | null =>
  rules[state.policy.playbook](state, claim);
