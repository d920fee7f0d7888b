import { expect, test } from "vitest";
import { demoClosing } from "./demo-text.ts";

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
  const text = demoClosing({ report, catches: [caught], kept: null });
  expect(text).toContain("CORRECTION: do the work");
  expect(text.split("\n").filter((line) => line.startsWith("     | "))).toEqual([
    "     | #2  no_progress  A-2  two",
    "     |     1 file",
    "     |     TASKS_COMPLETED said 1, measured 0",
  ]);
});

test("U-5 a report in another form leaves the words without lines", () => {
  const caught = { kind: "gate-red", iteration: 7, task: "A-2", failing: "`make` failed" } as const;
  expect(demoClosing({ report, catches: [caught], kept: "/there" })).not.toContain("     | ");
});

test("U-5 where the repository is kept, the reader is told how to look at it", () => {
  expect(demoClosing({ report, catches: [], kept: "/there" })).toContain("The repository is in /there");
});
