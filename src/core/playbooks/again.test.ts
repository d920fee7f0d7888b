import { describe, expect, test } from "vitest";
import { type Play, played } from "../../testing/played-run.ts";
import { digging, honest, type Turn } from "../../testing/turn.ts";
import { evolve } from "../evolve.ts";
import type { Fact } from "../fact.ts";
import { retryLimit } from "../seating.ts";
import type { State } from "../state.ts";
import type { Step } from "../step.ts";
import { limitWaitLimit } from "./again.ts";

const startedAt = 1_700_000_000_000;
const minute = 60_000;
const hour = 60 * minute;

const limitUntil = (at: number, more: Partial<Turn> = {}): Turn => ({
  outcome: "usage_limit",
  message: "limit",
  resetAt: new Date(at).toISOString(),
  ...more,
});
const waitsOf = (steps: readonly Step[]) => steps.flatMap((step) => (step.do === "wait" ? [step] : []));
/** When waits end, in whole minutes from the start: each fact takes some seconds. */
const minutesOf = (steps: readonly Step[]): readonly number[] =>
  waitsOf(steps).map(({ until }) => Math.floor(((until ?? 0) - startedAt) / minute));
/** Who was called, in order. */
const callsOf = (play: Play): readonly string[] =>
  played(play).entries.flatMap(({ fact }) => (fact.kind === "agent-finished" ? [fact.seat ?? fact.agent] : []));
const handOversOf = (play: Play): readonly string[] =>
  played(play).entries.flatMap(({ fact }) =>
    fact.kind === "agent-replaced" ? [`${fact.role}: ${fact.from} > ${fact.to} (${fact.why ?? "back"})`] : [],
  );

describe("L-26 limits and overload", () => {
  const limit = (resetAt: string): Turn => ({ outcome: "usage_limit", message: "limit", resetAt });

  test("a limit is waited out until its reset, and the call made again in the same iteration", () => {
    const run = played({ tasks: ["A"], turns: [limit("2023-11-15T00:00:00Z"), honest] });
    expect(run.steps.find((step) => step.do === "wait")).toMatchObject({
      why: "usage_limit",
      until: Date.parse("2023-11-15T00:00:00Z"),
    });
    expect(run.outcomes).toEqual(["A landed"]);
  });

  test("F076 a reset that keeps moving is waited for so many times, then the run ends as usage_limit", () => {
    const run = played({ tasks: ["A"], turns: [limit("2023-11-15T00:00:00Z")] });
    expect(run.end).toBe("usage_limit");
    expect(run.steps.filter((step) => step.do === "wait")).toHaveLength(limitWaitLimit);
  });

  test("with --on-limit=exit nothing is waited for", () => {
    const run = played({ tasks: ["A"], turns: [limit("2023-11-15T00:00:00Z")], policy: { onLimit: "exit" } });
    expect(run.end).toBe("usage_limit");
    expect(run.steps.map((step) => step.do)).not.toContain("wait");
  });

  test("an overload is tried again with growing waits, so many times, then the agent is unavailable", () => {
    const run = played({ tasks: ["A"], turns: [{ outcome: "overloaded", message: "529" }] });
    const waits = run.steps.flatMap((step) => (step.do === "wait" ? [step.why] : []));
    expect(run.end).toBe("agent_unavailable");
    expect(waits).toEqual(Array.from({ length: retryLimit }, () => "overload"));
  });

  test("none of it counts against the breaker", () => {
    const run = played({ tasks: ["A"], turns: [{ outcome: "network", message: "reset" }] });
    expect(run.state.breaker).toMatchObject({ state: "closed", noProgress: 0, sameError: null });
  });
});

