import { expect, test } from "vitest";
import { readStatusBlock } from "../core/status/read-status-block.ts";
import { judgeStop } from "./stop.ts";

const block = [
  "---RALPH_STATUS---",
  "STATUS: IN_PROGRESS",
  "TASKS_COMPLETED_THIS_LOOP: 1",
  "FILES_MODIFIED: 3",
  "TESTS_STATUS: PASSING",
  "WORK_TYPE: IMPLEMENTATION",
  "EXIT_SIGNAL: false",
  "RECOMMENDATION: Next: add the login form",
  "---END_RALPH_STATUS---",
];
const judge = (lines: readonly string[], askedBefore = false) =>
  judgeStop(readStatusBlock(lines.join("\n"), "workflow/1.2"), askedBefore);

test("G-5 an answer with a valid block may end", () => expect(judge(["done", "", ...block])).toEqual({ ends: true }));

test("G-5 an end without a block is refused once, with what is missing", () => {
  expect(judge(["all done"])).toMatchObject({ ends: false, reason: expect.stringContaining("---RALPH_STATUS---") });
  expect(judge(["all done"], true)).toEqual({ ends: true });
});

test("G-5 a missing field is named", () =>
  expect(judge(block.filter((line) => !line.startsWith("WORK_TYPE")))).toMatchObject({
    ends: false,
    reason: expect.stringContaining("WORK_TYPE"),
  }));
