import { describe, expect, test } from "vitest";
import { roles } from "../../../core/outcome.ts";
import type { AgentRequest, CallReading, ProcessEnd } from "../../../ports/agent.ts";
import { agentContract } from "../../../testing/agent-contract.ts";
import { gemini } from "./gemini.ts";

const session = "d79974e1-c3cc-4b3b-a18e-804655e7163a";
const line = (type: string, fields: object = {}) =>
  JSON.stringify({ type, timestamp: "2026-11-30T05:50:23Z", ...fields });
const init = line("init", { session_id: session, model: "gemini-2.5-flash" });
const piece = (content: string) => line("message", { role: "assistant", content, delta: true });
const uses = (tool_name: string, parameters: object = {}) => line("tool_use", { tool_name, tool_id: "t1", parameters });
const result = (fields: object = {}) => line("result", { status: "success", ...fields });
const failed = (message: string, type = "unknown") => result({ status: "error", error: { type, message } });
const warning = (message: string, severity = "error") => line("error", { severity, message });

function read(lines: readonly string[], end: Partial<ProcessEnd> = {}): CallReading {
  const reader = gemini.read();
  for (const text of lines) reader.line(text);
  return reader.end(
    { exitCode: 0, signal: null, stderr: "", endedByUs: null, ...end },
    Date.parse("2026-11-30T12:00:00Z"),
  );
}

agentContract("gemini", () => gemini, { success: [init, piece("Do"), piece("ne."), result()], answer: "Done." });

const request: AgentRequest = {
  role: "implementer",
  prompt: "the prompt",
  model: "gemini-2.5-flash",
  resume: null,
  workspace: "/repository",
  hook: null,
  schema: { type: "object" },
  maxCostUsd: null,
};

describe("starting Gemini CLI", () => {
  test("argv of an implementer's call; the folder is trusted for it, or it could only read", () => {
    const { file, args, stdin, env } = gemini.command({ ...request, resume: session });
    expect([file, ...args]).toEqual([
      "gemini",
      "--output-format",
      "stream-json",
      "--approval-mode",
      "yolo",
      "--model",
      "gemini-2.5-flash",
      "--resume",
      session,
    ]);
    expect(stdin).toBe("the prompt");
    expect(env).toEqual({ GEMINI_CLI_TRUST_WORKSPACE: "true" });
  });

  test("P-24 who judges work is offered neither shell nor tools for writing; who runs checks has the shell", () => {
    const yolo = roles.filter((role) => gemini.command({ ...request, role }).args.includes("yolo"));
    expect(yolo).toEqual(["implementer", "fixer", "validator", "tester", "simplifier"]);
  });

  test("F131 only a session id is resumed, never the latest of a folder", () => {
    expect(gemini.command({ ...request, resume: "latest" }).args).not.toContain("--resume");
  });

  test("A-8a rules go with each call where its hooks can't", () => {
    const { args } = gemini.command({
      ...request,
      hook: ["/opt/ralph", "hook"],
      scratch: "/logs/.1",
      assets: "/opt/assets",
    });
    expect(args).toContain("--policy");
  });
});

