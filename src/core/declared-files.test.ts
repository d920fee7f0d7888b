import { expect, test } from "vitest";
import { notDeclared } from "./declared-files.ts";

test("a declared name covers its file, all below its folder, and what its pattern fits", () => {
  const declared = ["src/a.ts", "./lib/", "test/**", "docs/*.md", "**/index.css", "odd(1).txt"];
  const inside = ["src/a.ts", "lib/x/y.js", "test/a/b.ts", "docs/a.md", "index.css", "x/y/index.css", "odd(1).txt"];
  const outside = ["src/a.tsx", "src/b.ts", "library/x.js", "docs/deep/a.md", "testing/a.ts", "odd1.txt"];
  expect(notDeclared([...inside, ...outside], declared)).toEqual(outside);
});
