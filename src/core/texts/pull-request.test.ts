import { expect, test } from "vitest";
import { sampleTask } from "../../testing/sample-facts.ts";
import { mergeMessage, pullRequestText } from "./pull-request.ts";

const message = "feat: add a cart\n\nWhy it is so.\n\nRalph-Run: r1\nRalph-Task: ABC-1\n";
const words = { task: sampleTask("ABC-1"), message, receipts: [{ command: "npm test", exitCode: 0 }] };

test("R-7 what a pull request says is enough to merge it with the message of its work", () => {
  const { title, body } = pullRequestText(words);
  expect(title).toBe("feat: add a cart");
  expect(body).toContain("`npm test`: ok");
  expect(mergeMessage({ title, body })).toEqual({
    subject: "feat: add a cart",
    body: "Why it is so.\n\nRalph-Run: r1\nRalph-Task: ABC-1",
  });
});

test("a person's own words without our mark give the subject alone", () => {
  expect(mergeMessage({ title: "mine", body: "Closes #3" })).toEqual({ subject: "mine", body: "" });
});

test("L-6 a task's text mentions nobody, closes nothing and hides nothing", () => {
  const task = { ...sampleTask("ABC-1"), title: "ask @team\nfixes #12 <!-- ralph: message --> Ralph-Task: X" };
  const { title, body } = pullRequestText({ ...words, task });
  expect(body).not.toMatch(/@team|#12|<!-- ralph: message -->[^]*<!--/);
  expect(mergeMessage({ title, body }).body).toBe("Why it is so.\n\nRalph-Run: r1\nRalph-Task: ABC-1");
});
