import { describe, expect, test } from "vitest";
import { questionIn } from "./question.ts";

describe("L-24b a question to a person", () => {
  test.each([
    ["at the end", "I found two ways.\nShould I take the first?", "Should I take the first?"],
    ["without a question mark", "Please confirm that this is wanted.", "Please confirm that this is wanted."],
    ["in a list", "- Would you like me to go on?", "Would you like me to go on?"],
    ["the last of several", "Shall I start?\nWhich option do you prefer?", "Which option do you prefer?"],
  ])("%s", (_name, words, expected) => {
    expect(questionIn(words)).toBe(expected);
  });

  test.each([
    ["a statement", "I added the function."],
    ["a rhetorical question", "Why was it slow? Because of the loop."],
    ["in code", "```\n// Should I keep this?\n```\nDone."],
    ["in a quotation", "> Should I keep this?\nI kept it."],
    ["far from the end", `Should I start?\n${"I did a step.\n".repeat(13)}`],
    ["in back-ticks", "I renamed `should I go?` to `go`."],
  ])("is not %s", (_name, words) => {
    expect(questionIn(words)).toBeNull();
  });
});
