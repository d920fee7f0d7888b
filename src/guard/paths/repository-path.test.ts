import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldSegment, insideRepository, placePath } from "./repository-path.ts";

const root = "/home/demo/project";

describe("G-10 paths stay inside the repository", () => {
  test.each(["src/a.ts", "./src/../src/a.ts", "/home/demo/project/src/a.ts", "a..b", "..a", "src/..", "."])(
    "%s is inside",
    (path) => expect(insideRepository(root, path)).toBe(true),
  );
  test.each([
    "..",
    "../other/a",
    "src/../../other",
    "/etc/passwd",
    "/home/demo/project-2/a",
    "/home/demo/projec",
    "/",
    "../../../../../../../../..",
    "a\0b",
    "a\nb",
    "a\u001b[2Jb",
    "",
    "C:/Windows/x",
  ])("%j is not", (path) => expect(insideRepository(root, path)).toBe(false));

  test("relative paths start at the working folder", () => {
    expect(placePath(root, `${root}/src`, "../.ralphrc")).toEqual({ kind: "inside", path: ".ralphrc" });
    expect(placePath(root, `${root}/src`, "../../x")).toEqual({ kind: "outside", path: "/home/demo/x" });
    expect(placePath(root, root, root)).toEqual({ kind: "inside", path: "" });
  });

  test("no relative path without a leading `..` in the end is placed both inside and above", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "..", ".", "")), (names) => {
        const placed = placePath(root, root, names.join("/") || ".");
        const depth = names.reduce(
          (at, name) => (name === ".." ? at - 1 : name === "a" || name === "b" ? at + 1 : at),
          0,
        );
        if (placed.kind === "inside") expect(placed.path).not.toContain("..");
        if (depth < 0) expect(placed.kind).toBe("outside");
      }),
    );
  });
});

test("G-10 folding is stable and leaves ordinary names alone", () => {
  for (const name of ["readme.md", "package.json", "übung.ts", "日本語.md"])
    expect(foldSegment(name)).toBe(name.normalize("NFKC"));
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(foldSegment(foldSegment(name))).toBe(foldSegment(name));
    }),
    { numRuns: 2000 },
  );
});
