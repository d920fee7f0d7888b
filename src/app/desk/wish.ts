import { hostname } from "node:os";
import { join } from "node:path";
import { leaveWish } from "../../adapters/control/file-control.ts";
import type { Wish } from "../../ports/control.ts";
import { jsonAnswer, refusal, textAnswer } from "../../show/cli/command-answer.ts";
import { rootOf } from "../root.ts";
import type { ExitCode, World } from "../world/world.ts";
import { lockReadingOf } from "./desk.ts";
import { notThere } from "./exit-codes.ts";
import { type Form, tell } from "./tell.ts";

const words: Readonly<Record<Wish, string>> = {
  pause: "stops before its next task; `ralph resume` lets it go on",
  resume: "goes on",
  stop: "stops as soon as nothing is left half-done",
  "stop-after-task": "stops when its task is through",
};

/** Leaves a person's wish for the run at work, and says which one hears it. Exit code 1 where none does. */
export async function wishFor(world: World, wish: Wish, form: Form): Promise<ExitCode> {
  const reading = await lockReadingOf(rootOf(world));
  const holder = reading.state === "free" || reading.state === "stale" ? null : reading.holder;
  if (holder === null) {
    const why = reading.state === "stale" ? ` The last one is over: ${reading.why}.` : "";
    return tell(
      world,
      refusal(
        `No run is at work here.${why}`,
        "`ralph run` starts one; `ralph status` shows how things stand.",
        notThere,
      ),
      "text",
    );
  }
  const { run, pid, host, root } = holder;
  // Every process of an agent's call carries its run's id.
  if (world.env["RALPH_RUN_ID"] === run)
    return tell(
      world,
      refusal(
        `Run ${run} does not take wishes from its own agents.`,
        "End your answer with STATUS: BLOCKED and the reason, and a person will see it.",
        notThere,
      ),
      "text",
    );
  leaveWish(join(root, ".ralph", "control"), wish, world.now(), process.pid);
  const place = host === hostname() ? `process ${pid}` : `process ${pid} on ${host}, if it still runs`;
  return tell(
    world,
    form === "json" ? jsonAnswer({ run, pid, wish }) : textAnswer(`Run ${run} (${place}) ${words[wish]}.\n`),
    form,
  );
}
