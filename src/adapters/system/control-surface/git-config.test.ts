import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { configChanges, mendedConfig } from "./git-config-guard.ts";
import { readConfig } from "./git-config.ts";

const list = (text: string): readonly string[] =>
  execFileSync("git", ["config", "--file", "-", "--list", "-z"], { input: text, encoding: "utf8" })
    .split("\0")
    .filter((line) => line !== "");
const ours = (text: string): readonly string[] | undefined =>
  readConfig(text)?.map(({ key, value }) => `${key}\n${value}`);

const texts: readonly string[] = [
  "[core]\n\tbare = false\n",
  "[core] hooksPath = /x\n",
  "[CORE]\nHOOKSPATH=/x ; comment\n",
  '[remote "origin"]\n\turl = "https://example.invalid/a b" # comment\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
  '[url "a\\"b\\\\c"]\n\tinsteadOf = x\n',
  "[alias]\n\tst = !sh -c \\\n  'evil'\n",
  '[alias]\n\tst = "a # b ; c" tail\\tx\\n\n',
  "[branch.Main]\n\tremote = origin\n",
  "[a]\r\n\tb = c\r\n",
  "; only\n# comments\n\n",
  '[core][alias]x=y\n[include]\npath="/tmp/evil"',
];

describe("reads what git reads", () => {
  test.each(texts)("%j", (text) => expect(ours(text)).toEqual(list(text)));
  test.each(["[core\nbare=false\n", "bare = false\n", '[core]\nx = "open\n', "[core]\n1x = y\n", "[core]\nx = y\\"])(
    "gives up where git does: %j",
    (text) => expect(readConfig(text)).toBeNull(),
  );
});

describe("G-1 git's configuration, key by key", () => {
  const before = '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://example.invalid/a\n';
  test("settings that neither run nor redirect anything are git's own affair", () =>
    expect(
      configChanges(
        before,
        `${before}[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n[user]\n\tname = Demo\n`,
      ),
    ).toEqual([]));
  test("spelling is no way round", () => {
    for (const text of [
      "[CoRe]\n\thOOksPath = /x\n",
      "[core] hooksPath=/x\n",
      '[core]\n\thooksPath = "/x"\n',
      "[core]\n\thooksPath = \\\n/x\n",
    ]) {
      expect(configChanges(before, before + text), text).toMatchObject([{ key: "core.hookspath", severity: "attack" }]);
    }
  });
  test("a second value that overrides the first counts", () =>
    expect(configChanges(before, `${before}[remote "origin"]\n\turl = https://evil.example\n`)).toMatchObject([
      { key: "remote.origin.url", severity: "attack" },
    ]));
  test("mending leaves the rest and takes the danger out, wherever it stands", () => {
    const harmless = '[branch "main"]\n\tmerge = refs/heads/main\n';
    const after = `[core] hooksPath = /x\n\tbare = false\n[remote "origin"]\n\turl = https://evil.example\n[alias]\n\tx = !a \\\n\tb\n${harmless}`;
    const mended = mendedConfig(before, after);
    expect(configChanges(before, mended)).toEqual([]);
    expect(mended).toContain(harmless);
    expect(list(mended)).toContain("core.bare\nfalse");
  });
  test("what can't be read is replaced whole", () => expect(mendedConfig(before, `${before}[core\n`)).toBe(before));
});
