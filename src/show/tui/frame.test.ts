import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fact } from "../../core/fact.ts";
import { stages } from "../../core/step.ts";
import { terminalLine } from "../../guard/paths/escape.ts";
import {
  agentFinished,
  iterationRecorded,
  sampleStanding,
  sampleTask,
  taskClaimed,
  workLanded,
} from "../../testing/sample-facts.ts";
import { runStarted, sampleStart, sampleView } from "../../testing/sample-run.ts";
import { hear, newActivity } from "../live/activity.ts";
import { frame } from "./frame.ts";
import { lineWidth, plainLine } from "./line.ts";
import type { Scene, Size } from "./scene.ts";

const claimOf = (id: string, title: string): Fact =>
  ({ ...taskClaimed(id), task: { ...sampleTask(id), title } }) as Fact;

const parked = (id: string, reason: string): Fact => ({
  kind: "task-parked",
  task: sampleTask(id).id,
  state: "blocked",
  reason,
  question: null,
  kept: null,
  standing: { ...sampleStanding, open: 3, done: 1 },
});

const differing = [{ field: "testsStatus", claimed: "PASSING", measured: "red" }];

const facts: readonly Fact[] = [
  runStarted(),
  claimOf("T-1", "Read dates"),
  agentFinished({ costUsd: 0.25 }),
  workLanded("1234567890abcdef"),
  iterationRecorded({ discrepancies: differing }),
  claimOf("T-2", "修复 🚀 tests"),
  agentFinished(),
  parked("T-2", "waits for a key"),
  iterationRecorded({ outcome: "blocked", discrepancies: differing }),
  claimOf("T-3", "Write the parser"),
];

const call = { role: "implementer", round: 1, purpose: "task" } as const;
const now = sampleStart + 125_000;
const busy = hear(
  newActivity(call, now - 20_000),
  { type: "tool", name: "Edit", input: '{"file_path":"/repo/src/a.ts"}', sub: false },
  now - 3_000,
);

const scene = (change: Partial<Scene> = {}): Scene => ({
  view: sampleView(facts),
  stage: "work",
  stageSince: now - 20_000,
  activity: busy,
  asked: { stop: "no", paused: false },
  now,
  escape: terminalLine,
  ...change,
});

const text = (at: Scene, size: Size): readonly string[] => frame(at, size).map(plainLine);
const usual: Size = { columns: 80, rows: 24 };

describe("U-6 the live view", () => {
  test("80×24 shows the run, the task, its stage, the agent's doing, what is spent and left, and what came of the others", () => {
    expect(text(scene(), usual)).toEqual([
      "ralph  2 min 05 s · 1 done · 3 open · run 20260305-140000-abc123",
      "",
      "T-3  Write the parser  #3",
      "✓ pick  ✓ claim  ▸ work 20 s  · measure  · gate  · land",
      "",
      "now       3 s ago    Edit src/a.ts",
      "agent     implementer · script · 1 tool call",
      "spent     0.75 USD · 200 tokens",
      "left      17 of 20 iterations · 57 min 55 s · 4.25 USD · no bound on tokens",
      "breaker   closed",
      "",
      "landed    1234567890  T-1 Read dates",
      "parked    blocked  T-2 waits for a key",
      "differs   #2 TESTS_STATUS said PASSING, measured gate red",
      "",
      "Ctrl-C stops and keeps the work, twice ends at once",
    ]);
  });

  test("120×40 cuts nothing that 80 columns cut", () => {
    const long = "a title that goes on ".repeat(5).trim();
    const wide = scene({ view: sampleView([runStarted(), claimOf("T-9", long)]) });
    expect(text(wide, { columns: 120, rows: 40 })[2]).toBe(`T-9  ${long}  #1`);
    expect(text(wide, usual)[2]).toBe(`T-9  ${long.slice(0, 74)}…`);
  });

  test("40×10 keeps what matters most, in a closer setting", () => {
    expect(text(scene(), { columns: 40, rows: 10 })).toEqual([
      "ralph  2 min 05 s · 1 done · 3 open · r…",
      "T-3  Write the parser  #3",
      "✓pick ✓claim ▸work ·measure ·gate ·land",
      "now       3 s ago    Edit src/a.ts",
      "agent     implementer · script · 1 tool…",
      "spent     0.75 USD · 200 tokens",
      "left      17 of 20 iterations · 57 min…",
      "breaker   closed",
      "landed    1234567890  T-1 Read dates",
      "parked    blocked  T-2 waits for a key",
    ]);
  });

  test("a single line tells what happens now", () => {
    expect(text(scene(), { columns: 80, rows: 1 })).toEqual(["now       3 s ago    Edit src/a.ts"]);
  });

  test("V046 a screen of one character is drawn without a fault", () => {
    expect(text(scene(), { columns: 1, rows: 1 })).toEqual(["…"]);
  });
});