describe("L-26 a wait for a limit is bounded", () => {
  test("F073 a reset that has passed is tried at once, and only the first time", () => {
    const past = limitUntil(startedAt - hour);
    const run = played({ tasks: ["A"], turns: [past, past, honest] });
    expect(minutesOf(run.steps)).toEqual([0, 1]);
    expect(run.outcomes).toEqual(["A landed"]);
  });

  test("F083 a limit that names no time is tried again after growing whiles", () => {
    const nameless: Turn = { outcome: "usage_limit", message: "try again later" };
    const run = played({ tasks: ["A"], turns: [nameless, nameless, nameless, honest] });
    expect(minutesOf(run.steps)).toEqual([5, 15, 35]);
  });

  test("F076 a later time replaces the one before", () => {
    const run = played({
      tasks: ["A"],
      turns: [limitUntil(startedAt + hour), limitUntil(startedAt + 5 * hour), honest],
    });
    expect(waitsOf(run.steps).map(({ until }) => ((until ?? 0) - startedAt) / hour)).toEqual([1, 5]);
    expect(run.outcomes).toEqual(["A landed"]);
  });

  test("F076 all waits together are no longer than a person wants to wait; the end says why", () => {
    const policy = { limitWaitMs: 6 * hour };
    const moving = [2, 4, 6, 8].map((hours) => limitUntil(startedAt + hours * hour));
    const run = played({ tasks: ["A"], turns: moving, policy });
    expect(waitsOf(run.steps)).toHaveLength(3);
    expect(run).toMatchObject({ end: "usage_limit", outcomes: ["A limited"] });
    expect(run.state.ended?.message).toContain("RALPH_LIMIT_WAIT_HOURS");
  });

  test("a reset beyond that is not waited for at all", () => {
    const run = played({ tasks: ["A"], turns: [limitUntil(startedAt + 9 * 24 * hour)], policy: { limitWaitMs: hour } });
    expect(waitsOf(run.steps)).toEqual([]);
    expect(run.end).toBe("usage_limit");
  });

  test("a call that went well forgets the waits before it", () => {
    const policy = { limitWaitMs: 3 * hour };
    const turns = [limitUntil(startedAt + 2 * hour), honest, limitUntil(startedAt + 4 * hour), honest];
    expect(played({ tasks: ["A", "B"], turns, policy }).end).toBe("plan_complete");
  });

  test("a wait that runs into the run's bound on time ends the run by that", () => {
    const run = played({
      tasks: ["A"],
      turns: [limitUntil(startedAt + 2 * hour)],
      policy: { run: { iterations: 5, timeMs: hour, costUsd: null, tokens: null } },
    });
    expect(run.end).toBe("budget_time");
  });

  test("L-28 to stop after the task ends the wait: a task that waits for hours is none to finish", () => {
    const turns = [limitUntil(startedAt + hour, { wish: "stop-after-task" })];
    expect(played({ tasks: ["A"], turns })).toMatchObject({ end: "stopped", outcomes: ["A limited"] });
  });

  test("G-1 what a call had changed before it met its limit is measured before anybody goes on", () => {
    const attack = { path: ".ralph/PROMPT.md", what: "changed", severity: "attack" } as const;
    const run = played({
      tasks: ["A"],
      turns: [{ ...digging, ...limitUntil(startedAt + hour), surface: [attack] }, honest],
    });
    expect(run.steps.map((step) => step.do).slice(3, 7)).toEqual(["work", "measure", "wait", "work"]);
    expect(run.view.warnings.map(({ code }) => code)).toEqual(["control_surface"]);
  });

  test("what an agent was to be told is told to the call that follows a limit", () => {
    const turns: Turn[] = [{ ...honest, tick: "undone" }, limitUntil(startedAt + hour), honest];
    const run = played({ tasks: ["A"], turns });
    const told = run.entries.findIndex(({ fact }) => fact.kind === "waited");
    expect(told).toBeGreaterThan(0);
    const before = played({ tasks: ["A"], turns, patience: run.steps.findIndex((step) => step.do === "wait") });
    expect(before.state.corrections).not.toEqual([]);
  });
});

