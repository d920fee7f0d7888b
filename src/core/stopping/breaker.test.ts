import { describe, expect, test } from "vitest";
import { played, plainPolicy } from "../../testing/played-run.ts";
import { asking, crashing, digging, honest, idle, stuck, type Turn } from "../../testing/turn.ts";
import { type BreakerInput, breakerAtStart, closedBreaker, feedBreaker } from "./breaker.ts";

const limits = plainPolicy.breaker;
const input = (over: Partial<BreakerInput> = {}): BreakerInput => ({
  kind: "no-progress",
  fingerprint: null,
  denied: null,
  at: 1_000,
  ...over,
});
const after = (...inputs: readonly BreakerInput[]) =>
  inputs.reduce((breaker, one) => feedBreaker(breaker, one, limits), closedBreaker);
const many = ["A", "B", "C", "D", "E", "F", "G"];

describe("L-20 the states of the breaker", () => {
  test.each([
    ["one iteration without progress", [input()], "closed"],
    ["two", [input(), input()], "half-open"],
    ["three", [input(), input(), input()], "open"],
    ["progress in half-open closes it", [input(), input(), input({ kind: "progress" })], "closed"],
    [
      "the count begins anew after progress",
      [input(), input(), input({ kind: "progress" }), input(), input()],
      "half-open",
    ],
    ["a stated blocker does not count", [input(), input({ kind: "blocker" }), input({ kind: "blocker" })], "closed"],
    ["what is nobody's fault does not count", [input(), input(), input({ kind: "not-counted" })], "half-open"],
    [
      "two denials in a row without progress",
      [input({ denied: "x was refused." }), input({ denied: "x was refused." })],
      "open",
    ],
    ["two denials with an iteration between them", [input({ denied: "x was refused." }), input()], "half-open"],
  ] as const)("%s: %s", (_name, inputs, state) => {
    expect(after(...inputs).state).toBe(state);
  });

  test("five times the same error opens it, by the threshold of its own", () => {
    const patient = { ...limits, noProgress: 99 };
    const failing = (fingerprint: string) => input({ fingerprint });
    const fold = (inputs: readonly BreakerInput[]) =>
      inputs.reduce((breaker, one) => feedBreaker(breaker, one, patient), closedBreaker);
    expect(fold(Array.from({ length: 5 }, () => failing("crashed: a")))).toMatchObject({
      state: "open",
      reason: expect.stringMatching(/same error 5 times/),
    });
    expect(fold([...Array.from({ length: 4 }, () => failing("crashed: a")), failing("crashed: b")]).state).toBe(
      "half-open",
    );
  });

  test("F122 where refusals open it, it says what was refused last", () => {
    const reason = after(input({ denied: "a was refused." }), input({ denied: "b was refused." })).reason;
    expect(reason).toBe("2 iterations in a row with permission denials and no progress. b was refused.");
  });

  test("it says why and since when", () => {
    expect(after(input({ at: 1 }), input({ at: 2 }), input({ at: 3 }))).toMatchObject({
      since: 3,
      reason: "3 iterations in a row without progress",
    });
  });
});

describe("L-20 F061 the breaker at a start", () => {
  const open = { state: "open", since: 5, reason: "why" } as const;
  test.each([
    ["a start by hand tries again at once", open, {}, "half-open"],
    ["an unattended start leaves it open", open, { unattended: true }, "open"],
    [
      "auto-reset closes it for everybody",
      open,
      { unattended: true, breaker: { ...limits, autoReset: true } },
      "closed",
    ],
    ["a half-open one starts closed: counters belong to a run", { ...open, state: "half-open" as const }, {}, "closed"],
  ] as const)("%s", (_name, memory, policy, state) => {
    expect(breakerAtStart(memory, { ...plainPolicy, ...policy })).toMatchObject({ state, noProgress: 0 });
  });
});

describe("L-20 L-22 what counts in a run", () => {
  const breakerOf = (...turns: readonly Turn[]) => played({ tasks: many, turns }).state.breaker;

  test("a question never counts", () => {
    expect(breakerOf(asking, asking, asking, asking, honest).noProgress).toBe(0);
  });

  test("a blocked task never counts", () => {
    expect(breakerOf(idle, idle, stuck, honest)).toMatchObject({ state: "closed" });
  });

  test("F032 F058 work counts as progress, whatever the block says", () => {
    expect(breakerOf(idle, { ...digging, block: { status: "COMPLETE", exitSignal: false } }, honest)).toMatchObject({
      state: "closed",
      noProgress: 0,
    });
  });

  test("L-22 nothing updates it while more than one sub-agent is outstanding", () => {
    expect(
      played({
        tasks: many,
        turns: [{ ...idle, subAgentsInFlight: 2 }],
        policy: { run: { ...plainPolicy.run, iterations: 6 } },
      }).state.breaker.noProgress,
    ).toBe(0);
  });

  test("G-1 a change of the control surface that was put back is a denial", () => {
    const attack: Turn = { surface: [{ path: ".ralphrc", what: "changed", severity: "attack" }] };
    expect(played({ tasks: many, turns: [attack] })).toMatchObject({
      end: "breaker_open",
      outcomes: ["A no_progress", "A escalated"],
    });
  });

  test("F121 what is denied and on no list stops the run all the same: it makes no progress", () => {
    const blocked: Turn = { ...idle, say: "Read was blocked.", denials: 0 };
    const { end, outcomes, state } = played({ tasks: many, turns: [blocked] });
    expect({ end, outcomes }).toEqual({
      end: "breaker_open",
      outcomes: ["A no_progress", "A escalated", "B no_progress"],
    });
    expect(state.breaker).toMatchObject({ permissionDenials: 0, noProgress: 3 });
  });

  test("F181 crashes with the same words count as the same error", () => {
    expect(breakerOf(crashing).sameError?.count).toBe(3);
    expect(
      breakerOf({ ...crashing, message: "line 1 of /a/b" }, { ...crashing, message: "line 2 of /c" }, honest).state,
    ).toBe("closed");
  });
});
