import type { Fact } from "../../core/fact.ts";
import type { Engine } from "../engine.ts";

/** At the boundary between two iterations: what people wish is heard, and grades that have come are taken; nobody waits for others. */
export async function reap({ tools, interruption }: Engine): Promise<readonly Fact[]> {
  const wishes = await tools.control.take();
  for (const wish of wishes) interruption.hear(wish);
  return [{ kind: "reaped", wishes: wishes.length }, ...tools.background.take()];
}
