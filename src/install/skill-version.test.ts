import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readStatusBlock } from "../core/status/read-status-block.ts";
import { skillPath } from "./files/programs.ts";
import { installedSkills, matchSkills, skillVersionOf } from "./skill-version.ts";

const skills = join(import.meta.dirname, "..", "..", "assets", "skills");
const ours = (name: string): string => readFileSync(join(skills, name, "SKILL.md"), "utf8");
const at = (name: string, version: string | null) => ({ name, path: skillPath("claude", name), version });

test("C-3 the version is read from the head alone", () => {
  expect(skillVersionOf("---\nname: x\nversion: 1.2.0\n---\nversion: 9.9.9\n")).toBe("1.2.0");
  expect(skillVersionOf('---\r\nversion: "1.1.0"\r\n---\r\n')).toBe("1.1.0");
  expect(skillVersionOf("---\nname: x\n---\nversion: 1.2.0\n")).toBeNull();
  expect(skillVersionOf("version: 1.2.0")).toBeNull();
});

test("C-3 another version than the contract's is told, with the file and both", () => {
  const match = matchSkills([at("ralph-workflow", "1.1.0"), at("ralph-status", "1.2.3")], "workflow/1.2");
  expect(match).toMatchObject({ kind: "differs", skills: [{ name: "ralph-workflow" }] });
  expect(match).toHaveProperty(
    "message",
    expect.stringMatching(/workflow\/1\.2.*ralph-workflow\/SKILL\.md is version 1\.1\.0/),
  );
});

test("C-3 a clearer wording is no other contract; 1.20 is no 1.2", () => {
  expect(matchSkills([at("ralph-workflow", "1.2.9")], "workflow/1.2").kind).toBe("match");
  expect(matchSkills([at("ralph-workflow", "1.20.0")], "workflow/1.2").kind).toBe("differs");
  expect(matchSkills([at("ralph-status", null)], "workflow/1.2").kind).toBe("differs");
});

test("C-3 a project without skills is told nothing: a run works without them", () => {
  expect(matchSkills([], "workflow/1.2")).toEqual({ kind: "none" });
});

test("C-3 a skill of any agent program is looked at", () => {
  const old = "---\nversion: 1.1.0\n---\n";
  const installed = installedSkills((path) => (path === ".cursor/skills/ralph-workflow/SKILL.md" ? old : null));
  expect(matchSkills(installed, "workflow/1.2")).toMatchObject({
    kind: "differs",
    message: expect.stringContaining(".cursor/skills/ralph-workflow/SKILL.md is version 1.1.0"),
  });
});

test("C-3 the skills that come with this version teach the default contract, and both", () => {
  const installed = installedSkills((path) =>
    path.startsWith(".claude/") ? ours(path.split("/").at(-2) ?? "") : null,
  );
  expect(installed.map(({ name }) => name)).toEqual(["ralph-workflow", "ralph-status"]);
  expect(matchSkills(installed, "workflow/1.2").kind).toBe("match");
  expect(matchSkills(installed, "status/1").kind).toBe("match");
});

test("U-2 every example block of the status skill reads and grades without a fault, its template is no report", () => {
  const blocks = ours("ralph-status").match(/---RALPH_STATUS---[\s\S]*?---END_RALPH_STATUS---/g) ?? [];
  const [template = "", ...examples] = blocks;
  expect(examples).toHaveLength(4);
  for (const example of examples)
    expect(readStatusBlock(example, "workflow/1.2")).toMatchObject({ valid: true, faults: [] });
  expect(readStatusBlock(template, "workflow/1.2").block).toBeNull();
  expect(readStatusBlock(ours("ralph-workflow"), "workflow/1.2").block).toBeNull();
});

test("U-2 the head of the workflow skill says what loads it, and with which tools", () => {
  const head = ours("ralph-workflow").split("---")[1] ?? "";
  for (const line of [
    "ralph: true",
    "ralph_local: true",
    "user-invocable: false",
    "disable-model-invocation: false",
    "allowed-tools: [Read, Write, Edit, Grep, Glob, Bash, Task]",
  ])
    expect(head.split("\n")).toContain(line);
});
