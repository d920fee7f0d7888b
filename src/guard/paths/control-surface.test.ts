import { describe, expect, test } from "vitest";
import {
  holdsControlSurface,
  isControlSurface,
  surfaceRule,
  protectionOf,
  type SurfaceSettings,
} from "./control-surface.ts";

const byAgent: SurfaceSettings = { planFiles: [".ralph/fix_plan.md"], closeBy: "agent" };
const byHarness: SurfaceSettings = { ...byAgent, closeBy: "harness" };

describe("G-1 what belongs to the control surface", () => {
  test.each([
    ".ralph",
    ".ralph/specs/login.md",
    ".ralph/ralph.db",
    ".ralph/ralph.db-wal",
    ".ralph/logs/run/1.jsonl",
    ".ralph/status.json",
    ".ralphrc",
    "ralph.config.ts",
    "ralph.config.json",
    ".claude/agents/ralph.md",
    ".claude/agents/ralph-reviewer.md",
    ".cursor/agents/ralph.md",
    ".codex/skills/ralph-workflow/SKILL.md",
    ".gemini/skills/ralph-status/SKILL.md",
    ".opencode/agents/ralph.md",
    ".github/agents/ralph-judge.agent.md",
    ".github/skills/ralph-crew/SKILL.md",
    ".github/hooks/ralph.json",
    ".pi/skills/ralph-brief/SKILL.md",
    ".pi/extensions/ralph.js",
    ".pi/settings.json",
    ".opencode/opencode.json",
    "opencode.json",
    "opencode.jsonc",
    ".claude/skills/ralph-workflow",
    ".claude/hooks/on-stop.sh",
    ".claude/hooks/protect-ralph-files.sh",
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".codex/hooks.json",
    ".gemini/settings.json",
    ".git/hooks/pre-commit",
    ".git/config",
    ".git/config.worktree",
    ".git/worktrees/one/config.worktree",
  ])("%s", (path) => expect(isControlSurface(path, byAgent)).toBe(true));

  test.each([
    "src/ralph.ts",
    "src/.ralphrc.ts",
    ".ralphish/x",
    ".ralphrc.md",
    "ralph.configuration.ts",
    ".claude/agents/reviewer.md",
    ".claude/skills/deploy/SKILL.md",
    ".claude/hooks/format.sh",
    ".github/workflows/ci.yml",
    "packages/app/.ralph/x",
    ".git/index.lock",
    ".git/info/exclude",
    ".gitignore",
    "README.md",
  ])("not %s", (path) => expect(isControlSurface(path, byAgent)).toBe(false));
});

describe("G-1 the plan", () => {
  test("is the agent's to edit where the agent closes, and the harness's where the harness does", () => {
    expect(protectionOf(".ralph/fix_plan.md", byAgent)).toBe("plan");
    expect(protectionOf(".ralph/fix_plan.md", byHarness)).toBe("protected");
  });
  test("G-2 so it is with a plan elsewhere, which its source judges item by item after the call", () => {
    const index = { planFiles: ["tasks/index.yaml", "docs/prd/index.md"] };
    for (const path of index.planFiles) {
      expect(isControlSurface(path, { ...index, closeBy: "harness" })).toBe(true);
      expect(isControlSurface(path, { ...index, closeBy: "agent" })).toBe(false);
      expect(protectionOf(path, { ...index, closeBy: "harness" })).toBe("plan");
      expect(holdsControlSurface(path, { ...index, closeBy: "harness" })).toBe(true);
    }
    expect(isControlSurface("Tasks/INDEX.yaml", { ...index, closeBy: "harness" })).toBe(true);
    expect(isControlSurface("docs/prd/M1-1.md", { ...index, closeBy: "harness" })).toBe(false);
    expect(isControlSurface("tasks", { ...index, closeBy: "harness" })).toBe(false);
    expect(isControlSurface("other/tasks/index.yaml", { ...index, closeBy: "harness" })).toBe(false);
  });
  test("a disguised name of the plan is not the plan", () => {
    expect(isControlSurface(".RALPH/fix_plan.md", byAgent)).toBe(true);
  });
});

describe("G-10 G-23 disguised names are taken for what they pass for", () => {
  test.each([
    [".RALPH/x", "upper case"],
    [".Ralphrc", "mixed case"],
    [".ralph./x", "trailing dot"],
    [".ralph /x", "trailing space"],
    [".ralph::$INDEX_ALLOCATION/x", "stream name"],
    [".r\u0430lph/x", "Cyrillic a"],
    [".ral\u200bph/x", "zero-width space"],
    [".ral\u00adph/x", "soft hyphen"],
    ["\uff0eralphrc", "full-width dot"],
    ["\uff52alph.config.ts", "full-width r"],
    [".git\u200c/hooks/pre-commit", "zero-width non-joiner"],
    ["GIT~1/hooks/pre-commit", "short name"],
    [".ralph\\x", "backslash"],
    [".c\u217caude/settings.json", "Roman numeral fifty"],
  ])("%j (%s)", (path) => expect(surfaceRule(path)).not.toBeNull());
});

test("G-1 a folder that holds protected paths can't be removed whole", () => {
  for (const path of ["", ".claude", ".claude/agents", ".git", ".ralph", ".ralph/fix_plan.md"]) {
    expect(holdsControlSurface(path, byAgent), path).toBe(true);
  }
  for (const path of ["src", "build", ".claude/agents/mine.md"])
    expect(holdsControlSurface(path, byAgent), path).toBe(false);
});

test("G-1 what the harness writes while an agent works is no evidence against the agent, and still not its to write", () => {
  for (const path of [".ralph/live.log", ".ralph/logs", ".ralph/.subagent_in_flight", ".ralph/ralph.db-shm"]) {
    expect(protectionOf(path, byAgent), path).toBe("own");
    expect(isControlSurface(path, byAgent), path).toBe(true);
  }
});
