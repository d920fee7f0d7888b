import type { Fact, FactOf } from "../core/fact.ts";
import type { Iteration, State } from "../core/state.ts";

/** How a pull request stands in a played run. */
export type PlayedMerge = "pending" | FactOf<"merge-ended">["result"];

/** A forge that is nothing but a script: for each task, what is found when its pull request is looked at. */
export class PlayedForge {
  readonly #script: Readonly<Record<string, readonly PlayedMerge[]>>;
  readonly #looks = new Map<string, number>();
  #last = 0;

  constructor(script: Readonly<Record<string, readonly PlayedMerge[]>>) {
    this.#script = script;
  }

  /** The claimed task's work is offered: in the pull request that failed before, else in a new one. */
  offered(state: State): Fact {
    const { mergeFailures } = state;
    const { claim, n } = currentOf(state);
    const before = mergeFailures.find(({ task }) => task === claim.task.id)?.pr;
    if (before === undefined) this.#last += 1;
    return {
      kind: "merge-pending",
      task: claim.task.id,
      pr: before ?? this.#last,
      url: null,
      branch: claim.task.id,
      head: "head",
      startHead: claim.startHead,
      iteration: n,
      why: "queued",
      message: "its checks are at work",
    };
  }

  /** What is found; the last word of a script is repeated, and without one everything is merged. */
  look(task: string): PlayedMerge {
    const words = this.#script[task] ?? ["merged"];
    const look = this.#looks.get(task) ?? 0;
    this.#looks.set(task, look + 1);
    return words[Math.min(look, words.length - 1)] ?? "merged";
  }
}

/** What has become of a pull request, but for how the backlog stands then. */
export const endedAs = (
  { task, pr, iteration }: FactOf<"merge-pending">,
  result: FactOf<"merge-ended">["result"],
): Omit<Extract<Fact, { kind: "merge-ended" }>, "standing"> => ({
  kind: "merge-ended",
  task,
  pr,
  iteration,
  result,
  commit: result === "merged" ? `merge-${pr}` : null,
  message: result,
  log: "",
});

/** The iteration that is under way; there has to be one. */
export function currentOf({ current }: State): Iteration {
  if (current === null) throw new Error("A step of an iteration was wanted, and there is none.");
  return current;
}
