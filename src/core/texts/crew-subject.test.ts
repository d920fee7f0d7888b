import { expect, test } from "vitest";
import { isConventional } from "./commit-message.ts";
import { crewSubject } from "./crew-subject.ts";

const subject = (
  title: string,
  paths: readonly string[],
  { labels = [], scopes = [] }: { readonly labels?: readonly string[]; readonly scopes?: readonly string[] } = {},
) => crewSubject({ task: { title, labels }, changes: paths.map((path) => ({ path })), scopes });

test.each<[string, string, readonly string[], string]>([
  ["by its files", "add a list", ["src/list.ts", "src/list.test.ts"], "feat: add a list"],
  ["documents alone", "say how", ["docs/how.md"], "docs: say how"],
  ["tests alone", "show it", ["src/list.test.ts", "test/x.ts"], "test: show it"],
  ["workflows alone", "run on push", [".github/workflows/ci.yml"], "ci: run on push"],
  ["nothing at all", "look", [], "chore: look"],
  ["as the title says", "fix: a `list`", ["docs/how.md"], "fix: a list"],
  ["a type that is none of ours stays words", "perf: faster", ["src/a.ts"], "feat: perf: faster"],
])("R-7 the type of a crew's commit: %s", (_name, title, paths, expected) => {
  expect(subject(title, paths)).toBe(expected);
  expect(isConventional(subject(title, paths))).toBe(true);
});

test("R-7 a label says the type where the title does not", () => {
  expect(subject("zero is wrong", ["src/a.ts"], { labels: ["M1", "bug"] })).toBe("fix: zero is wrong");
});

test("R-7 a scope is one of the list: by label, else by the part of a path that most files have", () => {
  const scopes = ["api", "ui"];
  expect(subject("x", ["src/ui/a.ts", "src/ui/b.ts", "src/api/c.ts"], { scopes })).toBe("feat(ui): x");
  expect(subject("x", ["src/ui/a.ts"], { scopes, labels: ["API"] })).toBe("feat(api): x");
  expect(subject("x", ["src/core/a.ts"], { scopes })).toBe("feat: x");
  expect(subject("fix(core): x", ["src/a.ts"], { scopes })).toBe("fix: x");
});
