import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { roles } from "../../core/outcome.ts";
import { isControlSurface } from "../../guard/paths/control-surface.ts";
import { judgeShell } from "../../guard/judge-shell.ts";
import { skillVersionOf } from "../skill-version.ts";
import { assetFiles, roleSource } from "./asset-files.ts";
import { agentPrograms, programNames } from "./programs.ts";

const assets = join(import.meta.dirname, "..", "..", "..", "assets");
const text = (...path: string[]): string => readFileSync(join(assets, ...path), "utf8");
const skills = Object.fromEntries(
  readdirSync(join(assets, "skills")).map((name) => [name, text("skills", name, "SKILL.md")]),
);
const roleTexts = Object.fromEntries(
  readdirSync(join(assets, "roles")).map((file) => [basename(file, ".md"), text("roles", file)]),
);
const files = assetFiles(programNames, { skills, roles: roleTexts });
const headOf = (markdown: string): Record<string, unknown> =>
  parse(/^---\n([\s\S]*?)\n---\n/.exec(markdown)?.[1] ?? "") as Record<string, unknown>;

describe("U-2 the skills", () => {
  test("are the six that the contract, the loop, the crew, the brief and snippets need", () => {
    expect(Object.keys(skills).toSorted()).toEqual([
      "ralph-brief",
      "ralph-crew",
      "ralph-loop",
      "ralph-snippets",
      "ralph-status",
      "ralph-workflow",
    ]);
  });

  test.each(Object.entries(skills))(
    "%s has a head that every program reads, and a history that fits its version",
    (name, skill) => {
      const head = headOf(skill);
      expect(head).toMatchObject({ name, ralph: true });
      expect(String(head["description"]).length).toBeLessThan(400);
      expect(skill.slice(skill.indexOf("## Revisions"))).toContain(`\n- ${skillVersionOf(skill)}: `);
      expect(skill.length).toBeLessThan(8_000);
      expect(skill).not.toMatch(/[^\x20-\x7E\n…→]/u);
    },
  );

  test("C-3 each names the version it is of", () => {
    for (const skill of Object.values(skills)) expect(skillVersionOf(skill)).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe("G-4 the recipes for snippets are what the guard allows, and what they say is refused is refused", () => {
  const scene = {
    root: "/home/demo/project",
    cwd: "/home/demo/project",
    temp: ["/tmp"],
    planFiles: [".ralph/fix_plan.md"],
    closeBy: "agent" as const,
  };
  const rows = (skills["ralph-snippets"] ?? "")
    .split("\n")
    .filter((line) => /^\| .*`/.test(line))
    .map((line) =>
      line
        .replaceAll(String.raw`\|`, "\0")
        .split("|")
        .map((cell) => cell.replaceAll("\0", "|").trim()),
    );
  const commands = (cell = ""): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
  const recipes = rows.filter((cells) => cells.length === 6);
  const allowed = [
    ...recipes.map(([, , , run]) => run),
    ...rows.filter((cells) => cells.length === 4).map(([, , c]) => c),
  ].flatMap(commands);
  const refused = recipes.flatMap(([, , , , cell]) => commands(cell));

  test("there are recipes for ten interpreters at least", () => expect(recipes.length).toBeGreaterThan(10));
  test.each(allowed)("allowed: %s", (command) => expect(judgeShell(command, scene)).toMatchObject({ allowed: true }));
  test.each(refused)("refused: %s", (command) => expect(judgeShell(command, scene)).toMatchObject({ allowed: false }));
});

describe("the examples in skills are what the harness reads", () => {
  const examples = (name: string): readonly Record<string, unknown>[] =>
    [...(skills[name] ?? "").matchAll(/```json\n([\s\S]*?)```/g)].map(
      ([, json = ""]) => JSON.parse(json) as Record<string, unknown>,
    );

  test("P-6 a brief has its fields", () => {
    const [brief = {}] = examples("ralph-brief");
    expect(Object.keys(brief)).toEqual([
      "schema_version",
      "task_id",
      "task_source",
      "task_summary",
      "risk_level",
      "affected_modules",
      "acceptance_criteria",
      "prior_learnings",
      "qa_required",
      "qa_scope",
      "delegate_to",
      "coordinator_confidence",
      "created_at",
    ]);
  });

  test("P-22 P-24 P-28 U-45 each role of a crew has its answer", () => {
    expect(examples("ralph-crew").map((example) => Object.keys(example))).toEqual([
      ["status", "files", "approach", "focusedTests", "reviewerNotes", "blockers", "discoveries"],
      ["verdict", "summary", "issues", "files"],
      ["verdict", "reason"],
      [
        "ac_coverage_score",
        "ac_coverage_notes",
        "code_quality_score",
        "code_quality_notes",
        "test_quality_score",
        "test_quality_notes",
        "overall_notes",
      ],
    ]);
  });
});

describe("U-2 the roles", () => {
  test("are those that an agent is called in", () => {
    expect(Object.keys(roleTexts).toSorted()).toEqual([...roles].toSorted());
    for (const [name, source] of Object.entries(roleTexts)) expect(roleSource(source).name).toBe(`ralph-${name}`);
  });

  test("M-11 are short", () => {
    for (const source of Object.values(roleTexts)) expect(Buffer.byteLength(source)).toBeLessThan(1_500);
  });

  test("only implementer, fixer and simplifier may change files", () => {
    const editing = Object.values(roleTexts)
      .map(roleSource)
      .filter(({ access }) => access === "edit");
    expect(editing.map(({ name }) => name).toSorted()).toEqual([
      "ralph-fixer",
      "ralph-implementer",
      "ralph-simplifier",
    ]);
  });
});

describe("U-2 one source, the form of each program", () => {
  test("skills are the same everywhere", () => {
    for (const { path, text: written } of files.filter(({ kind }) => kind === "skill"))
      expect(written).toBe(skills[path.split("/").at(-2) ?? ""]);
  });

  const reviewer = (program: string): string =>
    files.find(({ path, kind }) => kind === "role" && path.includes("reviewer") && path.startsWith(program))?.text ??
    "";

  test.each([
    [".claude/", { name: "ralph-reviewer", tools: "Read, Grep, Glob, Bash", model: "opus" }],
    [".gemini/", { name: "ralph-reviewer", kind: "local", tools: expect.not.arrayContaining(["write_file"]) }],
    [".cursor/", { name: "ralph-reviewer", readonly: false, model: "inherit" }],
    [".github/", { name: "ralph-reviewer", tools: ["read", "search", "execute"] }],
    [".opencode/", { mode: "subagent", permission: { edit: "deny", bash: "allow" } }],
    [".qwen/", { name: "ralph-reviewer", tools: expect.arrayContaining(["run_shell_command"]) }],
  ])("a role for %s", (program, head) => expect(headOf(reviewer(program))).toMatchObject(head));

  test("no head holds a key that its program does not know; the version stands in a comment", () => {
    for (const { path, text: written } of files.filter(({ kind }) => kind === "role")) {
      if (!path.endsWith(".toml")) expect(headOf(written), path).not.toHaveProperty("version");
      expect(written, path).toContain("version: 1.0.0");
    }
  });

  test("the TOML of Codex holds the instructions as one literal text", () => {
    const toml = reviewer(".codex/");
    expect(toml).toMatch(
      /^# version: 1\.0\.0\nname = "ralph-reviewer"\ndescription = ".*"\nsandbox_mode = "workspace-write"\n/,
    );
    expect(toml.split("'''")).toHaveLength(3);
  });

  test("G-1 every file is control surface, once installed", () => {
    const settings = { planFiles: [".ralph/fix_plan.md"], closeBy: "agent" as const };
    for (const { path } of files) expect(isControlSurface(path, settings), path).toBe(true);
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
    expect(Object.keys(agentPrograms)).toHaveLength(8);
  });
});
