import { warned } from "../../core/texts/warned.ts";
import type { Fact } from "../../core/fact.ts";
import type { Iteration } from "../../core/state.ts";
import { carriesState } from "../../ports/backlog.ts";
import { agentChanges } from "../aside.ts";
import { listed } from "../listed.ts";
import type { Tools } from "../tools.ts";

/** Files in which the landed commit differs from the tree that the gate judged: a hook or a gate command changed them. */
export async function unprovenParts({ gates }: Iteration, commit: string, tools: Tools): Promise<readonly Fact[]> {
  const gate = gates.at(-1);
  if (gate?.verdict !== "green") return [];
  const { backlog } = tools;
  const differing = agentChanges(await tools.workspace.changes(gate.tree, commit), backlog.files)
    .map((change) => change.path)
    .filter((path) => !carriesState(backlog, path) && !tools.notebook.keeps(path));
  if (differing.length === 0) return [];
  const message = `what landed differs from what the gate judged: ${listed(differing)}`;
  return [warned("landed_tree_differs", message)];
}
