import { describe, expect, test } from "vitest";
import { roles } from "../../../core/outcome.ts";
import type { AgentRequest } from "../../../ports/agent.ts";
import { agentContract } from "../../../testing/agent-contract.ts";
import { codex } from "./codex.ts";
import { begun, completed, says, thread } from "./test-lines.ts";

agentContract("codex", () => codex, { success: [...begun, says("Done."), completed()], answer: "Done." });

const request: AgentRequest = {
  role: "implementer",
  prompt: "the prompt",
  model: "gpt-5.5-codex",
  resume: null,
  workspace: "/repository",
  hook: ["/opt/my node/node", "/opt/it's/ralph.js", "hook"],
  schema: null,
  maxCostUsd: 1.5,
  gitFolder: "/repository/.git",
  scratch: "/repository/.ralph/logs/1/.1.implementer",
};

const after = (args: readonly string[], flag: string): string => args[args.indexOf(flag) + 1] ?? "";

describe("starting Codex", () => {
  test("argv of an implementer's call", () => {
    const { file, args, stdin } = codex.command({ ...request, hook: null });
    expect([file, ...args]).toEqual([
      "codex",
      "exec",
      "--json",
      "--color",
      "never",
      "--skip-git-repo-check",
      "--sandbox",
      "workspace-write",
      "-c",
      'approval_policy="never"',
      "-c",
      "check_for_update_on_startup=false",
      "--add-dir",
      "/repository/.git",
      "--model",
      "gpt-5.5-codex",
      "-",
    ]);
    expect(stdin).toBe("the prompt");
  });

  test("A-8a the hooks go with every call as settings of the call, and are run without somebody's having looked at them", () => {
    const { args } = codex.command(request);
    expect(args).toContain("--dangerously-bypass-hook-trust");
    const command = (event: string) => `'/opt/my node/node' '/opt/it'\\\\''s/ralph.js' hook codex ${event}`;
    expect(args).toContainEqual(
      `hooks.PreToolUse=[{matcher=".*",hooks=[{type="command",command="${command("PreToolUse")}",timeout=30}]}]`,
    );
    expect(args.filter((word) => word.startsWith("hooks.")).map((word) => word.split("=")[0])).toEqual(
      expect.arrayContaining(["hooks.PreToolUse", "hooks.Stop", "hooks.SubagentStart", "hooks.SubagentStop"]),
    );
    expect(codex.command({ ...request, hook: null }).args.join(" ")).not.toMatch(/hook/);
  });

  test("P-24 who judges work can't write; who checks it can, for the checks write", () => {
    const sandboxes = roles.map((role) => [role, after(codex.command({ ...request, role }).args, "--sandbox")]);
    expect(Object.fromEntries(sandboxes)).toEqual({
      implementer: "workspace-write",
      fixer: "workspace-write",
      simplifier: "workspace-write",
      tester: "workspace-write",
      validator: "workspace-write",
      reviewer: "read-only",
      judge: "read-only",
      coordinator: "read-only",
      explorer: "read-only",
      architect: "read-only",
    });
    expect(codex.command({ ...request, role: "reviewer" }).args).not.toContain("--add-dir");
  });

  test("F131 F134 a resumed call has all flags before the command that takes fewer, and only a thread of ours is resumed", () => {
    const { args } = codex.command({ ...request, resume: thread });
    expect(args.slice(-3)).toEqual(["resume", thread, "-"]);
    expect(args.slice(0, -3)).toEqual(codex.command(request).args.slice(0, -1));
    expect(codex.command({ ...request, resume: "--last" }).args).not.toContain("resume");
  });

  test("A-12 a wanted form of answer goes by a file that is made for the call", () => {
    const { args, files } = codex.command({ ...request, schema: { type: "object" } });
    const path = "/repository/.ralph/logs/1/.1.implementer.schema.json";
    expect(after(args, "--output-schema")).toBe(path);
    expect(files).toEqual([{ path, text: '{"type":"object"}' }]);
    expect(codex.command({ ...request, schema: {}, scratch: null }).args).not.toContain("--output-schema");
  });

  test("its own sandbox stays on, and nothing is asked of anybody", () => {
    const { args } = codex.command(request);
    expect(args.join(" ")).not.toMatch(/bypass-approvals|danger-full-access|--ephemeral|ignore-user-config/);
    expect(args).toContain('approval_policy="never"');
  });
});
