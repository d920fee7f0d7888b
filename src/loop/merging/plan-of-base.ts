import type { FactOf } from "../../core/fact.ts";
import { setAsideAgain } from "../branches/set-aside-again.ts";
import { remoteTipOf } from "../measuring/pushed-past.ts";
import type { Tools } from "../tools.ts";

/**
 * Where an agent has merged the base into its branch, the backlog's files are the base's again: what others have closed meanwhile is no
 * tick of this agent's, and must not be undone by its branch. The task itself is closed in them after this.
 */
export async function takePlanOfBase({ startHead }: FactOf<"task-claimed">, tools: Tools): Promise<void> {
  const { workspace, shelf, backlog } = tools;
  const base = await remoteTipOf(tools);
  if (base === null) return;
  const merged = await workspace.forkPoint(base, "HEAD");
  if (merged === null || merged === (await workspace.forkPoint(base, startHead))) return;
  const there: string[] = [];
  for (const file of backlog.files) if ((await workspace.textAt(merged, file)) !== null) there.push(file);
  if (there.length === 0) return;
  await shelf.restore(merged, there);
  await setAsideAgain(tools);
}
