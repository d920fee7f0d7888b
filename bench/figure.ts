/** What is measured, by the ids of the goals. */
export type MeasureId = "M-1" | "M-2" | "M-3" | "M-5" | "M-6" | "M-8" | "M-11";

/** One figure beside its baseline of the same run. `value` and `baseline` are medians in `unit`; `baseline` is null where size is the measure. */
export interface Figure {
  readonly id: MeasureId;
  readonly what: string;
  readonly unit: "ms CPU" | "ms" | "MB" | "MB/s" | "ms CPU a task" | "µs CPU a task" | "bytes" | "calls" | "runs";
  readonly value: number;
  readonly baseline: { readonly what: string; readonly value: number } | null;
  readonly goal: Goal | null;
}

/** A bound on the figure itself (`value`) or on its ratio to the baseline (`ratio`). */
export interface Goal {
  readonly of: "value" | "ratio";
  readonly bound: "at most" | "at least";
  readonly limit: number;
}

/** The figure over its baseline; null without one. */
export const ratioOf = ({ value, baseline }: Figure): number | null =>
  baseline === null ? null : value / baseline.value;

/** Whether the goal is met; null where there is none, or nothing to hold against it. */
export function isMet(figure: Figure): boolean | null {
  const { goal } = figure;
  if (goal === null) return null;
  const held = goal.of === "value" ? figure.value : ratioOf(figure);
  if (held === null || Number.isNaN(held)) return null;
  return goal.bound === "at most" ? held <= goal.limit : held >= goal.limit;
}

/** A goal of at most `limit` times the baseline. */
export const atMostTimes = (limit: number): Goal => ({ of: "ratio", bound: "at most", limit });

/** The middle of the values: of an even count the mean of the middle two. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2;
}

/** The value below which this share of the values lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
