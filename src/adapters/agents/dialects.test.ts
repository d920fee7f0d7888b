import { describe, expect, test } from "vitest";
import { roles } from "../../core/outcome.ts";
import type { AgentRequest } from "../../ports/agent.ts";
import { type DialectName, dialects } from "./dialects.ts";

const settings = {
  command: ["server"],
  format: "jsonl",
  family: null,
  self: ["node", "ralph.js"],
  script: "/script.yaml",
} as const;

/** How each program is told that nobody can be asked; null for those that know no such question, or have it answered by us. */
const unattended: Readonly<Record<DialectName, readonly string[] | null>> = {
  claude: ["--permission-mode", "acceptEdits"],
  codex: ["-c", 'approval_policy="never"'],
  gemini: ["--approval-mode"],
  qwen: ["--approval-mode", "yolo"],
  copilot: ["--no-ask-user", "--allow-all-tools"],
  opencode: null,
  pi: null,
  acp: null,
  command: null,
  script: null,
};

const isNamed = (name: string): name is DialectName => name in unattended;

describe("F128 F133 a program is told its mode by every call, resumed ones too: its own default might ask somebody", () => {
  const told = Object.keys(unattended)
    .filter(isNamed)
    .filter((name) => unattended[name] !== null);
  const calls = told.flatMap((name) => roles.map((role) => [name, role] as const));

  test.each(calls)("%s as %s", async (name, role) => {
    const request: AgentRequest = {
      role,
      prompt: "p",
      model: null,
      resume: null,
      workspace: "/r",
      hook: null,
      schema: null,
      maxCostUsd: null,
    };
    for (const resume of [null, "01234567-89ab-4cde-8f01-23456789abcd"]) {
      const { args } = (await dialects[name](settings)).command({ ...request, resume });
      expect(args).toEqual(expect.arrayContaining([...(unattended[name] ?? [])]));
    }
  });
});
