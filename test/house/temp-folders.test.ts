import { expect, test } from "vitest";
import { readModules } from "../architecture/modules.ts";

// What a test makes outside of the repository, it takes away: a thousand runs would else fill somebody's disk. The easy way is
// `tempFolder` (src/testing/temp-folder.ts), which does so by itself.
const removes = /\brm(?:Sync)?\(|\bremove\(/;

test("whoever makes a temporary folder removes it, too", () => {
  const makers = readModules().filter(({ text }) => /\bmkdtemp(?:Sync)?\(/.test(text));
  expect(makers.length).toBeGreaterThan(10);
  expect(makers.filter(({ text }) => !removes.test(text)).map(({ path }) => path)).toEqual([]);
});