describe("L-26 --on-limit=fallback", () => {
  const fallback: Partial<Play> = { fallback: ["second", "third"], policy: { onLimit: "fallback" } };

  test("the next agent takes the task over in the same iteration, without a wait", () => {
    const play = { ...fallback, tasks: ["A"], turns: [limitUntil(startedAt + hour), honest] };
    const run = played(play);
    expect(callsOf(play)).toEqual(["played", "second"]);
    expect(run).toMatchObject({ outcomes: ["A landed"], end: "plan_complete" });
    expect(waitsOf(run.steps)).toEqual([]);
  });

  test("is in the ledger, in the view and in the result", () => {
    const play = { ...fallback, tasks: ["A"], turns: [limitUntil(startedAt + hour), honest] };
    expect(handOversOf(play)).toEqual(["implementer: played > second (usage_limit)"]);
    const { view } = played(play);
    expect(view.iterations[0]?.substitutions).toEqual([
      { role: "implementer", from: "played", to: "second", why: "usage_limit" },
    ]);
    expect(view.warnings.map(({ code }) => code)).toContain("agent_replaced");
  });

  test("returns to the first after its reset", () => {
    const long: Turn = { ...honest, minutes: 90 };
    const play = { ...fallback, tasks: ["A", "B", "C"], turns: [limitUntil(startedAt + hour), long, honest] };
    expect(callsOf(play)).toEqual(["played", "second", "played", "played"]);
    expect(handOversOf(play)).toEqual([
      "implementer: played > second (usage_limit)",
      "implementer: second > played (back)",
    ]);
  });

  test("stays with the one that took over as long as the first is away", () => {
    const play = { ...fallback, tasks: ["A", "B"], turns: [limitUntil(startedAt + hour), honest] };
    expect(callsOf(play)).toEqual(["played", "second", "second"]);
  });

  test("goes down the list, and waits for the first reset where all have met their limit", () => {
    const turns = [3, 2, 4].map((hours) => limitUntil(startedAt + hours * hour));
    const play = { ...fallback, tasks: ["A"], turns: [...turns, honest] };
    const run = played(play);
    expect(callsOf(play)).toEqual(["played", "second", "third", "second"]);
    expect(waitsOf(run.steps).map(({ until }) => until)).toEqual([startedAt + 2 * hour]);
    expect(run.outcomes).toEqual(["A landed"]);
  });

  test("counts neither against the breaker nor against the task", () => {
    const play = { ...fallback, tasks: ["A"], turns: [limitUntil(startedAt + hour), { ...digging }, honest] };
    const run = played(play);
    expect(run.state.breaker).toMatchObject({ state: "closed", noProgress: 0, sameError: null });
    expect(run.outcomes).toEqual(["A progressed", "A landed"]);
  });

  test("without another agent a limit is waited out", () => {
    const run = played({
      tasks: ["A"],
      turns: [limitUntil(startedAt + hour), honest],
      policy: { onLimit: "fallback" },
    });
    expect(waitsOf(run.steps)).toHaveLength(1);
    expect(run.end).toBe("plan_complete");
  });

  test("--on-limit=wait waits for the first agent though there are others; exit ends the run", () => {
    const turns = [limitUntil(startedAt + hour), honest];
    expect(callsOf({ ...fallback, tasks: ["A"], turns, policy: { onLimit: "wait" } })).toEqual(["played", "played"]);
    expect(played({ ...fallback, tasks: ["A"], turns, policy: { onLimit: "exit" } }).end).toBe("usage_limit");
  });

  test("a limit without an end keeps its agent away for a while; tried again it may meet it again", () => {
    const nameless: Turn = { outcome: "usage_limit", message: "try again later" };
    const slow: Turn = { ...honest, minutes: 40 };
    const play = { ...fallback, tasks: ["A", "B"], turns: [nameless, slow, nameless, honest] };
    expect(callsOf(play)).toEqual(["played", "second", "played", "second"]);
  });

  test("F073 a reset that has passed is tried at once by the same agent; only then does another take over", () => {
    const past = limitUntil(startedAt - hour);
    expect(callsOf({ ...fallback, tasks: ["A"], turns: [past, honest] })).toEqual(["played", "played"]);
    expect(callsOf({ ...fallback, tasks: ["A"], turns: [past, past, honest] })).toEqual(["played", "played", "second"]);
  });

  test.each(["auth", "billing", "bad_model"] as const)(
    "%s hands over for the rest of the run, whatever the rule",
    (outcome) => {
      const play = {
        ...fallback,
        tasks: ["A", "B"],
        turns: [{ outcome, message: "no" }, { ...honest, minutes: 600 }, honest],
        policy: {},
      };
      expect(callsOf(play)).toEqual(["played", "second", "second"]);
      expect(played(play).end).toBe("plan_complete");
    },
  );

  test("where none is left the run ends as agent_unavailable, or as usage_limit where a limit is among the reasons", () => {
    const no: Turn = { outcome: "auth", message: "no" };
    expect(played({ ...fallback, tasks: ["A"], turns: [no] }).end).toBe("agent_unavailable");
    const far = limitUntil(startedAt + 9 * 24 * hour);
    const run = played({
      ...fallback,
      tasks: ["A"],
      turns: [no, far, no],
      policy: { onLimit: "fallback", limitWaitMs: hour },
    });
    expect(run.end).toBe("usage_limit");
    expect(run.state.ended?.message).toContain("second (usage_limit)");
  });

  test("an overload is tried again first, then handed over for a while", () => {
    const busy: Turn = { outcome: "overloaded", message: "529" };
    const turns = [...Array.from({ length: retryLimit + 1 }, () => busy), { ...honest, minutes: 30 }, honest];
    const play = { ...fallback, tasks: ["A", "B"], turns };
    expect(callsOf(play)).toEqual([...Array.from({ length: retryLimit + 1 }, () => "played"), "second", "played"]);
    expect(played(play).end).toBe("plan_complete");
  });

  test("L-28 to resume by hand tries the first again at once", () => {
    const turns = [limitUntil(startedAt + hour)];
    const { state, steps } = played({ ...fallback, tasks: ["A"], turns, patience: 12 });
    expect([state.absent.length, steps.at(-1)?.do]).toEqual([3, "wait"]);
    const cut: Fact = { kind: "waited", why: "usage_limit", until: null, cut: true };
    const waiting: State = { ...state, absent: [...state.absent, { agent: "fourth", until: null, why: "auth" }] };
    expect(evolve(waiting, { seq: 0, run: "r1", iteration: 1, at: state.now, fact: cut }).absent).toEqual([
      { agent: "fourth", until: null, why: "auth" },
    ]);
  });
});

