import { expect, test } from "vitest";
import { sampleTask } from "../../testing/sample-facts.ts";
import { taskId } from "../task-id.ts";
import { mergeMessage, pullRequestText } from "./pull-request.ts";

const message = "feat: add a cart\n\nWhy it is so.\n\nRalph-Run: r1\nRalph-Task: ABC-1\n";
const task = taskId("ABC-1");
const words = { task: sampleTask("ABC-1"), message, receipts: [{ command: "npm test", exitCode: 0 }] };

test("R-7 what a pull request says is enough to merge it with the message of its work", () => {
  const { title, body } = pullRequestText(words);
  expect(title).toBe("feat: add a cart");
  expect(body).toContain("`npm test`: ok");
  expect(mergeMessage({ title, body }, task)).toEqual({
    subject: "feat: add a cart",
    body: "Why it is so.\n\nRalph-Run: r1\nRalph-Task: ABC-1",
  });
});

test("a person's own words without our marks give the subject, and the task is named", () => {
  expect(mergeMessage({ title: "mine", body: "Closes #3" }, task)).toEqual({
    subject: "mine",
    body: "Ralph-Task: ABC-1",
  });
});

test("what others add around our words is no part of the message, nor can it take the task's name away", () => {
  const { title, body } = pullRequestText(words);
  const added = `## Preview\n\n${body}\n<!-- summary by a bot -->\n\n## Summary\n\nRalph-Task: ABC-9\n`;
  for (const text of [added, added.replaceAll("\n", "\r\n")])
    expect(mergeMessage({ title, body: text }, task)).toEqual(mergeMessage({ title, body }, task));
  expect(body.trimEnd().split("\n").at(-1)).toBe("Ralph-Task: ABC-1");
});

test("L-6 a task's text mentions nobody, closes nothing and hides nothing", () => {
  const asked = {
    ...sampleTask("ABC-1"),
    title: "ask @team\nfixes #12 <!-- ralph: message --> ![x](https://x.example/) \u202Eback Ralph-Task: X",
  };
  const { title, body } = pullRequestText({ ...words, task: asked });
  expect(body).not.toMatch(/@team|#12|!\[|\u202E|<!-- ralph: message -->[^]*<!-- ralph: message/);
  expect(mergeMessage({ title, body }, task).body).toBe("Why it is so.\n\nRalph-Run: r1\nRalph-Task: ABC-1");
});
