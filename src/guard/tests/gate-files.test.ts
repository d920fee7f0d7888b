import { describe, expect, test } from "vitest";
import { gateFileKind, gateFilesChanged } from "./gate-files.ts";

describe("G-3 files that a gate reads, by path", () => {
  test.each([
    ["test/one.test.js", "test"],
    ["src/a.spec.ts", "test"],
    ["src/__tests__/a.ts", "test"],
    ["src/__snapshots__/a.snap", "test"],
    ["pkg/a_test.go", "test"],
    ["tests/test_a.py", "test"],
    ["test_a.py", "test"],
    ["conftest.py", "test"],
    ["src/test/java/ATest.java", "test"],
    ["App.Tests/FooTests.cs", "test"],
    ["spec/models/a_spec.rb", "test"],
    ["tests/it.rs", "test"],
    ["features/login.feature", "test"],
    ["package.json", "gate-config"],
    ["packages/a/package.json", "gate-config"],
    ["vitest.config.ts", "gate-config"],
    ["jest.config.cjs", "gate-config"],
    ["pytest.ini", "gate-config"],
    ["pyproject.toml", "gate-config"],
    ["tox.ini", "gate-config"],
    ["Makefile", "gate-config"],
    ["tsconfig.build.json", "gate-config"],
    [".eslintrc.json", "gate-config"],
    ["eslint.config.js", "gate-config"],
    [".oxlintrc.json", "gate-config"],
    ["go.mod", "gate-config"],
    ["build.gradle.kts", "gate-config"],
    [".github/workflows/ci.yml", "ci"],
    [".gitlab-ci.yml", "ci"],
    ["Jenkinsfile", "ci"],
    [".pre-commit-config.yaml", "ci"],
    ["package-lock.json", "dependencies"],
  ])("%s: %s", (path, kind) => expect(gateFileKind(path)).toBe(kind));

  test.each([
    "src/one.js",
    "src/testing.ts",
    "src/contest.py",
    "README.md",
    "docs/tests.md",
    "src/latest.ts",
    "src/inspect.js",
    ".github/ISSUE_TEMPLATE.md",
  ])("%s is an ordinary file", (path) => expect(gateFileKind(path)).toBeNull());
});

const changed = (path: string, kind: "added" | "modified" | "deleted" = "modified") => ({ path, kind });
const paths = (...args: Parameters<typeof gateFilesChanged>) => gateFilesChanged(...args).map(({ path }) => path);

describe("G-3 what is reported", () => {
  test("what existed before, not new tests", () =>
    expect(
      paths(
        [
          changed("test/a.test.js"),
          changed("test/b.test.js", "added"),
          changed("test/c.test.js", "deleted"),
          changed("src/a.js"),
        ],
        [],
      ),
    ).toEqual(["test/a.test.js", "test/c.test.js"]));
  test("a renamed test is reported under the name it had", () =>
    expect(gateFilesChanged([{ path: "old/a.txt", kind: "renamed", from: "test/a.test.js" }], [])).toEqual([
      { path: "test/a.test.js", kind: "renamed", reads: "test" },
    ]));
  test("not what the task declares, as file or folder", () =>
    expect(paths([changed("test/a.test.js"), changed("ci/Makefile")], ["./test/a.test.js", "ci/"])).toEqual([]));
  test("F236 a lock file alone is reported, beside its manifest it is not", () => {
    expect(paths([changed("package-lock.json")], [])).toEqual(["package-lock.json"]);
    expect(paths([changed("package-lock.json"), changed("package.json")], ["package.json"])).toEqual([]);
  });
});
