import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyFact } from "../testing/fact-arbitrary.ts";
import { type Play, type Played, played, plainPolicy } from "../testing/played-run.ts";
import { planFile } from "../testing/played-world.ts";
import { sampleTask } from "../testing/sample-facts.ts";
import type { Turn } from "../testing/turn.ts";
import { endReasons } from "./end-reason.ts";
import { evolve } from "./evolve.ts";
import { next } from "./next.ts";
import { callOutcomes } from "./outcome.ts";
import { emptyPolicy, type Policy } from "./policy.ts";
import { initialState, type State } from "./state.ts";
import { viewOf } from "./summary.ts";
import { taskId } from "./task-id.ts";
import type { Task } from "./task.ts";

// Runs that are played with whatever an agent, a gate, a repository and a person may come up with.

const some = fc.option;
const flag = fc.boolean();

const turn: fc.Arbitrary<Turn> = fc.record(
  {
    outcome: fc.oneof(
      { weight: 3, arbitrary: fc.constant("ok" as const) },
      { weight: 1, arbitrary: fc.constantFrom(...callOutcomes) },
    ),
    message: fc.constantFrom("it broke", "no such model", "line 12"),
    say: fc.constantFrom("All tasks are complete.", "Everything passes.", "Should I go on?", "I had a look."),
    block: fc.oneof(
      fc.constant(null),
      fc.record(
        {
          status: fc.constantFrom("IN_PROGRESS", "COMPLETE", "BLOCKED"),
          exitSignal: flag,
          testsStatus: fc.constantFrom("PASSING", "FAILING", "DEFERRED", "NOT_RUN"),
          tasksCompleted: fc.nat(2),
          recommendation: fc.constantFrom("Next: go on", "All tasks complete, nothing is left", "Blocked: needs a key"),
        },
        { requiredKeys: [] },
      ),
    ),
    changed: fc.subarray(["src/a.ts", planFile]),
    tick: fc.constantFrom("kept", "undone"),
    denials: fc.nat(1),
    marks: fc.subarray(["src/a.ts:1"]),
    session: fc.constantFrom("s1", "s2"),
    costUsd: fc.constantFrom(0, 0.5, 3),
    tokens: fc.nat(2_000),
    minutes: fc.constantFrom(0, 1, 20),
    gate: fc.constantFrom("green", "green", "red", "not_run"),
    refusal: fc.constantFrom("hook", "signing", "conflict", "moved", "failed"),
    subAgentsInFlight: fc.nat(3),
  },
  { requiredKeys: [] },
);

// Most landings are accepted, or little would ever land.
const mostlyAccepted = fc.tuple(turn, fc.nat(5)).map(([one, n]): Turn => {
  const { refusal, ...rest } = one;
  return n === 0 && refusal !== undefined ? one : rest;
});

