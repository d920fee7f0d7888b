import { expect, test } from "vitest";
import type { Fact } from "../../core/fact.ts";
import { viewOf } from "../../core/summary.ts";
import {
  iterationRecorded,
  sampleId,
  sampleStanding,
  taskClaimed,
  warned,
  workLanded,
} from "../../testing/sample-facts.ts";
import { displayWidth } from "../text/display-width.ts";
import { reportText } from "./report-text.ts";

const textOf = (facts: readonly (readonly [number, Fact])[]): string => {
  const view = viewOf(
    facts.map(([iteration, fact], index) => ({ seq: index + 1, run: "r1", iteration, at: index, fact })),
  );
  if (view === null) throw new Error("These facts make no run.");
  return reportText(
    view,
    "Something waits for you: `ralph inbox` lists it. Answer in the plan, then `ralph run`, and so on.",
  );
};

const parked: Fact = {
  kind: "task-parked",
  task: sampleId("A-2"),
  state: "needs_human",
  reason: "no_progress",
  question: null,
  kept: { ref: "refs/ralph/wip/A-2/1", branch: "ralph/blocked/a-2" },
  standing: sampleStanding,
};

test("U-20 a report fits into 80 columns, whatever titles and messages are like", () => {
  const long = "word ".repeat(60).trim();
  const claim = taskClaimed("A-1");
  const text = textOf([
    [1, claim.kind === "task-claimed" ? { ...claim, task: { ...claim.task, title: long } } : claim],
    [1, workLanded()],
    [1, iterationRecorded({})],
    [1, warned(long)],
    [2, parked],
  ]);
  expect(text.split("\n").filter((line) => displayWidth(line) > 80)).toEqual([]);
});

test("U-20 what was set aside is told in words", () => {
  const text = textOf([
    [1, taskClaimed("A-2")],
    [1, parked],
  ]);
  expect(text).toContain(
    "  A-2 (needs_human): two iterations in a row without progress; its work:\n    ralph/blocked/a-2",
  );
});

test("U-20 a run without an iteration leaves no gap", () => {
  expect(textOf([[0, warned("look here")]])).not.toContain("\n\n\n");
});
