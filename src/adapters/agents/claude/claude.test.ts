import { describe, expect, test } from "vitest";
import type { AgentRequest } from "../../../ports/agent.ts";
import { agentContract } from "../../../testing/agent-contract.ts";
import { claude } from "./claude.ts";
import { init, result, says, session } from "./test-lines.ts";

const command = (event: string) => `'/opt/my node/node' '/opt/it'\\''s/ralph.js' hook claude ${event}`;

agentContract("claude", () => claude, { success: [init, says("Done."), result("Done.")], answer: "Done." });

const request: AgentRequest = {
  role: "implementer",
  prompt: "the prompt",
  model: "opus",
  resume: null,
  workspace: "/repository",
  hook: ["/opt/my node/node", "/opt/it's/ralph.js", "hook"],
  schema: null,
  maxCostUsd: 1.5,
};

describe("starting Claude Code", () => {
  test("argv of an implementer's call", () => {
    const { file, args, stdin, env } = claude.command(request);
    const allowed = "Bash,Read,Glob,Grep,Skill,WebFetch,WebSearch,Task";
    expect([file, ...args.filter((word) => !word.startsWith("{"))]).toEqual([
      "claude",
      "-p",
      "--output-format",
      "stream-json",
      "--verbose",
      "--permission-mode",
      "acceptEdits",
      "--tools",
      `${allowed},Edit,Write,NotebookEdit`,
      "--allowedTools",
      allowed,
      "--settings",
      "--model",
      "opus",
      "--max-budget-usd",
      "1.5",
    ]);
    expect(stdin).toBe("the prompt");
    expect(env).toMatchObject({ CLAUDE_CODE_MAX_RETRIES: "3", DISABLE_TELEMETRY: "1", DISABLE_AUTOUPDATER: "1" });
  });

  test("A-8a the hooks go with every call, each word of their command quoted for the shell that Claude Code uses", () => {
    const { args } = claude.command(request);
    const settings: unknown = JSON.parse(args[args.indexOf("--settings") + 1] ?? "");
    expect(settings).toMatchObject({
      hooks: {
        PreToolUse: [
          {
            matcher: expect.stringMatching(/Bash.*Write.*Edit.*MultiEdit.*NotebookEdit/),
            hooks: [{ type: "command", command: command("PreToolUse") }],
          },
        ],
        Stop: [{ hooks: [{ command: command("Stop") }] }],
        SubagentStart: [{ hooks: [{ command: command("SubagentStart") }] }],
        SubagentStop: [{ hooks: [{ command: command("SubagentStop") }] }],
      },
    });
    expect(claude.command({ ...request, hook: null }).args).not.toContain("--settings");
  });

  test("P-24 who judges work is offered no tool made for writing", () => {
    for (const role of ["reviewer", "judge", "explorer", "architect", "tester", "validator", "coordinator"] as const) {
      const { args } = claude.command({ ...request, role });
      expect(args[args.indexOf("--tools") + 1]).not.toMatch(/Edit|Write|Task/);
    }
  });

  test("F130 F131 only a session id in the right form is resumed, and never the latest of a folder", () => {
    expect(claude.command({ ...request, resume: session }).args).toEqual(expect.arrayContaining(["--resume", session]));
    expect(claude.command({ ...request, resume: "[INFO] Starting new session" }).args).not.toContain("--resume");
    expect(claude.command({ ...request, resume: session }).args).not.toContain("--continue");
  });

  test("A-12 a wanted form of answer is passed as a schema", () => {
    const { args } = claude.command({ ...request, schema: { type: "object" } });
    expect(args[args.indexOf("--json-schema") + 1]).toBe('{"type":"object"}');
  });

  test("no flag that switches the guard off", () => {
    const { args } = claude.command(request);
    expect(args.join(" ")).not.toMatch(/bypass|dangerously|--bare|--safe-mode/);
  });
});