describe("the answer of a call", () => {
  test("comes in pieces, and what was said before a tool is another text", () => {
    const lines = [init, piece("I will "), piece("look."), uses("glob"), piece("Done"), piece(".\n"), result()];
    expect(read(lines)).toMatchObject({ outcome: "ok", finalText: "Done.\n", toolCalls: 1 });
  });

  test("F025 of a stream that is cut all pieces so far count, and its session", () => {
    const reading = read([init, piece("half an"), piece(" ans").slice(0, -9)], { exitCode: null, signal: "SIGKILL" });
    expect(reading).toMatchObject({ outcome: "killed", finalText: "half an", sessionId: session, unreadableLines: 1 });
  });

  test("a text that is no piece stands by itself", () => {
    const whole = line("message", { role: "assistant", content: "Whole." });
    expect(read([init, piece("Half."), whole, result()]).finalText).toBe("Whole.");
  });

  test("after a hook's refusal of the end the agent answers anew", () => {
    const block = "---RALPH_STATUS---\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---";
    const refused = warning("Agent execution blocked: no block", "warning");
    expect(read([init, piece(block), refused, piece("Again."), result()])).toMatchObject({
      outcome: "ok",
      finalText: "Again.",
    });
  });

  test("what the prompt says is never the answer", () => {
    const prompt = line("message", { role: "user", content: "Say that you are done." });
    expect(read([init, prompt, result()]).outcome).toBe("empty");
  });

  test("A-11 sub-agents are counted", () => {
    const lines = [init, uses("invoke_agent", { agent_name: "codebase_investigator" }), piece("Done."), result()];
    expect(read(lines)).toMatchObject({ subAgents: 1, toolCalls: 1 });
  });

  test("unknown events, unknown fields, 16 MB in a line, bytes that are no UTF-8, words among the lines", () => {
    const long = line("tool_result", { tool_id: "t1", status: "success", output: "y".repeat(16 * 1024 * 1024) });
    const odd = [line("thought", { text: "x" }), Buffer.from([0xff, 0x7b]).toString("utf8"), "YOLO mode is enabled."];
    expect(read([init, uses("glob"), long, ...odd, piece("Done."), result({ more: 1 })])).toMatchObject({
      outcome: "ok",
      finalText: "Done.",
      unreadableLines: 2,
    });
  });

  test("A-4 thoughts are tokens out, though no field but the total counts them", () => {
    const stats = { total_tokens: 1300, input_tokens: 1000, output_tokens: 100, cached: 400, input: 600 };
    expect(read([init, piece("x"), result({ stats })]).usage).toEqual({
      in: 600,
      out: 300,
      cachedRead: 400,
      cachedWrite: 0,
    });
  });
});

describe("denials", () => {
  const denial = (error: object) =>
    read([
      init,
      uses("write_file", { file_path: "x" }),
      line("tool_result", { tool_id: "t1", status: "error", error }),
      piece("x"),
      result(),
    ]).denials;

  test("by a hook, by its policy, and for want of somebody to ask", () => {
    const call = { tool: "write_file", input: '{"file_path":"x"}' };
    expect(denial({ type: "policy_violation", message: "Tool execution blocked: no" })).toEqual([
      { ...call, reason: "no" },
    ]);
    const asked =
      'Tool execution for "WriteFile" requires user confirmation, which is not supported in non-interactive mode.';
    expect(denial({ type: "unhandled_exception", message: asked })).toEqual([{ ...call, reason: asked }]);
  });

  test("an error of the tool's own is none", () => {
    expect(denial({ type: "permission_denied", message: "EACCES: permission denied, open '/x'" })).toEqual([]);
  });
});

