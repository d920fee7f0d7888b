import { expect, test } from "vitest";
import { displayWidth } from "./display-width.ts";
import { hung, hungRows } from "./hung.ts";

test("a long text goes on below its own beginning, in 80 columns, whatever its letters are", () => {
  const lines = hung("wörter und 字 ".repeat(20), "  - ", "    ");
  expect(lines.length).toBeGreaterThan(2);
  for (const [at, line] of lines.entries()) {
    expect(displayWidth(line)).toBeLessThanOrEqual(80);
    expect(line.startsWith(at === 0 ? "  - w" : "    ")).toBe(true);
  }
});

test("rows without a value are left out, long values go on below where they began", () => {
  const rows = hungRows([
    ["state", "to do"],
    ["why", "word ".repeat(20).trim()],
    ["labels", ""],
    ["under", null],
  ]);
  expect(rows[0]).toBe("  state  to do");
  expect(rows[1]).toMatch(/^ {2}why {4}word word/);
  expect(rows[2]).toMatch(/^ {9}word/);
  expect(rows).toHaveLength(3);
});
