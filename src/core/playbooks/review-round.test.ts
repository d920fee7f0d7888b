import { describe, expect, test } from "vitest";
import { evolve } from "../evolve.ts";
import type { Fact } from "../fact.ts";
import { initialState, type State } from "../state.ts";
import { plainPolicy } from "../../testing/played-run.ts";
import { agentFinished, taskClaimed, verdictRead } from "../../testing/sample-facts.ts";
import { reviewRound, type WantedReview } from "./review-round.ts";

const started: Fact = {
  kind: "run-started",
  policy: plainPolicy,
  agent: { name: "a", family: "a", resume: false },
  order: { reviewer: ["a", "b"], validator: ["a", "b"], implementer: ["a", "b"] },
  pid: 1,
  host: "host",
  root: "/repo",
  head: "head",
  branch: "main",
  defaultBranch: "main",
  untracked: [],
  breaker: { state: "closed", since: null, reason: null },
  resumed: null,
};

function after(...facts: readonly Fact[]): State {
  const all = [started, taskClaimed("A"), agentFinished({ agent: "a", seat: "a" }), ...facts];
  return all.reduce(
    (state, fact, seq) => evolve(state, { seq, run: "r", iteration: 1, at: 1_000 * seq, fact }),
    initialState(plainPolicy, 0),
  );
}

const wanted: WantedReview = {
  round: 1,
  ask: 1,
  form: "check",
  scope: "task",
  since: "start",
  seats: [{ role: "reviewer" }, { role: "validator" }],
};

function standing(state: State, review: WantedReview = wanted) {
  if (state.current === null) throw new Error("no iteration is under way");
  return reviewRound(state, state.current, review);
}

const reviewerCall = (change: Parameters<typeof agentFinished>[0]): Fact =>
  agentFinished({ role: "reviewer", agent: "a", seat: "a", ...change });

describe("P-2 a review asks all who have not judged yet, at once", () => {
  test("everybody at first, with calls numbered after those that were made", () => {
    expect(standing(after())).toMatchObject({
      is: "under-way",
      step: {
        do: "review",
        call: 2,
        seats: [
          { role: "reviewer", agent: "a" },
          { role: "validator", agent: "a" },
        ],
      },
    });
  });

  test("whoever has judged before a kill is not asked again", () => {
    const state = after(reviewerCall({ call: 2 }), verdictRead({ role: "reviewer", call: 2 }));
    expect(standing(state)).toMatchObject({ step: { call: 3, seats: [{ role: "validator" }] } });
  });

  test("the order in which verdicts arrive has no effect", () => {
    const closed: Fact = { kind: "review-closed", round: 1, ask: 1 };
    const one = verdictRead({ role: "reviewer" });
    const other = verdictRead({ role: "validator", verdict: "FAIL" });
    const expected = { is: "judged", verdicts: [{ role: "reviewer" }, { role: "validator", verdict: "FAIL" }] };
    expect(standing(after(one, other, closed))).toMatchObject(expected);
    expect(standing(after(other, one, closed))).toMatchObject(expected);
  });

  test("a review that a kill has cut after the last verdict is closed first: what the judges changed goes back", () => {
    const state = after(verdictRead({ role: "reviewer" }), verdictRead({ role: "validator" }));
    expect(standing(state)).toMatchObject({ is: "under-way", step: { do: "review", seats: [] } });
  });

  test("verdicts of another round, or of another ask, are none of this one", () => {
    const state = after(verdictRead({ role: "reviewer" }), verdictRead({ role: "validator" }));
    for (const review of [
      { ...wanted, round: 2 },
      { ...wanted, ask: 2 },
    ])
      expect(standing(state, review)).toMatchObject({ step: { seats: [{ role: "reviewer" }, { role: "validator" }] } });
  });

  test("two seats of one role are told apart by their agents", () => {
    const seats = [
      { role: "reviewer", agent: "a" },
      { role: "reviewer", agent: "b" },
    ] as const;
    const state = after(verdictRead({ role: "reviewer", seat: "b" }));
    expect(standing(state, { ...wanted, seats })).toMatchObject({ step: { seats: [{ agent: "a" }] } });
  });
});

describe("L-26 a judge that meets a limit gives no verdict", () => {
  test("another agent takes over where there is one", () => {
    const limited = reviewerCall({ call: 2, outcome: "auth" });
    expect(standing(after(limited))).toMatchObject({ step: { do: "hand-over", role: "reviewer", from: "a", to: "b" } });
  });

  test("an overload is waited out, and only who is missing is asked again", () => {
    const state = after(
      reviewerCall({ call: 2, outcome: "overloaded" }),
      agentFinished({ role: "validator", agent: "a", seat: "a", call: 3 }),
      verdictRead({ role: "validator", call: 3 }),
    );
    expect(standing(state)).toMatchObject({ step: { do: "wait", why: "overload" } });
    const waited = evolve(state, {
      seq: 9,
      run: "r",
      iteration: 1,
      at: 60_000,
      fact: { kind: "waited", why: "overload", until: 60_000, cut: false },
    });
    expect(standing(waited)).toMatchObject({ step: { do: "review", seats: [{ role: "reviewer" }] } });
  });

  test("nobody is asked any more once the run is to stop", () => {
    expect(standing(after({ kind: "wish-heard", wish: "stop" }))).toEqual({ is: "called-off" });
  });
});

test("a judge's call changes nothing of what was measured, and is no call for work", () => {
  const before = after();
  const state = after(reviewerCall({ call: 2 }));
  expect(state.current?.calls).toEqual(before.current?.calls);
  expect(state.current?.measured).toBe(before.current?.measured);
  expect(state.current?.sideCalls).toHaveLength(1);
  expect(state.spent.calls).toHaveLength(2);
});
