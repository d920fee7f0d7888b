/** How one agent call ended. Only `ok` is success. */
export const callOutcomes = [
  "ok",
  "auth",
  "billing",
  "usage_limit",
  "overloaded",
  "network",
  "bad_model",
  "bad_request",
  "context_full",
  "max_turns",
  "budget",
  "permission_denied",
  "refused",
  "timed_out",
  "idle",
  "killed",
  "crashed",
  "empty",
  "oom",
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** Why an agent is called. */
export const roles = [
  "implementer",
  "reviewer",
  "fixer",
  "validator",
  "judge",
  "coordinator",
  "explorer",
  "tester",
  "architect",
  "simplifier",
] as const;
export type Role = (typeof roles)[number];

/** Tokens of one call, each bucket counted once; never cumulative over a session. */
export interface Usage {
  readonly in: number;
  readonly out: number;
  readonly cachedRead: number;
  readonly cachedWrite: number;
}

/** All tokens of all buckets. */
export const totalTokens = (usage: Usage): number => usage.in + usage.out + usage.cachedRead + usage.cachedWrite;

/** A provider's limit: when it ends (ISO 8601, UTC), if that was said, and its own words. */
export interface UsageLimit {
  readonly resetAt: string | null;
  readonly text: string;
}

/** A tool call that was refused to the agent. */
export interface Denial {
  readonly tool: string;
  readonly input: string;
  readonly reason: string;
}
