import { describe, expect, test } from "vitest";
import { type Play, played } from "../../testing/played-run.ts";
import { sampleTask } from "../../testing/sample-facts.ts";
import type { Turn } from "../../testing/turn.ts";
import type { Task } from "../task.ts";

const audit = (id: string, over: Partial<Task> = {}): Task => ({
  ...sampleTask(id),
  labels: ["audit-readonly"],
  group: "Campaign",
  ...over,
});
const block = {
  status: "COMPLETE",
  workType: "AUDIT",
  tasksCompleted: 1,
  recommendation: "Next: the next audit",
} as const;
const looks: Turn = { block, findings: [] };
const play = (over: Play) => played({ ...over, policy: { audit: true, close: "harness", ...over.policy } });
const steps = (run: ReturnType<typeof play>): readonly string[] => run.steps.map((step) => step.do);

describe("B-43 an audit run", () => {
  test("works each audit of its campaign with one call, files, and ends when the epic is complete", () => {
    const run = play({ tasks: [audit("A"), audit("B")], turns: [looks] });
    expect(run.outcomes).toEqual(["A verified", "B verified"]);
    expect(steps(run).filter((step) => step === "file-findings")).toHaveLength(2);
    expect(["gate", "review", "land", "simplify"].some((step) => steps(run).includes(step))).toBe(false);
    expect(run.end).toBe("plan_complete");
    expect(run.state.breaker.noProgress).toBe(0);
  });

  test("another campaign is another run's", () => {
    const run = play({ tasks: [audit("A"), audit("B", { group: "Other" })], turns: [looks] });
    expect([run.outcomes, run.end]).toEqual([["A verified"], "plan_complete"]);
  });

  test("R-6 whatever was changed is kept aside, and the task waits for a person", () => {
    const run = play({ tasks: [audit("A")], turns: [{ ...looks, changed: ["src/a.ts"] }] });
    expect(run.outcomes).toEqual(["A escalated"]);
    expect(run.view.parked[0]?.reason).toBe("an audit is read-only, and it changed src/a.ts");
    expect(steps(run)).not.toContain("file-findings");
  });

  test("R-6 another work type, or no findings, closes nothing: it is told, and tried once more", () => {
    const wrong: Turn = { ...looks, block: { ...block, workType: "TESTING" } };
    expect(play({ tasks: [audit("A")], turns: [wrong, looks] }).outcomes).toEqual(["A no_progress", "A verified"]);
    const silent = play({ tasks: [audit("A")], turns: [{ block, findings: null }] });
    expect(silent.outcomes).toEqual(["A no_progress", "A escalated"]);
    const once = play({ tasks: [audit("A")], turns: [{ block, findings: null }], policy: { once: true } });
    expect(once.state.corrections.join(" ")).toContain("no list of findings");
  });

  test("an agent that can go on in its session is asked once for what its answer lacks", () => {
    const run = play({ tasks: [audit("A")], turns: [{ block, findings: null }, looks], canResume: true });
    expect(run.outcomes).toEqual(["A verified"]);
    expect(run.steps.flatMap((step) => (step.do === "work" ? [step.purpose] : []))).toEqual(["task", "ask-block"]);
  });

  test("a blocker parks it, a limit is waited out", () => {
    const stuck: Turn = { block: { status: "BLOCKED", recommendation: "Blocked: no scanner" }, findings: null };
    expect(play({ tasks: [audit("A")], turns: [stuck] }).outcomes).toEqual(["A blocked"]);
    const limited: Turn = { outcome: "usage_limit", resetAt: "2023-11-14T23:00:00Z", block: null };
    expect(play({ tasks: [audit("A")], turns: [limited, looks] }).outcomes).toEqual(["A verified"]);
  });

  test("without --audit an audit is left alone, and nothing else is left to do", () => {
    const run = played({ tasks: [audit("A")], turns: [looks] });
    expect([run.outcomes, run.end]).toEqual([[], "queue_blocked"]);
  });
});
