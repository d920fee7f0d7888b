/** How much is measured: rounds, repetitions and sizes. */
export interface Sizes {
  readonly rounds: number;
  readonly starts: number;
  readonly singleHooks: number;
  readonly tasks: number;
  readonly settleMs: number;
  readonly events: readonly number[];
  readonly planTasks: readonly number[];
  readonly textMb: number;
  readonly hostileKb: number;
}

/** The measurement proper. */
export const full: Sizes = {
  rounds: 5,
  starts: 10,
  singleHooks: 100,
  tasks: 20,
  settleMs: 2_500,
  events: [0, 10_000, 1_000_000],
  planTasks: [100, 10_000, 100_000],
  textMb: 200,
  hostileKb: 1_024,
};

/** Just enough to see that all of it runs; its figures mean nothing. */
export const tiny: Sizes = {
  rounds: 1,
  starts: 1,
  singleHooks: 1,
  tasks: 2,
  settleMs: 200,
  events: [0, 100],
  planTasks: [10, 100],
  textMb: 1,
  hostileKb: 16,
};