const tasks: fc.Arbitrary<readonly Task[]> = fc
  .array(
    fc.record({
      group: fc.constantFrom("One", "Two", null),
      optional: fc.boolean(),
      large: flag,
      dep: some(fc.nat(3)),
      parent: some(fc.nat(3)),
      gate: fc.constantFrom([], ["npm run check"]),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((list) =>
    list.map(({ dep, parent, ...rest }, i): Task => ({
      ...sampleTask(`T${i}`),
      ...rest,
      deps: dep !== null && dep < i ? [taskId(`T${dep}`)] : [],
      parent: parent !== null && parent < i ? taskId(`T${parent}`) : null,
    })),
  );

const policy: fc.Arbitrary<Partial<Policy>> = fc.record(
  {
    playbook: fc.constantFrom("workflow", "workflow", "increments"),
    qa: fc.constantFrom("epic", "iteration"),
    close: fc.constantFrom("agent", "harness"),
    onBlocked: fc.constantFrom("skip", "stop"),
    onLimit: fc.constantFrom("wait", "exit", "fallback"),
    limitWaitMs: some(fc.constantFrom(60_000, 7_200_000)),
    session: fc.constantFrom("fresh", "continue"),
    gated: flag,
    unattended: flag,
    once: flag,
    cap: some(fc.integer({ min: 1, max: 3 }), { freq: 2 }),
    callsPerHour: some(fc.integer({ min: 1, max: 4 })),
    run: fc.record({
      iterations: fc.integer({ min: 1, max: 15 }),
      timeMs: some(fc.constantFrom(60_000, 3_600_000)),
      costUsd: some(fc.constant(4)),
      tokens: some(fc.constant(5_000)),
    }),
    task: fc.record({
      iterations: some(fc.integer({ min: 1, max: 3 })),
      timeMs: some(fc.constant(600_000)),
      costUsd: some(fc.constant(2)),
      tokens: some(fc.constant(3_000)),
    }),
  },
  { requiredKeys: [] },
);

const play: fc.Arbitrary<Play> = fc.record({
  tasks,
  turns: fc.array(mostlyAccepted, { minLength: 1, maxLength: 25 }),
  policy,
  proofs: fc.array(fc.constantFrom("green" as const, "red" as const), { minLength: 1, maxLength: 3 }),
  faulty: fc.subarray(["T0", "T3"]),
  canResume: flag,
  fallback: fc.subarray(["second", "third"]),
});

/** Calls that a limit or a missing block can make of one round, and the steps that come with each. */
const patienceFor = (iterations: number): number => 20 + iterations * 120;

const runOf = (given: Play): Played => played({ ...given, patience: patienceFor(given.policy?.run?.iterations ?? 12) });

const always = (holds: (run: Played, given: Play) => void): void =>
  fc.assert(
    fc.property(play, (given) => holds(runOf(given), given)),
    { numRuns: 400 },
  );

describe("whatever happens, a run", () => {
  test("ends within a bound of steps, once, with a reason of the table", () =>
    always((run) => {
      expect(run.end).not.toBeNull();
      expect(endReasons).toContain(run.end);
      expect(run.entries.filter((entry) => entry.fact.kind === "run-ended")).toHaveLength(1);
      expect(next(run.state)).toEqual([]);
    }));

  test("starts no more iterations than it may", () =>
    always((run, given) => {
      expect(run.state.iterations).toBeLessThanOrEqual(given.policy?.run?.iterations ?? plainPolicy.run.iterations);
    }));

  test("never claims a task that was parked in it, nor one that has landed", () =>
    always((run) => {
      const gone = new Set<string>();
      for (const { fact } of run.entries) {
        if (fact.kind === "task-claimed") expect(gone).not.toContain(fact.task.id);
        if (fact.kind === "task-parked") gone.add(fact.task);
        if (fact.kind === "work-landed") for (const id of fact.closed) gone.add(id);
      }
    }));

  test("lands only what was claimed, with its tick kept, or measured and closed by the harness", () =>
    always((run) => {
      for (const { before, step } of walk(run)) {
        if (step !== "land") continue;
        const { current, policy: rules } = before;
        expect(current?.measured).not.toBeNull();
        expect(current?.calls.at(-1)?.outcome).toBe("ok");
        const isHarness = current?.claim.repair === true || rules.close === "harness";
        if (!isHarness) expect(current?.measured?.tick).toBe("kept");
      }
    }));

  test("never lands over a red gate, nor without one where it is due", () =>
    always((run) => {
      for (const { before, step } of walk(run)) {
        const { current, policy: rules } = before;
        if (step !== "land" || current === null || !rules.gated) continue;
        expect(current.gates.at(-1)?.verdict).not.toBe("red");
        const isDue =
          rules.playbook === "increments" ||
          rules.qa === "iteration" ||
          current.claim.boundary ||
          current.claim.task.large ||
          current.claim.repair;
        if (isDue) expect(current.gates.filter((gate) => gate.tree === current.measured?.tree)).not.toEqual([]);
      }
    }));

  test("says plan_complete only with nothing open, and over a green gate where there is one", () =>
    always((run) => {
      if (run.end !== "plan_complete") return;
      expect(run.tasks.filter((task) => task.state !== "done" && !task.optional)).toEqual([]);
      if (run.state.policy.gated) expect(run.state.gate?.verdict).toBe("green");
    }));

  test("repairs a red gate at most three times an iteration", () =>
    always((run) => {
      for (const { before } of walk(run)) expect(before.current?.gates.length ?? 0).toBeLessThanOrEqual(4);
    }));

  test("ends as interrupted and starts no further work, wherever it is interrupted", () =>
    fc.assert(
      fc.property(play, fc.nat(60), (given, at) => {
        const run = runOf({ ...given, wishes: { [at]: "stop" } });
        if (run.steps.length <= at + 1) return;
        expect(run.end).toBe("interrupted");
        const after = run.steps.slice(at + 1).map((step) => step.do);
        for (const step of ["work", "claim", "gate", "land", "wait"]) expect(after).not.toContain(step);
      }),
      { numRuns: 400 },
    ));

  test("takes no new task once somebody wishes it to stop after the task", () =>
    fc.assert(
      fc.property(play, fc.nat(60), (given, at) => {
        const run = runOf({ ...given, wishes: { [at]: "stop-after-task" } });
        const claims = run.steps.slice(at + 1).filter((step) => step.do === "claim");
        expect(claims).toEqual([]);
      }),
      { numRuns: 300 },
    ));

  test("is the same whether its facts are folded as they come or all again", () =>
    always((run) => {
      expect(viewOf(run.entries)?.state).toEqual(run.state);
      expect(viewOf(run.entries)).toEqual(run.view);
    }));
});

test("next and evolve take any facts in any order, and always give the same", () => {
  fc.assert(
    fc.property(
      fc.array(
        anyFact.filter((fact) => fact.kind !== "run-started"),
        { maxLength: 30 },
      ),
      (facts) => {
        const fold = (): State =>
          facts.reduce(
            (state, fact, i) => evolve(state, { seq: i + 1, run: "r", iteration: 1, at: 1_000 + i, fact }),
            initialState(emptyPolicy, 0),
          );
        const state = fold();
        expect(next(state)).toEqual(next(fold()));
        expect(next(state).length).toBe(state.ended === null ? 1 : 0);
      },
    ),
    { numRuns: 300 },
  );
});

/** Each step of a played run with an intent, and the state that it was wanted in. */
function walk(run: Played): readonly { readonly before: State; readonly step: string }[] {
  let state = initialState(emptyPolicy, 0);
  return run.entries.flatMap((entry) => {
    const before = state;
    state = evolve(state, entry);
    return entry.fact.kind === "step-intended" ? [{ before, step: entry.fact.step.do }] : [];
  });
}
