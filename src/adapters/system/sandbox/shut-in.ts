import type { Processes, ProcessSpec } from "../../../ports/processes.ts";
import { type BubbleWalls, inBubble } from "./bubblewrap.ts";

/** The same processes, each started within bubblewrap. `wallsOf` says for each start what it may see and change. */
export function shutIn(processes: Processes, wallsOf: (spec: ProcessSpec) => BubbleWalls): Processes {
  return {
    run: (spec, hooks, signal) => {
      const { file, args } = inBubble(spec, wallsOf(spec));
      return processes.run({ ...spec, file, args }, hooks, signal);
    },
    stopNow: () => processes.stopNow(),
    sweep: (marker) => processes.sweep(marker),
    close: () => processes.close(),
    [Symbol.asyncDispose]: () => processes[Symbol.asyncDispose](),
  };
}
