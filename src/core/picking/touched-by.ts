import type { FactOf } from "../fact.ts";
import type { Iteration } from "../state.ts";

/** The files of work that has landed, or waits for nothing but its merge; null where the iteration has come to neither. */
export const touchedBy = (it: Iteration, { outcome }: FactOf<"iteration-recorded">): readonly string[] | null =>
  outcome === "landed" || outcome === "waiting_merge" ? (it.measured?.workChanges ?? []).map(({ path }) => path) : null;
