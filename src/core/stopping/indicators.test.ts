import { describe, expect, test } from "vitest";
import { played } from "../../testing/played-run.ts";
import { honest, type Turn } from "../../testing/turn.ts";

const signsOf = (turn: Turn, tasks: readonly string[] = ["A", "B"]): readonly string[] =>
  played({ tasks, turns: [turn], policy: { once: true, gated: true, qa: "iteration" } }).state.indicators[0] ?? [];

describe("L-11 signs of completion", () => {
  test("each distinct statement counts once, however often it stands there", () => {
    const twice: Turn = { ...honest, say: "All tasks are complete. All tasks are complete." };
    expect(signsOf(twice).filter((sign) => sign.startsWith("said:"))).toHaveLength(1);
  });

  test("STATUS COMPLETE, a green gate and an empty backlog are one each", () => {
    expect(signsOf(honest, ["A"])).toEqual(["status complete", "backlog empty", "gate green"]);
  });

  test("a call that failed says nothing", () => {
    expect(signsOf({ outcome: "crashed", say: "All tasks are complete." })).toEqual([]);
  });

  test("L-10 only the last iterations of the window are looked at", () => {
    const run = played({ tasks: ["A", "B", "C", "D"], turns: [honest], policy: { exitWindow: 2 } });
    expect(run.state.indicators).toHaveLength(2);
  });
});
