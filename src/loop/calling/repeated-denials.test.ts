import { describe, expect, test } from "vitest";
import { RepeatedDenials } from "./repeated-denials.ts";

const found = (...calls: readonly (readonly [tool: string, input: string | object])[]): string | null => {
  const denials = new RepeatedDenials();
  for (const [tool, input] of calls)
    denials.add({ tool, input: typeof input === "string" ? input : JSON.stringify(input), reason: "no" });
  return denials.found;
};

const write = (content: string) => ["Write", { file_path: ".claude/skills/x.md", content }] as const;
const shell = (command: string) => ["Bash", { command }] as const;

describe("F125 the same call, refused again and again", () => {
  test("twice may be a misunderstanding, the third time is not", () => {
    expect(found(write("a"), write("a"))).toBeNull();
    expect(found(write("a"), write("a"), write("a"))).toBe("the same was refused 3 times: Write .claude/skills/x.md");
  });

  test("another content, other spaces, another description: the same call still", () => {
    expect(found(write("a"), write("b"), write("c"))).not.toBeNull();
    expect(found(shell("npm install"), shell(" npm  install\n"), shell("npm install"))).not.toBeNull();
    expect(
      found(shell("npm i"), shell("npm i"), ["Bash", { command: "npm i", description: "Install once more" }]),
    ).not.toBeNull();
  });

  test("what lies between does not matter: two refused calls by turns, or others", () => {
    expect(found(shell("a"), shell("b"), shell("a"), shell("b"))).toBeNull();
    expect(found(shell("a"), shell("b"), shell("a"), shell("b"), shell("a"))).toContain("Bash a");
  });

  test("three refusals of different things are three attempts at another way", () => {
    expect(found(shell("npm install"), shell("npm ci"), shell("yarn"))).toBeNull();
    expect(
      found(write("a"), ["Edit", { file_path: ".claude/skills/x.md" }], shell("rm .claude/skills/x.md")),
    ).toBeNull();
  });

  test("input that is no JSON, or names nothing known, is compared as it stands", () => {
    expect(found(["shell", "rm -rf x"], ["shell", "rm -rf x"], ["shell", "rm -rf x"])).not.toBeNull();
    expect(found(["t", { a: 1 }], ["t", { a: 1 }], ["t", { a: 2 }])).toBeNull();
    expect(found(["t", "null"], ["t", "[]"], ["t", ""])).toBeNull();
    expect(
      found(["exec", { command: ["npm", "i"] }], ["exec", { command: ["npm", "i"] }], ["exec", "npm i"]),
    ).not.toBeNull();
  });
});
