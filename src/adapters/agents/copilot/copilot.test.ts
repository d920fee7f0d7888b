import { describe, expect, test } from "vitest";
import type { AgentRequest, CallReading, ProcessEnd } from "../../../ports/agent.ts";
import { agentContract } from "../../../testing/agent-contract.ts";
import { copilot } from "./copilot.ts";

const session = "59afd79f-94f7-42c7-b2a2-84e33d258e96";
const now = Date.parse("2026-11-30T12:00:00Z");
const event = (type: string, data: object = {}, more: object = {}): string => JSON.stringify({ type, data, ...more });
const says = (content: string, more: object = {}): string =>
  event("assistant.message", { content, model: "m", ...more });
const result = (exitCode: number): string => JSON.stringify({ type: "result", sessionId: session, exitCode });
const failed = (data: object): string => event("session.error", data);
const success = [says("Done."), result(0)];

agentContract("copilot", () => copilot, { success, answer: "Done." });

const request: AgentRequest = {
  role: "implementer",
  prompt: "the prompt",
  model: "claude-sonnet-4.6",
  resume: null,
  workspace: "/repository",
  hook: ["/opt/my node/node", "/opt/ralph.js", "hook"],
  assets: "/opt/ralph/assets",
  scratch: "/logs/1.implementer",
  schema: null,
  maxCostUsd: null,
};

function read(lines: readonly string[], end: Partial<ProcessEnd> = {}): CallReading {
  const reader = copilot.read();
  for (const text of lines) reader.line(text);
  return reader.end({ exitCode: 0, signal: null, stderr: "", endedByUs: null, ...end }, now);
}

describe("starting Copilot CLI", () => {
  test("argv of an implementer's call; A-8a the hooks go with it as a plugin, which needs no trusted folder", () => {
    const { file, args, env, stdin, files } = copilot.command(request);
    expect([file, ...args]).toEqual([
      "copilot",
      "--output-format",
      "json",
      "--stream",
      "off",
      "--no-color",
      "--no-ask-user",
      "--allow-all-tools",
      "--plugin-dir",
      "/logs/1.implementer.plugin",
      "--model",
      "claude-sonnet-4.6",
    ]);
    expect(env).toEqual({ COPILOT_AUTO_UPDATE: "false" });
    expect(files?.at(-1)).toMatchObject({
      path: "/logs/1.implementer.plugin/hooks.json",
      text: expect.stringContaining("'/opt/my node/node' /opt/ralph.js hook copilot preToolUse"),
    });
    expect(stdin).toBe("the prompt");
  });

  test("who judges gets no tool that was made for writing", () => {
    expect(copilot.command({ ...request, role: "reviewer" }).args).toContain("--deny-tool=write");
    expect(copilot.command(request).args.join(" ")).not.toContain("--deny-tool");
  });

  test("a session is gone on with by its id; what is no id would be looked up as a name", () => {
    expect(copilot.command({ ...request, resume: session }).args).toContain(`--resume=${session}`);
    expect(copilot.command({ ...request, resume: "my work" }).args.join(" ")).not.toContain("--resume");
  });
});

describe("reading Copilot CLI", () => {
  test("the pieces of a text count for nothing beside the whole", () => {
    expect(read([event("assistant.message_delta", { deltaContent: "Do" }), ...success])).toMatchObject({
      outcome: "ok",
      finalText: "Done.",
    });
  });

  test("A-11 what a sub-agent says is not the answer, and it is counted", () => {
    const sub = { parentToolCallId: "t-1" };
    const lines = [
      event("subagent.started", { toolCallId: "t-1", agentName: "explore" }),
      event("tool.execution_start", { toolCallId: "t-2", toolName: "view", arguments: {}, ...sub }),
      says("Done."),
      says("---RALPH_STATUS---\nEXIT_SIGNAL: true", sub),
      says("also of a sub-agent", {}),
    ];
    const other = JSON.stringify({ type: "assistant.message", agentId: "a-1", data: { content: "I found it." } });
    expect(read([...lines.slice(0, 4), other, result(0)])).toMatchObject({
      finalText: "Done.",
      subAgents: 1,
      toolCalls: 1,
    });
  });

  test("a denial is told by its code; the hook's own introduction is left out", () => {
    const error = (message: string, code: string) => [
      event("tool.execution_start", { toolCallId: "t-1", toolName: "bash", arguments: { command: "rm x" } }),
      event("tool.execution_complete", { toolCallId: "t-1", success: false, error: { message, code } }),
    ];
    const denied = error("Denied by preToolUse hook: Refused (control-surface): no.", "denied");
    expect(read([...denied, ...success]).denials).toEqual([
      { tool: "bash", input: '{"command":"rm x"}', reason: "Refused (control-surface): no." },
    ]);
    expect(read([...error("Permission denied: /etc/x", "failure"), ...success]).denials).toEqual([]);
  });

  test.each([
    [{ errorType: "authentication", message: "no", statusCode: 401 }, "auth"],
    [{ errorType: "policy", message: "disabled by your organization" }, "auth"],
    [{ errorType: "quota", message: "You have no premium requests left", statusCode: 402 }, "usage_limit"],
    [
      { errorType: "rate_limit", errorCode: "user_weekly_rate_limited", message: "Wait.", statusCode: 429 },
      "usage_limit",
    ],
    [
      { errorType: "rate_limit", message: "Sorry, you have exceeded your rate limit. Please try again in 3s" },
      "overloaded",
    ],
    [{ errorType: "context_limit", message: "too long" }, "context_full"],
    [{ errorType: "query", message: "model nope not found", statusCode: 404 }, "bad_model"],
    [{ errorType: "query", message: "busy", statusCode: 503 }, "overloaded"],
    [{ errorType: "query", message: "connect ECONNREFUSED 127.0.0.1:1" }, "network"],
    [{ errorType: "new", message: "something" }, "crashed"],
  ])("%j is %s", (data, outcome) => {
    expect(read([failed(data), result(1)], { exitCode: 1 })).toMatchObject({ outcome, finalText: "" });
  });

  test("an error that was got over is none; an exit code without an error is a crash", () => {
    expect(read([failed({ errorType: "query", message: "busy", statusCode: 503 }), ...success]).outcome).toBe("ok");
    expect(read([says("half"), result(3)], { exitCode: 3 })).toMatchObject({
      outcome: "crashed",
      message: expect.stringContaining("exit code 3"),
    });
  });

  test.each([
    [
      "error: unexpected argument '--stream' found\n\nUsage: copilot [OPTIONS]",
      "bad_request",
      "does not know an option",
    ],
    [`Error: No session, task, or name matched '${session}'.`, "bad_request", "session"],
    ["Error: No authentication information found.\n\nCopilot can be authenticated", "auth", "No authentication"],
  ])("not even begun: %s", (stderr, outcome, words) => {
    expect(read([], { exitCode: 1, stderr })).toMatchObject({ outcome, message: expect.stringContaining(words) });
  });
});
