import { describe, expect, test } from "vitest";
import { played, plainPolicy } from "../testing/played-run.ts";
import { crashing, digging, honest, idle, stuck, type Turn } from "../testing/turn.ts";
import { exitCodeOfRun, newView, viewOf } from "./summary.ts";
import { taskId } from "./task-id.ts";

describe("what every screen shows of a run", () => {
  test("an iteration tells its task, its outcome, its calls and its money", () => {
    const red: Turn = { ...honest, gate: "red", costUsd: 0.5, tokens: 100 };
    const { view } = played({
      tasks: ["A"],
      policy: { gated: true },
      turns: [red, { ...honest, costUsd: 0.25, tokens: 50 }],
    });
    expect(view.iterations).toHaveLength(1);
    expect(view.iterations[0]).toMatchObject({
      n: 1,
      task: "A",
      outcome: "landed",
      gate: "green",
      gateRuns: 2,
      calls: { implementer: 1, fixer: 1 },
      costUsd: 0.75,
      tasksClosed: 1,
    });
    expect(view.tokens.in).toBe(150);
  });

  test("claims stand beside what was measured", () => {
    const boast: Turn = {
      ...digging,
      block: { status: "COMPLETE", tasksCompleted: 2, filesModified: 9, testsStatus: "PASSING" },
    };
    const { view } = played({ tasks: ["A"], policy: { once: true }, turns: [boast] });
    expect(view.iterations[0]).toMatchObject({ filesChanged: 1, claims: { filesModified: 9, tasksCompleted: 2 } });
    expect(view.iterations[0]?.discrepancies.map((one) => one.field)).toEqual([
      "filesModified",
      "tasksCompleted",
      "testsStatus",
    ]);
  });

  test("C-16 a call that ended early has the harness's block, blocked by the cause", () => {
    const { view } = played({ tasks: ["A"], policy: { once: true }, turns: [crashing] });
    expect(view.iterations[0]).toMatchObject({
      outcome: "failed",
      error: { class: "crashed", message: "it broke" },
      block: { by: "harness", status: "BLOCKED", recommendation: "Blocked: it broke" },
    });
  });

  test("L-28 an iteration that the end of its run catches unrecorded is interrupted", () => {
    const { entries } = played({ tasks: ["A"], policy: { once: true }, turns: [idle] });
    const [started] = entries;
    const cut = entries.slice(
      0,
      entries.findIndex(({ fact }) => fact.kind === "iteration-recorded"),
    );
    const end = { kind: "run-ended", reason: "interrupted", message: "", left: null } as const;
    const view = viewOf(started === undefined ? [] : [...cut, { ...started, seq: cut.length + 1, fact: end }]);
    expect([viewOf(cut)?.iterations[0]?.outcome, view?.iterations[0]?.outcome]).toEqual([null, "interrupted"]);
  });

  test("a parked task is listed with its reason, and what the iteration asked", () => {
    const { view } = played({ tasks: ["A"], turns: [stuck] });
    expect(view.parked).toMatchObject([{ task: "A", state: "blocked", reason: "needs a key" }]);
    expect(view.iterations[0]?.parkedFor).toBe("needs a key");
  });

  test.each<readonly [string, Turn]>([
    ["control_surface", { surface: [{ path: ".ralphrc", what: "changed", severity: "attack" }] }],
    ["said_to_be_done", { strayTicks: [taskId("B")] }],
  ])("%s is a warning", (code, turn) => {
    const { view } = played({ tasks: ["A", "B"], policy: { once: true }, turns: [turn] });
    expect(view.warnings.map((warning) => warning.code)).toContain(code);
  });

  test("a change of the control surface by an agent is critical", () => {
    const { view } = played({
      tasks: ["A"],
      policy: { once: true },
      turns: [{ ...idle, surface: [{ path: "x", what: "gone", severity: "attack" }] }],
    });
    expect(view.warnings.find((warning) => warning.code === "control_surface")?.severity).toBe("critical");
  });
});

test("the exit code follows the end; a run without an end is a fault of our own", () => {
  expect(exitCodeOfRun(played({ tasks: ["A"], turns: [honest] }).view)).toBe(0);
  expect(exitCodeOfRun(played({ tasks: ["A"], turns: [stuck] }).view)).toBe(3);
  expect(exitCodeOfRun(newView("r", plainPolicy, 0))).toBe(70);
});

test("of no facts there is no view", () => {
  expect(viewOf([])).toBeNull();
});
