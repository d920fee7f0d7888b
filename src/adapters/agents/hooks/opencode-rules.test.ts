import { describe, expect, test } from "vitest";
import { openCodeRules } from "./opencode-rules.ts";

/** OpenCode's own patterns: a star is any text, over folders too, and a pattern is about the whole of what is asked. */
const matches = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".")}$`,
  ).test(text);

const denies = (permission: keyof typeof openCodeRules.permission, asked: string): boolean =>
  Object.keys(openCodeRules.permission[permission]).some((pattern) => matches(pattern, asked));

describe("the rules for OpenCode", () => {
  test.each([
    "rm -r .ralph",
    "rm .ralph/fix_plan.md",
    "mv .git/hooks old",
    "sed -i d .ralphrc",
    "sed -i 's/a/b/' .ralph/PROMPT.md",
    "tee -a .ralph/logs/1/events.jsonl",
    "node -e 'process.exit(0)'",
    "git push origin main",
    "git reset --hard HEAD~1",
  ])("%s is denied", (command) => expect(denies("bash", command)).toBe(true));

  test.each([
    "sed -i '3s/\\[ \\]/[x]/' .ralph/fix_plan.md",
    "sed -i 's/a/b/' src/a.ts",
    "rm -r build",
    "git commit -m 'feat: a'",
    "node scripts/build.ts",
  ])("%s is not", (command) => expect(denies("bash", command)).toBe(false));

  test("G-1 the files that steer the loop are denied to its tools for writing, the plan is not", () => {
    expect([".ralphrc", ".ralph/PROMPT.md", ".git/hooks/pre-commit"].filter((file) => !denies("edit", file))).toEqual(
      [],
    );
    expect(denies("edit", ".ralph/fix_plan.md")).toBe(false);
  });
});
