import type * as z from "zod/mini";

/** One thing that can be asked of Linear: its text, and what its answer has to be. Both are proven against the official schema. */
export interface LinearQuery<T> {
  readonly name: string;
  readonly text: string;
  readonly answer: z.ZodMiniType<T>;
}

/** Asks Linear. Resolves to the checked data; rejects with BacklogError, or with the signal's reason. */
export type AskLinear = <T>(
  query: LinearQuery<T>,
  variables: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
) => Promise<T>;
