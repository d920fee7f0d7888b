import { expect, test } from "vitest";
import { sampleTask } from "../../testing/sample-facts.ts";
import { readTasks } from "./read-tasks.ts";

test("B-5 what `plan list --json` prints reads back", () => {
  const tasks = [
    { ...sampleTask("A-1"), labels: ["x"], acceptance: [{ text: "works", done: true }], source: { file: "", line: 0 } },
  ];
  expect(readTasks(JSON.stringify(tasks))).toEqual({ ok: true, value: tasks });
});

test("id and title are enough; unknown keys are passed over", () => {
  const read = readTasks('[{"id":"7","title":"do it","state":"odd","other":1}]');
  expect(read.ok && read.value[0]).toMatchObject({ id: "7", title: "do it", state: "todo", priority: 2 });
});

test.each([["nonsense"], ['{"id":1}'], ["[{}]"], ['[{"id":1,"title":"x"}]']])("%s is refused with a reason", (text) => {
  expect(readTasks(text)).toMatchObject({ ok: false });
});
