import { expect, test } from "vitest";
import { mergesText } from "./merges-text.ts";

test("R-5 an entry that a person has written by hand is shown as far as it can be", () => {
  const mine = { pr_number: 2, ticket_id: "A\u001B]0;x\u0007-1", branch: "a", created_at: "yesterday" };
  const text = mergesText([{ ...mine, ci_status: "pending", merge_status: "open", failure_reason: null }]);
  expect(text).toMatch(/^#2 {2}.* {2}a {2}checks pending, open\n$/);
  expect(text).not.toContain("\u001B");
});
