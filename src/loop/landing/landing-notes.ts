import { traitsOf } from "../../core/playbooks/traits.ts";
import { warned } from "../../core/texts/warned.ts";
import { notDeclared } from "../../core/declared-files.ts";
import type { Fact } from "../../core/fact.ts";
import type { Iteration, State } from "../../core/state.ts";
import { listed } from "../listed.ts";
import type { Tools } from "../tools.ts";

/** What a person should hear of work that has landed: it stands, and somebody may want to look at it. */
export async function landingNotes(state: State, current: Iteration, tools: Tools): Promise<readonly Fact[]> {
  return [...outsideDeclared(state, current), ...(await namedCriteria(current, tools))];
}

function outsideDeclared({ policy }: State, { claim, measured }: Iteration): readonly Fact[] {
  const { id, files } = claim.task;
  if (!traitsOf[policy.playbook].staysInFiles || files.length === 0) return [];
  const others = notDeclared(
    (measured?.workChanges ?? []).map(({ path }) => path),
    files,
  );
  if (others.length === 0) return [];
  return [
    warned("outside_primary_files", `${id} changed files that are not among its primary ones: ${listed(others)}`),
  ];
}

/** Criteria that no increment is named for and that were ticked because the agent said so. */
async function namedCriteria({ claim, answer }: Iteration, { backlog }: Tools): Promise<readonly Fact[]> {
  const before = claim.task.looseCriteria ?? [];
  if (before.length === 0 || (answer?.satisfied ?? []).length === 0) return [];
  const { tasks } = await backlog.load();
  const open = new Set(tasks.find(({ id }) => id === claim.task.id)?.looseCriteria);
  const ticked = before.filter((text) => !open.has(text));
  if (ticked.length === 0) return [];
  return [warned("criteria_named", `${claim.task.id}: ticked on the agent's word alone: ${ticked.join("; ")}`)];
}