const lineOf = (at: Scene, label: string): string | undefined => text(at, usual).find((line) => line.startsWith(label));

describe("the lines", () => {
  test("F218 silence is told with its age, and a sign of life beside it", () => {
    const silent = hear(
      { ...busy, last: busy.last && { ...busy.last, at: now - 900_000 } },
      { type: "tool-result", isError: false },
      now - 2_000,
    );
    expect(lineOf(scene({ activity: silent }), "now")).toBe(
      "now       15 min ago, last sign of life 2 s ago Edit src/a.ts",
    );
  });

  test("G-11 what an agent says can't steer the terminal", () => {
    const activity = hear(busy, { type: "text", text: "\u001b[2J\u001b]0;x\u0007\ndone\u202e", sub: false }, now);
    expect(lineOf(scene({ activity }), "now")).toBe(
      "now       0 s ago    ⟨U+001B⟩[2J⟨U+001B⟩]0;x⟨U+0007⟩ done⟨U+202E⟩",
    );
  });

  test("L-26 a wait is told with its end, in the place where the call waits", () => {
    const waiting = { why: "usage_limit", until: now + 723_000 };
    const at = scene({ view: { ...sampleView(facts), waiting }, stage: "reap" });
    expect(lineOf(at, "waiting")).toMatch(/^waiting {3}usage limit resets at 14:14 \(in 12 min 03 s\)$/);
    expect(lineOf(at, "✓ pick")).toContain("▸ work");
  });

  test("L-28 the first Ctrl-C is answered: what is still done, and what a second does", () => {
    const at = scene({ asked: { stop: "now", paused: false } });
    expect(lineOf(at, "stopping")).toBe("stopping  ending the agent; its work is measured and kept");
    expect(text(at, usual).at(-1)).toBe("Ctrl-C again ends at once");
    expect(lineOf({ ...at, stage: "land" }, "stopping")).toContain("finishing the landing");
  });

  test("a red gate stays in sight while it is repaired", () => {
    const red: Fact = {
      kind: "gate-judged",
      round: 1,
      tree: "t",
      verdict: "red",
      served: false,
      receipts: [],
      failing: "npm test",
      problem: null,
      leftovers: [],
    };
    const at = scene({
      view: sampleView([...facts, agentFinished(), red]),
      activity: newActivity({ ...call, role: "fixer", round: 2 }, now),
    });
    expect(lineOf(at, "✓ pick")).toBe("✓ pick  ✓ claim  ▸ work 20 s  · measure  ✗ gate  · land");
    expect(lineOf(at, "agent")).toBe("agent     fixer · script · repair 1");
  });

  test("L-20 the breaker tells how near it is", () => {
    const view = sampleView(facts);
    const near = { ...view, state: { ...view.state, breaker: { ...view.state.breaker, noProgress: 1 } } };
    expect(lineOf(scene({ view: near }), "breaker")).toBe(
      "breaker   closed · 1 of 3 iterations in a row without progress",
    );
  });

  test("an ended run tells why, and no longer what Ctrl-C would do", () => {
    const view = sampleView([...facts, { kind: "run-ended", reason: "needs_human", message: "", left: null }]);
    const lines = text(scene({ view }), usual);
    expect(lines).toContain("ended     needs_human");
    expect(lines.join("\n")).not.toMatch(/Ctrl-C|▸/);
  });
});

test("F221 no frame is wider or higher than the screen, whatever is shown", () => {
  const anything = fc.string({ unit: "binary", maxLength: 200 });
  const sizes = fc.record({ columns: fc.integer({ min: 1, max: 130 }), rows: fc.integer({ min: 1, max: 45 }) });
  fc.assert(
    fc.property(anything, anything, fc.constantFrom(...stages), sizes, (title, said, stage, size) => {
      const view = sampleView([...facts.slice(0, -1), claimOf("T-3", title), parked("T-4", said)]);
      const lines = frame(
        scene({ view, stage, activity: hear(busy, { type: "text", text: said, sub: false }, now) }),
        size,
      );
      expect(lines.length).toBeLessThanOrEqual(size.rows);
      expect(Math.max(...lines.map(lineWidth))).toBeLessThanOrEqual(size.columns);
    }),
  );
});
