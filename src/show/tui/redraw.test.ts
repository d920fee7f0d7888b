import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Terminal } from "./fixtures/terminal.ts";
import { type Line, paint, span } from "./line.ts";
import { type Drawn, erase, redraw } from "./redraw.ts";

const size = { columns: 20, rows: 8 };
const frameOf = (...lines: readonly string[]): readonly Line[] => lines.map((line) => [span(line)]);
const drawn = (...lines: readonly string[]): Drawn => ({ lines: frameOf(...lines), size });

function onScreen(...frames: readonly Drawn[]): Terminal {
  const terminal = new Terminal(size.columns, size.rows);
  terminal.write("before\r\n");
  let before: Drawn | null = null;
  for (const after of frames) {
    terminal.write(redraw(before, after));
    before = after;
  }
  return terminal;
}

describe("U-6 the view is drawn in place, below what was on the screen", () => {
  test("only lines that differ are written, and the last", () => {
    const { written } = onScreen(drawn("one", "two", "three"), drawn("one", "2", "three"));
    expect(written.at(-1)).toContain("2");
    expect(written.at(-1)).toContain("three");
    expect(written.at(-1)).not.toContain("one");
  });

  test("a frame that grows and one that shrinks leave nothing behind", () => {
    expect(onScreen(drawn("one"), drawn("one", "two", "three")).text()).toEqual(["before", "one", "two", "three"]);
    expect(onScreen(drawn("one", "two", "three"), drawn("1")).text()).toEqual(["before", "1"]);
  });

  test("keys that were pressed are wiped away", () => {
    const terminal = onScreen(drawn("one", "two"));
    terminal.write("^C");
    terminal.write(redraw(drawn("one", "two"), drawn("1", "two")));
    expect(terminal.text()).toEqual(["before", "1", "two"]);
  });

  test("the cursor is hidden while it is drawn", () => {
    expect(onScreen(drawn("one")).isCursorShown).toBe(false);
  });

  test("an erased frame gives its place back", () => {
    const terminal = onScreen(drawn("one", "two"));
    terminal.write(erase(drawn("one", "two")));
    terminal.write("note");
    expect(terminal.text()).toEqual(["before", "note"]);
  });

  test("a full line keeps its last character", () => {
    const full = "12345678901234567890";
    expect(onScreen(drawn(full, "x"), drawn("y", full)).text()).toEqual(["before", "y", full]);
  });
});

test("after a resize the frame stands once, whatever the terminal did to the lines of the old one", () => {
  const long = drawn("a line of 18 width", "日本語日本語日本語", "short", "end");
  const terminal = onScreen(long);
  terminal.resize(7, 8);
  terminal.write(redraw(long, { lines: frameOf("a line…", "日本…", "end"), size: { columns: 7, rows: 8 } }));
  expect(terminal.text()).toEqual(["before", "a line…", "日本…", "end"]);
});

test("whatever frame follows whatever frame, the screen shows the last one", () => {
  const line = fc.constantFrom("", "one", "two", "日本語", "🚀 off", "x".repeat(20));
  const frame = fc.array(line, { minLength: 1, maxLength: size.rows });
  fc.assert(
    fc.property(fc.array(frame, { minLength: 1, maxLength: 6 }), (frames) => {
      const shown = onScreen(...frames.map((lines) => drawn(...lines))).text();
      const last = frames.at(-1) ?? [];
      expect(shown).toEqual(["before", ...last.slice(0, last.findLastIndex((each) => each !== "") + 1)]);
    }),
  );
});

test("each tone has its colour and ends with its piece", () => {
  expect(paint([span("a "), span("b", "good"), span("", "bad")])).toBe("a \u001b[32mb\u001b[0m");
});
