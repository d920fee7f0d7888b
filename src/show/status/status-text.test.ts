import { expect, test } from "vitest";
import { breakerJson, breakerText } from "./breaker-text.ts";
import { nextText } from "../backlog/next-text.ts";
import { statusText } from "./status-text.ts";
import { sampleId, sampleTask } from "../../testing/sample-facts.ts";

const idle = {
  run: null,
  state: "idle" as const,
  endReason: null,
  task: null,
  stage: null,
  iteration: 0,
  breaker: "closed",
  budget: null,
  pid: null,
  open: 2,
  done: 1,
  recommendation: "",
  waitingFor: null,
  updatedAt: "",
};

test("U-42 each state has its words", () => {
  expect(statusText(idle, [], 0)).toBe("Nothing has run here yet.\n  backlog  2 open, 1 done\n");
  const running = { ...idle, run: "r1", state: "running" as const, pid: 7, task: "A-1", stage: "gate", iteration: 3 };
  expect(statusText(running, [], 0)).toMatch(
    /^Run r1 is at work \(process 7\)\.\n {2}task {5}A-1, gate \(iteration 3\)/,
  );
  expect(statusText({ ...running, state: "paused" }, [], 0)).toContain("`ralph resume`");
  expect(statusText({ ...running, state: "ended", endReason: "plan_complete" }, ["a note"], 0)).toMatch(
    /^Run r1 ended: plan_complete\.[^]*a note\n$/,
  );
});

test("issues that an agent still has to close are named, where there are some", () => {
  expect(statusText({ ...idle, cleanup: ["AB-1", "AB-2"] }, [], 0)).toContain("to close  AB-1, AB-2");
  expect(statusText(idle, [], 0)).not.toContain("to close");
});

test("L-26 a wait is told with its end and with what ends it earlier, and a cost with how it is known", () => {
  const waiting = {
    ...idle,
    run: "r1",
    state: "waiting" as const,
    pid: 7,
    waitingFor: "usage_limit",
    waitingUntil: new Date(3_600_000).toISOString(),
    budget: { iterations: "1/5", costUsd: 1.5, costEstimated: true, tokens: 9, endsAt: null },
  };
  const text = statusText(waiting, [], 60_000);
  expect(text).toMatch(
    /^Run r1 waits: usage limit resets at \d\d:\d\d \(in 59 min 00 s\) \(process 7\); `ralph resume`/,
  );
  expect(text).toContain("1.50 USD (estimated), 9 tokens");
  expect(statusText({ ...waiting, waitingUntil: null }, [], 0)).toContain("waits: usage limit reached (process 7)");
});

test("U-42 the breaker's counters are numbers, and `since` is a time", () => {
  const breaker = {
    state: "open" as const,
    since: 0,
    reason: "why",
    noProgress: 3,
    sameError: { fingerprint: "f", count: 2 },
    permissionDenials: 0,
  };
  expect(breakerJson(breaker)).toEqual({
    state: "open",
    since: "1970-01-01T00:00:00.000Z",
    reason: "why",
    noProgress: 3,
    sameError: 2,
    permissionDenials: 0,
  });
  expect(breakerText(breaker)).toContain("`ralph breaker reset` closes it");
});

test("B-2 the next task is told with its reason, and on wish why not the others", () => {
  const selection = {
    task: sampleTask("A-1"),
    reason: "it is first",
    others: [{ id: sampleId("A-2"), whyNot: "it stands behind A-1" }],
  };
  expect(nextText(selection, false)).toContain("--explain");
  expect(nextText(selection, true)).toBe("A-1  Do A-1\n  because it is first\n\nNot:\n  A-2: it stands behind A-1\n");
  expect(nextText({ task: null, reason: "no task is open", others: [] }, true)).toBe("No task: no task is open.\n");
});

test("half-open is explained wherever the word is shown, and in 80 columns", () => {
  const breaker = {
    state: "half-open",
    since: 0,
    reason: "why",
    noProgress: 2,
    sameError: null,
    permissionDenials: 0,
  } as const;
  const text = statusText({ ...idle, run: "r1", breaker: "half-open" }, [], 0);
  for (const shown of [text, breakerText(breaker)]) {
    expect(shown).toMatch(/half-open: it opens, and ends the run, unless progress closes it/i);
    for (const line of shown.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  }
});
