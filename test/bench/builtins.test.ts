import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// An import statement of a built-in module loads all that is lazy in it, at every start of every hook.
test("M-2 the built program takes Node's own modules as they are, and imports none of them", () => {
  const built = globSync("dist/**/*.js");
  expect(built.length).toBeGreaterThan(10);
  const importing = built.filter((file) => /\bfrom ?"node:(?!process")/.test(readFileSync(file, "utf8")));
  expect(importing).toEqual([]);
});
