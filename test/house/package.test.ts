import { execFileSync } from "node:child_process";
import { globSync, existsSync } from "node:fs";
import { join, sep } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "../architecture/modules.ts";

let packed: readonly string[] = [];

beforeAll(() => {
  const listed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    shell: process.platform === "win32",
  });
  const answer = JSON.parse(listed) as unknown;
  const [first] = (Array.isArray(answer) ? answer : Object.values(answer as object)) as {
    files: { path: string }[];
  }[];
  packed = first?.files.map(({ path }) => path) ?? [];
});

describe("the package, as it would be published", () => {
  test("holds the program, its assets and what a person reads first, and nothing else", () => {
    const tops = new Set(packed.map((path) => path.split("/")[0] ?? ""));
    const wanted = ["CHANGELOG.md", "LICENSE", "README.md", "assets", "bin", "package.json"];
    expect([...tops].filter((top) => top !== "dist").toSorted()).toEqual(wanted);
  });

  test("leaves out nothing of the assets, not even names with a dot", () => {
    const assets = [
      ...globSync("assets/**/*", { cwd: root }),
      ...globSync("assets/**/.*", { cwd: root }),
      ...globSync("assets/**/.*/**/*", { cwd: root }),
    ];
    const files = assets
      .filter((path) => existsSync(join(root, path)) && /\.\w+$/u.test(path))
      .map((path) => path.split(sep).join("/"));
    const shipped = new Set(packed);
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((path) => !shipped.has(path) && !packed.some((each) => each.startsWith(`${path}/`)))).toEqual(
      [],
    );
  });

  test("has a built program in it", () => {
    expect(packed).toEqual(expect.arrayContaining(["bin/ralph.js", "dist/main.js", "dist/hook.js", "dist/play.js"]));
  });
});
