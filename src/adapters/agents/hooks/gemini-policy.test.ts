import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const policy = readFileSync(new URL("../../../../assets/hooks/gemini-policy.toml", import.meta.url), "utf8");
const patterns = [...policy.matchAll(/^(?<field>argsPattern|commandRegex) = '(?<text>.+)'$/gm)].map(({ groups }) => {
  const text = groups?.["text"] ?? "";
  // Gemini CLI puts this before a pattern for commands.
  return groups?.["field"] === "commandRegex" ? `"command":"${text}` : text;
});

// Its own check: one pattern that it takes for unsafe, and the rule is left out with no more than a line on stderr.
const takenForUnsafe = /\([^)]*[*+?{].*\)[*+?{]/;

const denies = (args: Readonly<Record<string, string>>): boolean =>
  patterns.some((pattern) => new RegExp(pattern).test(JSON.stringify(args)));

describe("the rules for Gemini CLI", () => {
  test("every one is taken by its check of patterns", () => {
    expect(patterns).toHaveLength(5);
    expect(patterns.filter((pattern) => takenForUnsafe.test(pattern) || pattern.length > 2048)).toEqual([]);
  });

  test.each([
    { file_path: ".ralphrc", content: "" },
    { file_path: "/work tree/.ralph/PROMPT.md", content: "" },
    { file_path: "/r/.git/hooks/pre-commit", content: "" },
    { command: "rm -r .ralph" },
    { command: "cd /r && mv .git old" },
    { command: "echo RALPH_GATE=true >> ./.ralphrc" },
    { command: "rm .ralph/fix_plan.md" },
    { command: "sed -i 's/a/b/' .ralph/fix_plan.md .ralphrc" },
    { command: "sed -i d .ralph/PROMPT.md" },
    { command: "node -e 'process.exit(0)'" },
    { command: "ls; bash -c ls" },
    { command: "git reset --hard" },
    { command: "git push origin main" },
  ])("%o is denied", (args) => expect(denies(args)).toBe(true));

  test.each([
    { file_path: "/r/src/ralphrc.ts", content: "" },
    { file_path: "/r/.ralph/fix_plan.md", content: "" },
    { command: "rm -r build" },
    { command: "sed -i 's/a/b/' src/a.ts" },
    { command: "sed -i '3s/\\[ \\]/[x]/' .ralph/fix_plan.md" },
    { command: "sed -i 's/false/true/' .ralph/prd.json" },
    { command: "node scripts/build.ts" },
    { command: "git commit -m 'feat: a'" },
  ])("%o is not", (args) => expect(denies(args)).toBe(false));
});
