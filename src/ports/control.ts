import type { FactOf } from "../core/fact.ts";

export type Wish = FactOf<"wish-heard">["wish"];

/** A person's wishes from another terminal. Put there by `ralph pause`, read between two steps and while waiting. */
export interface Control {
  /** The wishes since the last look, oldest first; each is given once. Never rejects. */
  take(): Promise<readonly Wish[]>;
  /** Calls back soon after a wish arrives, until disposed. */
  watch(heard: () => void): Disposable;
}
