import { isByHand } from "./by-hand.ts";
import { type Desk, lockReadingOf } from "./desk.ts";

/** While an agent works, a change of the backlog is taken for the agent's: a person who makes one should know. */
export async function warnOfRun({ world, root }: Pick<Desk, "world" | "root">): Promise<void> {
  const reading = await lockReadingOf(root);
  if (reading.state !== "live" || isByHand(reading.holder.run)) return;
  world.stderr.write(
    `Run ${reading.holder.run} is at work here: while its agent works, a change to the plan is taken for the agent's and may be undone. \`ralph pause\` holds it before the next task.\n`,
  );
}
