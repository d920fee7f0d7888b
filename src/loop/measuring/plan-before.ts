import type { FactOf } from "../../core/fact.ts";
import type { Tools } from "../tools.ts";

/**
 * The text of the backlog's file as the iteration found it. Kept outside the work tree, so that it outlives a killed harness;
 * null for sources that agents do not write, and where nothing was kept for this claim.
 */
export async function planBefore(tools: Tools, claim: FactOf<"task-claimed">): Promise<string | null> {
  const file = tools.backlog.files[0];
  if (file === undefined || tools.backlog.compare === undefined) return null;
  return (await tools.planMemory.load()) ?? (await tools.workspace.textAt(claim.tree, file));
}
