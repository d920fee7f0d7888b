import { describe, expect, test } from "vitest";
import type { Fact, FactOf } from "../../core/fact.ts";
import {
  agentFinished,
  iterationRecorded,
  sampleId,
  sampleStanding,
  taskClaimed,
  warned,
  workLanded,
} from "../../testing/sample-facts.ts";
import { runStarted, sampleEntries, sampleStart, sampleView } from "../../testing/sample-run.ts";
import { eventLine, waitLine, wishLine } from "./event-line.ts";

/** The lines of a run, as somebody without a terminal reads them. */
function linesOf(...facts: readonly Fact[]): readonly string[] {
  return sampleEntries(facts).flatMap((entry, at) => eventLine(entry, sampleView(facts.slice(0, at + 1))) ?? []);
}

const lastLine = (...facts: readonly Fact[]): string | undefined =>
  linesOf(runStarted(), taskClaimed("T-1"), ...facts).at(-1);

const measured = (change: Partial<FactOf<"work-measured">> = {}): Fact => ({
  kind: "work-measured",
  call: 1,
  head: "h",
  branch: null,
  tree: "t",
  changes: [{ path: "a", kind: "added" }],
  backlogFiles: [],
  workChanges: [],
  commits: [],
  tick: "kept",
  strayTicks: [],
  restoredItems: [],
  addedItems: [],
  surface: [],
  gateFiles: [],
  marks: [],
  evidence: null,
  strayCommits: [],
  dirty: [],
  subAgentsInFlight: 0,
  standing: sampleStanding,
  ...change,
});

const judged = (change: Partial<FactOf<"gate-judged">> = {}): Fact => ({
  kind: "gate-judged",
  round: 1,
  tree: "t",
  verdict: "green",
  served: false,
  receipts: [{ command: "npm test", exitCode: 0, signal: null, durationMs: 2_100, log: null, tail: "" }],
  failing: null,
  problem: null,
  leftovers: [],
  ...change,
});

const work = (round: number, purpose: "task" | "ask-block" = "task"): Fact => ({
  kind: "step-intended",
  key: "k",
  step: { do: "work", role: round > 1 ? "fixer" : "implementer", round, call: round, purpose },
});

test("U-6 a run reads as one line an event: claim, call, measure, gate, repair, landing", () => {
  expect(
    linesOf(
      runStarted(),
      taskClaimed("T-1"),
      work(1),
      agentFinished(),
      measured(),
      judged({ verdict: "red", failing: "`npm test` failed with exit code 1" }),
      work(2),
      agentFinished({ role: "fixer", round: 2, costUsd: null }),
      measured(),
      judged(),
      workLanded("1234567890abcdef"),
      iterationRecorded(),
      { kind: "run-ended", reason: "plan_complete", message: "", left: null },
    ),
  ).toEqual([
    "14:00:00 run 20260305-140000-abc123 started: script, workflow, at most 20 iterations",
    "14:00:01 #1 T-1 claimed: Do T-1",
    "14:00:03 #1 T-1 implementer finished in 1.5 s, 0.50 USD",
    "14:00:04 #1 T-1 measured: 1 file changed, 0 commits",
    "14:00:05 #1 gate red in 2.1 s: `npm test` failed with exit code 1",
    "14:00:06 #1 T-1 repair 1 begins (fixer)",
    "14:00:07 #1 T-1 fixer finished in 1.5 s",
    "14:00:08 #1 T-1 measured: 1 file changed, 0 commits",
    "14:00:09 #1 gate green in 2.1 s",
    "14:00:10 #1 T-1 landed as 1234567890; 1 open",
    "14:00:12 #1 run ended: plan_complete",
  ]);
});

describe("what goes wrong says why", () => {
  test.each<[string, Fact]>([
    [
      "14:00:02 #1 T-1 implementer ended: usage_limit (The plan's limit was reached.) in 12 s",
      agentFinished({
        outcome: "usage_limit",
        message: "The plan's limit was reached.",
        durationMs: 12_400,
        costUsd: null,
      }),
    ],
    [
      "14:00:02 #1 T-1 set aside (needs_human): asked twice: Which colour?",
      {
        kind: "task-parked",
        task: sampleId("T-1"),
        state: "needs_human",
        reason: "asked twice",
        question: "Which colour?",
        kept: null,
        standing: sampleStanding,
      },
    ],
    [
      "14:00:02 #1 T-1 set aside (needs_human): Asked twice: which colour?",
      {
        kind: "task-parked",
        task: sampleId("T-1"),
        state: "needs_human",
        reason: "asked twice",
        question: "Asked twice: which colour?",
        kept: null,
        standing: sampleStanding,
      },
    ],
    [
      "14:00:02 #1 T-1 measured: 1 file changed, 0 commits; the tick was taken back; put back: .ralphrc; plan items put back: T-2",
      measured({
        tick: "undone",
        surface: [{ path: ".ralphrc", what: "changed", severity: "attack" }],
        restoredItems: [sampleId("T-2")],
      }),
    ],
    ["14:00:02 #1 gate not run: timed out", judged({ verdict: "not_run", problem: "timed_out" })],
    ["14:00:02 #1 gate green: this very tree was judged before", judged({ served: true })],
    [
      "14:00:02 #1 T-1 iteration ended: exit_refused; exit refused: open_tasks",
      iterationRecorded({ outcome: "exit_refused", exit: { vetoes: ["open_tasks"] } }),
    ],
    [
      "14:00:02 #1 T-1 TESTS_STATUS said PASSING, measured gate red",
      iterationRecorded({ discrepancies: [{ field: "testsStatus", claimed: "PASSING", measured: "red" }] }),
    ],
    ["14:00:02 #1 warning: the disk is slow", warned("the disk is slow")],
  ])("%s", (line, fact) => {
    expect(lastLine(fact)).toBe(line);
  });
});

test("what says nothing to a person has no line", () => {
  expect(linesOf({ kind: "reaped", wishes: 0 }, work(1), iterationRecorded())).toEqual([]);
});

test("an event is one line, and no longer than a reader wants it", () => {
  const line = lastLine(warned(`first\nsecond ${"x".repeat(1_000)}`));
  expect(line).toMatch(/first second x+…$/);
  expect(line?.length).toBe(400);
});

test("a wait and a wish are told when they come", () => {
  const view = sampleView([runStarted(), taskClaimed("T-1")]);
  expect(waitLine({ why: "usage_limit", until: sampleStart + 90_000 }, sampleStart)).toBe(
    "14:00:00 waiting: usage limit resets at 14:01 (in 1 min 30 s)",
  );
  expect(wishLine("stop", "work", view, sampleStart)).toBe(
    "14:00:00 stopping: ending the agent; its work is measured and kept; a second Ctrl-C ends at once",
  );
  expect(wishLine("pause", "work", view, sampleStart)).toBe("14:00:00 asked to pause after this iteration");
});
