import { expect, test } from "vitest";
import { terminalLine } from "../../guard/paths/escape.ts";
import { outsideText } from "./outside-text.ts";

test.each([
  ["plain", "plain"],
  ["\u001b[31mred\u001b[0m", "red"],
  ["\u001b]0;title\u0007", "⟨U+001B⟩]0;title⟨U+0007⟩"],
  ["over\u202eride", "over⟨U+202E⟩ride"],
  ["two\nlines", "two lines"],
])("G-11 %j is shown as %j", (text, shown) => {
  expect(outsideText(text, terminalLine)).toBe(shown);
});

test("F220 the joints of well-formed emoji stay, and only those", () => {
  expect(outsideText("a 👨‍👩‍👧 ⚠️ b", terminalLine)).toBe("a 👨‍👩‍👧 ⚠️ b");
  expect(outsideText("in\u200dvisible ⚠️", terminalLine)).toBe("in⟨U+200D⟩visible ⚠️");
  expect(outsideText("\u001b[2J ⚠️ \u001b[2J", terminalLine)).toBe("⟨U+001B⟩[2J ⚠️ ⟨U+001B⟩[2J");
});