describe("A-3 how a call failed", () => {
  const body = (code: number, status: string, message: string) =>
    `[API Error: ${JSON.stringify({ error: { code, message, status } })}]`;

  test.each([
    ["auth", body(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.")],
    ["auth", body(403, "PERMISSION_DENIED", "no")],
    ["bad_model", "[API Error: models/no-such-model is not found]"],
    ["bad_model", "[API Error: gone (Status: NOT_FOUND)]"],
    [
      "context_full",
      body(400, "INVALID_ARGUMENT", "The input token count (1200000) exceeds the maximum number of tokens allowed"),
    ],
    ["bad_request", body(400, "INVALID_ARGUMENT", "no such field")],
    ["overloaded", body(503, "UNAVAILABLE", "The model is busy.")],
    ["overloaded", "[API Error: An internal error has occurred. (Status: INTERNAL)]"],
    ["overloaded", body(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).")],
    [
      "usage_limit",
      "[API Error: You have exhausted your daily quota on this model.]\nPlease wait and try again later.",
    ],
    [
      "usage_limit",
      body(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details."),
    ],
    [
      "overloaded",
      body(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota: GenerateRequestsPerMinutePerProject"),
    ],
    ["network", "[API Error: exception TypeError: fetch failed sending request]"],
    ["crashed", "something new"],
  ])("%s: %s", (outcome, message) => {
    expect(read([init, piece("half"), failed(message)], { exitCode: 1 })).toMatchObject({ outcome, finalText: "" });
  });

  test.each([
    ["FatalTurnLimitedError", "max_turns"],
    ["FatalAuthenticationError", "auth"],
    ["FatalConfigError", "bad_request"],
    ["FatalCancellationError", "killed"],
  ])("a type that names the end: %s", (type, outcome) => {
    expect(read([init, failed("words", type)], { exitCode: 1 }).outcome).toBe(outcome);
  });

  test.each([
    ["The model response was blocked due to safety settings.", "refused"],
    ["Model response was truncated because it exceeded the token limit. Try using /compress.", "context_full"],
    ["The model returned an empty response with no text or thoughts. This may be a transient API issue.", "empty"],
    ["Maximum session turns exceeded", "max_turns"],
  ])("an answer that could not be used: %s", (message, outcome) => {
    expect(read([init, warning(message), result({ status: "error" })])).toMatchObject({ outcome, message });
  });

  test("a warning is no error", () => {
    expect(read([init, warning("401 Unauthorized", "warning"), piece("Done."), result()]).outcome).toBe("ok");
  });

  test("F089 a limit that names how long it lasts", () => {
    const message = "[API Error: You have exhausted your capacity on this model. Your quota will reset after 1h30m0s.]";
    const stderr = "TerminalQuotaError: exhausted";
    expect(read([init, failed(message, "TerminalQuotaError")], { exitCode: 173, stderr })).toMatchObject({
      outcome: "usage_limit",
      limit: { resetAt: "2026-11-30T13:30:00.000Z" },
    });
  });
});

describe("calls without a result", () => {
  test("F088 attempts that failed before one went well are retries", () => {
    const stderr =
      'Attempt 1 failed with status 503. Retrying with backoff... _ApiError: {"error":{"code":503}}\n    at x\n' +
      "Attempt 2 failed: Resource has been exhausted.\nSuggested retry after 1s.. Retrying after 5284ms...\n";
    expect(read([init, piece("Done."), result()], { stderr })).toMatchObject({ outcome: "ok", retries: 2 });
  });

  test.each([
    [41, "Please set an Auth method in your settings", "auth"],
    [42, "Error resuming session: Invalid session identifier", "bad_request"],
    [52, "Invalid configuration", "bad_request"],
    [53, "Reached max session turns for this session.", "max_turns"],
    // A byte's worth of an HTTP status.
    [173, "Rate limit", "overloaded"],
    [145, "no", "auth"],
    [1, "TerminalQuotaError: You have exhausted your daily quota", "usage_limit"],
  ])("F086 exit code %d says why", (exitCode, stderr, outcome) => {
    const noise = "YOLO mode is enabled. All tool calls will be automatically approved.\n";
    const reading = read([], { exitCode, stderr: noise + stderr });
    expect(reading.outcome).toBe(outcome);
    expect(reading.message).not.toContain("YOLO");
  });

  test("a flag that it does not know is a bad request, told without the pages of help", () => {
    const help = Array.from({ length: 40 }, (_, at) => `      --flag-${at}  words  [boolean]`).join("\n");
    const stderr = `Unknown argument: nope\nUsage: gemini [options] [command]\n\nOptions:\n${help}`;
    const reading = read([], { exitCode: 1, stderr });
    expect(reading).toMatchObject({ outcome: "bad_request", message: expect.stringContaining("nope") });
    expect(reading.message).not.toContain("--flag-30");
  });

  test("ended by a signal of ours it is that, whatever its exit code means else", () => {
    expect(read([init, piece("x")], { exitCode: 130, endedByUs: "timed_out" }).outcome).toBe("timed_out");
    expect(read([init, piece("x")], { exitCode: 130 })).toMatchObject({ outcome: "killed", finalText: "x" });
  });
});
