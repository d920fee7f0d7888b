import { describe, expect, test } from "vitest";
import type { Moves } from "../../testing/played-tracker.ts";
import { type Play, played } from "../../testing/played-run.ts";
import { sampleTask } from "../../testing/sample-facts.ts";
import { idle, type Turn } from "../../testing/turn.ts";
import { evolve } from "../evolve.ts";
import type { Policy } from "../policy.ts";
import { initialState } from "../state.ts";
import type { StatusBlock } from "../status/status-block.ts";
import { cleanupOf, withOurs } from "./own-account.ts";

// Runs in which agents move and comment the issues of the tracker, and the harness only looks.

const byAgents: Partial<Policy> = { source: "linear", close: "harness", tracker: "agent" };

const run = (play: Play) => played({ ...play, policy: { ...byAgents, ...play.policy } });

/** Works, and leaves issues where it is told to. */
const works = (moves: Moves, tracker: StatusBlock["tracker"] = {}, over: Turn = {}): Turn => ({
  changed: ["src/thing.ts"],
  moves,
  block: {
    status: "COMPLETE",
    tasksCompleted: 1,
    filesModified: 1,
    testsStatus: "NOT_RUN",
    recommendation: "Next: the next open task",
    tracker,
  },
  ...over,
});

/** Does nothing but to leave issues somewhere. */
const closes = (moves: Moves): Turn => ({ moves, block: { tracker: { issue: null, openCount: 0, doneCount: 1 } } });

const recorded = ({ entries }: ReturnType<typeof played>) =>
  entries.flatMap(({ fact }) => (fact.kind === "iteration-recorded" ? [fact] : []));

/** The corrections that each call is told, oldest first. */
function told({ entries }: ReturnType<typeof played>): readonly (readonly string[])[] {
  let state = initialState({ ...played({}).state.policy, ...byAgents }, 0);
  return entries.flatMap((entry) => {
    state = evolve(state, entry);
    return entry.fact.kind === "step-intended" && entry.fact.step.do === "work" ? [state.corrections] : [];
  });
}

describe("L-5 R-5 what has landed and stands open is closed by the next call", () => {
  test("it is never picked again, is named until it is closed, and what depends on it goes on", () => {
    const dependent = { ...sampleTask("B"), deps: [sampleTask("A").id] };
    const it = run({
      tasks: ["A", dependent],
      turns: [works({ A: "in_progress" }), works({ A: "done", B: "in_progress" }), closes({ B: "done" })],
    });
    expect(it).toMatchObject({
      end: "plan_complete",
      outcomes: ["A landed", "B landed", "linear-cleanup progressed"],
    });
    expect(it.state.account).toEqual({});
  });

  test("an agent that never moves its issue does no task twice; the run is complete, and says what is left to close", () => {
    const it = run({ tasks: ["A", "B"], turns: [works({}), works({}), idle] });
    expect(it).toMatchObject({
      end: "plan_complete",
      outcomes: ["A landed", "B landed", "linear-cleanup no_progress"],
    });
    expect(cleanupOf(it.state)).toEqual(["A", "B"]);
  });

  test("nobody is called for it where the issue was closed in time, nor where a run is ended for another reason", () => {
    const inTime = run({ tasks: ["A"], turns: [works({ A: "done" })] });
    expect(inTime).toMatchObject({ end: "plan_complete", outcomes: ["A landed"] });
    const once = run({ tasks: ["A"], turns: [works({ A: "in_progress" })], policy: { once: true } });
    expect(once.outcomes).toEqual(["A landed"]);
    expect(cleanupOf(once.state)).toEqual(["A"]);
  });

  test("after a merge that was waited for it is the same", () => {
    const it = run({
      tasks: ["A", "B"],
      policy: { merges: { forge: "github", async: true, pollMs: 1, patienceMs: 60_000 } },
      merges: { A: ["pending", "merged"], B: ["merged"] },
      turns: [works({ A: "in_progress" }), works({ B: "in_progress" }), closes({ A: "done", B: "done" })],
    });
    expect(it).toMatchObject({
      end: "plan_complete",
      outcomes: ["A landed", "B landed", "linear-cleanup progressed"],
      state: { landed: 2, account: {} },
    });
  });

  test("the facts alone give the same account again", () => {
    const it = run({ tasks: ["A", "B"], turns: [works({}), works({ A: "done" }), idle] });
    const again = it.entries.reduce(evolve, initialState(it.state.policy, it.state.startedAt));
    expect([again.account, again.cleanupAsked]).toEqual([{ B: "landed" }, ["B"]]);
    expect(again.account).toEqual(it.state.account);
  });
});