describe("L-25 what is spent is not asked for again", () => {
  const caps = { iterations: 9, timeMs: null, costUsd: null, tokens: null };

  test("F215 work that was finished in the call that passed the bound still lands", () => {
    const run = played({
      tasks: ["A", "B"],
      turns: [{ ...honest, costUsd: 5 }],
      policy: { gated: true, run: { ...caps, costUsd: 4 } },
    });
    expect(run).toMatchObject({ end: "budget_cost", outcomes: ["A landed"] });
  });

  test("F215 a fixer's call that passed it, too; no further repair is begun beyond it", () => {
    const red: Turn = { ...honest, gate: "red", costUsd: 2 };
    const policy = { gated: true, run: { ...caps, costUsd: 4 } };
    expect(played({ tasks: ["A"], turns: [red, { ...honest, costUsd: 3 }], policy }).outcomes).toEqual(["A landed"]);
    const run = played({ tasks: ["A"], turns: [red, { ...red, changed: ["src/b.ts"] }, honest], policy });
    expect(run.steps.filter((step) => step.do === "work")).toHaveLength(2);
    expect(run).toMatchObject({ end: "budget_cost", outcomes: ["A progressed"] });
  });

  test("a call that the run's bound has cut off is no fault of its task", () => {
    const cut: Turn = { outcome: "budget", message: "the run's bound of 100 tokens was reached", tokens: 100 };
    const run = played({ tasks: ["A"], turns: [{}, cut], policy: { run: { ...caps, tokens: 100 } } });
    expect(run).toMatchObject({ end: "budget_tokens", outcomes: ["A no_progress", "A failed"] });
  });

  test("a task whose own bound is reached in mid-call is set aside, and the next is worked", () => {
    const cut: Turn = { ...digging, outcome: "budget", message: "its bound", tokens: 100 };
    const run = played({
      tasks: ["A", "B"],
      turns: [cut, honest],
      policy: { task: { ...caps, iterations: null, tokens: 100 } },
    });
    expect(run.outcomes).toEqual(["A escalated", "B landed"]);
    expect(run.view.parked[0]?.reason).toBe("its bound of 100 tokens is reached");
  });

  test("a missing block is not asked for where nothing is left to spend", () => {
    const mute: Turn = { ...honest, block: null, tokens: 100 };
    const run = played({ tasks: ["A"], canResume: true, turns: [mute], policy: { run: { ...caps, tokens: 100 } } });
    expect(run.steps.filter((step) => step.do === "work")).toHaveLength(1);
  });
});
