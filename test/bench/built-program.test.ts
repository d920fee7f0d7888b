import { runInNewContext } from "node:vm";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { narrowed } from "../../scripts/narrow-letters.ts";

// An import statement of a built-in module loads all that is lazy in it, at every start of every hook.
test("M-2 the built program takes Node's own modules as they are, and imports none of them", () => {
  const built = globSync("dist/**/*.js");
  expect(built.length).toBeGreaterThan(10);
  const importing = built.filter((file) => /\bfrom ?"node:(?!process")/.test(readFileSync(file, "utf8")));
  expect(importing).toEqual([]);
});

// One letter beyond Latin-1 makes V8 keep a whole source at two bytes a letter.
test("M-5 the built program holds no letter beyond Latin-1", () => {
  const wide = globSync("dist/**/*.js").filter((file) => /[\u0100-\uffff]/.test(readFileSync(file, "utf8")));
  expect(wide).toEqual([]);
});

test("a letter that is written as an escape means what it meant", () => {
  const codes = [
    '"…"',
    '"\\…"',
    '"\\\\…"',
    "`a${1}\u{1f600}→`",
    "/[–—]+/.test('–')",
    "/^[😀😁]$/u.test('😁')",
    "/^\\–$/.test('–')",
    '"ÿé"',
  ];
  for (const code of codes) {
    const escaped = narrowed(code);
    expect(escaped).not.toMatch(/[\u0100-\uffff]/);
    expect(runInNewContext(escaped)).toEqual(runInNewContext(code));
  }
});
