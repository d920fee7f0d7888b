import { expect, test } from "vitest";
import { plainTask } from "../../core/plain-task.ts";
import { taskId } from "../../core/task-id.ts";
import type { Task } from "../../core/task.ts";
import { filterBy } from "../compose/filter.ts";
import { runArguments } from "./run-arguments.ts";

test.each<[string, number | null, string | null]>([
  ["", null, null],
  ["5", 5, null],
  ["M58", null, "M58"],
  ["m37 3", 3, "M37"],
  ["3 m58-pos-module", 3, "M58"],
])("B-33 ralph run %s", (words, cap, milestone) => {
  expect(runArguments(words.split(" ").filter((word) => word !== ""))).toEqual({ cap, milestone, problem: null });
});
test.each(["banana", "0", "-1", "1.5", "5 6", "M1 M2", "5 banana"])(
  "B-33 ralph run %s is bad use, and the right forms are shown",
  (words) => {
    expect(runArguments(words.split(" ")).problem).toContain("ralph run M58");
  },
);

const aTask = (over: Partial<Task>): Task => ({ ...plainTask("A-1", "a"), ...over });
test("B-33 a milestone is matched by group, label or the beginning of the id, and never by that of another number", () => {
  const matches = (over: Partial<Task>): boolean => filterBy("M1")(aTask(over)) === null;
  expect([{ group: "M1" }, { labels: ["m1"] }, { id: taskId("M1-7") }, { group: "M1: Payments" }].map(matches)).toEqual(
    [true, true, true, true],
  );
  expect([{ group: "M10" }, { id: taskId("M12-1") }, { labels: ["M11"] }, {}].map(matches)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([filterBy("docs")(aTask({ group: "Docs and more" })), filterBy("docs")(aTask({}))]).toEqual([
    null,
    "it does not match the filter docs",
  ]);
});