describe("B-41 an issue stands where no agent may move it", () => {
  test("Done without a landing is no end of the task: it is recorded, told, and worked on", () => {
    const it = run({
      tasks: ["A"],
      turns: [{ moves: { A: "done" } }, works({ A: "in_progress" }), closes({ A: "done" })],
    });
    expect(it.outcomes).toEqual(["A no_progress", "A landed", "linear-cleanup progressed"]);
    expect(recorded(it)[0]?.discrepancies).toContainEqual({
      field: "issueState",
      claimed: "A done",
      measured: "its work has not landed",
    });
    expect(told(it)[1]).toContainEqual(expect.stringContaining("A stands in done: its work has not landed"));
  });

  test("work that stays red is a person's, though its issue says Done", () => {
    const it = run({
      tasks: ["A"],
      policy: { gated: true },
      turns: [works({ A: "done" }, {}, { gate: "red" })],
    });
    expect(it.outcomes).toEqual(["A escalated"]);
    expect([it.end, it.state.landed]).not.toContain("plan_complete");
    expect(it.state.lastStanding).toMatchObject({ open: 1, done: 0, needsHuman: 1 });
  });

  test("Done before the merge is too early, and told so", () => {
    const it = run({
      tasks: ["A"],
      policy: { merges: { forge: "github", async: true, pollMs: 1, patienceMs: 60_000 } },
      merges: { A: ["pending", "merged"] },
      turns: [works({ A: "done" })],
    });
    expect(it).toMatchObject({ end: "plan_complete", state: { landed: 1, account: {} } });
    expect(recorded(it)[0]?.discrepancies).toContainEqual(
      expect.objectContaining({ field: "issueState", measured: "pull request #1 is not merged yet" }),
    );
  });

  test.each(["canceled", "duplicate", "triage", "in_review", "backlog"] as const)("%s", (place) => {
    const it = run({ tasks: ["A", "B"], turns: [{ moves: { A: place } }, works({ B: "done" })], policy: {} });
    expect(recorded(it)[0]?.discrepancies).toContainEqual(expect.objectContaining({ claimed: `A ${place}` }));
    expect(told(it)[1]).toContainEqual(expect.stringContaining(`A stands in ${place}: `));
  });

  test("In Review is right for what nobody can go on without", () => {
    const stuck = (recommendation: string): Turn => ({
      moves: { A: "in_review" },
      block: { status: "BLOCKED", recommendation },
    });
    const of = (recommendation: string) =>
      recorded(run({ tasks: ["A"], turns: [stuck(recommendation)] }))[0]?.discrepancies;
    expect(of("Blocked: the API key of the payment service is missing")).toEqual([]);
    expect(of("Blocked: needs code review")).toHaveLength(1);
  });

  test("a task that was set aside waits, whatever the tracker says", () => {
    const it = run({
      tasks: ["A"],
      turns: [
        { moves: { A: "in_progress" }, block: { status: "BLOCKED", recommendation: "Blocked: the host is down" } },
      ],
    });
    expect(it).toMatchObject({ end: "queue_blocked", outcomes: ["A blocked"] });
  });
});

describe("C-2 C-13 what the block says of the tracker", () => {
  const moves: Moves = { A: "in_progress" };
  const first = (tracker: StatusBlock["tracker"]) => run({ tasks: ["A", "B"], turns: [works(moves, tracker), idle] });

  test("its three fields have to be there", () => {
    const it = first({});
    for (const field of ["LINEAR_ISSUE", "LINEAR_OPEN_COUNT", "LINEAR_DONE_COUNT"]) {
      expect(recorded(it)[0]?.graded?.faults).toContainEqual(expect.objectContaining({ code: "missing-field", field }));
      expect(told(it)[1]).toContainEqual(expect.stringContaining(`${field} is missing`));
    }
  });

  test("what is true of them, before the call or after it, is no fault", () => {
    const it = first({ issue: "a", openCount: 2, doneCount: 0 });
    expect(recorded(it)[0]).toMatchObject({ discrepancies: [], graded: { valid: true } });
    expect(told(it)[1]).toEqual([]);
  });

  test("what is not true is a mismatch, with both values", () => {
    const it = first({ issue: "B", openCount: 7, doneCount: 4 });
    expect(recorded(it)[0]?.discrepancies).toEqual([
      { field: "issue", claimed: "B", measured: "A" },
      { field: "openCount", claimed: 7, measured: 2 },
      { field: "doneCount", claimed: 4, measured: 0 },
    ]);
    const codes = recorded(it)[0]?.graded?.faults.map(({ code, field }) => `${code} ${field}`);
    expect(codes).toEqual([
      "claim-mismatch LINEAR_ISSUE",
      "claim-mismatch LINEAR_OPEN_COUNT",
      "claim-mismatch LINEAR_DONE_COUNT",
    ]);
    expect(told(it)[1]).toContainEqual(expect.stringContaining("LINEAR_OPEN_COUNT claims 7; measured: 2."));
  });

  test("nothing of it is asked where the harness writes", () => {
    const it = played({ tasks: ["A"], turns: [works({})], policy: { source: "linear", close: "harness" } });
    expect(it).toMatchObject({ end: "plan_complete", outcomes: ["A landed"] });
    expect(recorded(it)[0]?.graded?.faults).toEqual([]);
  });
});

test("B-44 what an agent of ours has begun is ours, whoever its issue is assigned to", () => {
  const assigned = [sampleTask("A"), sampleTask("B")].map((task) => ({ ...task, mine: false }));
  expect(withOurs(assigned, [sampleTask("A").id]).map(({ mine }) => mine)).toEqual([true, false]);
});
