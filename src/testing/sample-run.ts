import type { Entry, Fact } from "../core/fact.ts";
import { emptyPolicy, type Policy } from "../core/policy.ts";
import { advance, newView, type RunView } from "../core/summary.ts";
import { closedBreaker } from "../core/stopping/breaker.ts";

/** When the sample run starts, in the time zone of the reader: the 5th of March 2026, 14:00. */
export const sampleStart = new Date(2026, 2, 5, 14, 0, 0).getTime();

/** A policy with bounds on iterations, cost and time, and none on tokens. */
export const samplePolicy: Policy = {
  ...emptyPolicy,
  gated: true,
  run: { iterations: 20, timeMs: 3_600_000, costUsd: 5, tokens: null },
};

/** The start of a run by the scripted agent. */
export const runStarted = (policy = samplePolicy): Fact => ({
  kind: "run-started",
  policy,
  agent: { name: "script", family: "script", resume: false },
  pid: 1,
  host: "host",
  root: "/repo",
  head: "a".repeat(40),
  branch: "main",
  defaultBranch: "main",
  untracked: [],
  breaker: { state: closedBreaker.state, since: closedBreaker.since, reason: closedBreaker.reason },
  resumed: null,
});

/** The entries of a run, a second apart; a claim begins the next iteration. */
export function sampleEntries(facts: readonly Fact[]): readonly Entry[] {
  let iteration = 0;
  return facts.map((fact, at) => {
    if (fact.kind === "task-claimed") iteration += 1;
    return { seq: at + 1, run: "20260305-140000-abc123", iteration, at: sampleStart + at * 1_000, fact };
  });
}

/** The view of a run after these facts. */
export const sampleView = (facts: readonly Fact[]): RunView =>
  sampleEntries(facts).reduce(advance, newView("20260305-140000-abc123", samplePolicy, sampleStart));
