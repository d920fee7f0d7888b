import { expect, test } from "vitest";
import { demoClosing, demoOpening } from "./demo-text.ts";

const report = `
Run r ended: plan_complete

  #1  landed       A-1  one
      2 files, commit 629f73a188
  #2  no_progress  A-2  two
      1 file
      TASKS_COMPLETED said 1, measured 0
  #12 landed       A-3  three
      1 file, commit c56ce653de

Next: look
`;

test("U-5 each catch is shown with its own lines of the report, and no others", () => {
  const caught = { kind: "tick-taken-back", iteration: 2, task: "A-2", correction: "do the work" } as const;
  const text = demoClosing({ report, catches: [caught], kept: null, issues: [] });
  expect(text).toContain("CORRECTION: do the work");
  expect(text.split("\n").filter((line) => line.startsWith("     | "))).toEqual([
    "     | #2  no_progress  A-2  two",
    "     |     1 file",
    "     |     TASKS_COMPLETED said 1, measured 0",
  ]);
});

test("U-5 a report in another form leaves the words without lines", () => {
  const caught = { kind: "gate-red", iteration: 7, task: "A-2", failing: "`make` failed" } as const;
  expect(demoClosing({ report, catches: [caught], kept: "/there", issues: [] })).not.toContain("     | ");
});

test("U-5 where the repository is kept, the reader is told how to look at it", () => {
  expect(demoClosing({ report, catches: [], kept: "/there", issues: [] })).toContain("The repository is in /there");
});

test("U-5 a demo with a tracker shows how its issues stand in the end", () => {
  const issues = [
    { id: "GH-1", title: "one", state: "closed" },
    { id: "GH-12", title: "two", state: "open" },
  ];
  expect(demoClosing({ report, catches: [], kept: null, issues })).toContain(
    "What the tracker says now\n  GH-1   closed  one\n  GH-12  open    two\n",
  );
});

test.each(["workflow", "increments", "crew", "linear", "github"] as const)(
  "U-5 what opens the demo %s fits into 80 columns",
  (name) => {
    const lines = demoOpening(name, "/there").split("\n");
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  },
);
