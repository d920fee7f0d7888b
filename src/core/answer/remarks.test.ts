import { expect, test } from "vitest";
import { remarksIn } from "./remarks.ts";

test("P-12 the mark of a finished increment counts on a line of its own, outside of code and quotations", () => {
  for (const text of ["RALPH_COMPLETE", "Done.\n\n**RALPH_COMPLETE**\n", "a\r\n<promise>RALPH_COMPLETE</promise>\r\n"])
    expect(remarksIn(text), text).toEqual({ marked: true });
  for (const text of [
    "I will not say RALPH_COMPLETE yet",
    "`RALPH_COMPLETE`",
    "```\nRALPH_COMPLETE\n```",
    "> RALPH_COMPLETE",
  ])
    expect(remarksIn(text), text).toEqual({});
});

test("B-20a criteria are named one a line, in any dress of a list", () => {
  const text =
    "SATISFIED: shown quickly\n- SATISFIED: [x] kept safe\n**SATISFIED:** told once\nnot satisfied: the rest";
  expect(remarksIn(text).satisfied).toEqual(["shown quickly", "kept safe", "told once"]);
});

test("B-24 learnings are a paragraph, kept as one bounded line", () => {
  expect(remarksIn("Did it.\n\nLEARNINGS: the parser\n  reads lines.\n\nNext.").learnings).toBe(
    "the parser reads lines.",
  );
  expect(remarksIn("- **Learnings:** one").learnings).toBe("one");
  expect(remarksIn(`Learnings: ${"x".repeat(2_000)}`).learnings).toHaveLength(500);
  expect(remarksIn("I learned nothing: at all")).toEqual({});
});
