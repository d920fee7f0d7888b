import type { Figure, MeasureId } from "./figure.ts";
import type { Sizes } from "./sizes.ts";

/** What a measurement stands on: its sizes, a folder of its own, and the argv of the program that is measured. */
export interface Bench {
  readonly sizes: Sizes;
  readonly folder: string;
  readonly ralph: readonly string[];
}

/** One group of figures. */
export interface Measure {
  readonly id: MeasureId;
  readonly what: string;
  readonly take: (bench: Bench) => Promise<readonly Figure[]>;
}
