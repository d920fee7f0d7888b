import { describe, expect, test } from "vitest";
import type { AgentRequest, CallReading, ProcessEnd } from "../../../ports/agent.ts";
import { agentContract } from "../../../testing/agent-contract.ts";
import { qwen } from "./qwen.ts";

const session = "793fda73-8594-469a-bf2b-732e9db4d03b";
const line = (type: string, fields: object = {}) => JSON.stringify({ type, session_id: session, ...fields });
const init = line("system", { subtype: "init", model: "qwen3-coder", qwen_code_version: "0.24.4" });
const assistant = (id: string, content: readonly object[], usage: object = {}, more: object = {}) =>
  line("assistant", { parent_tool_use_id: null, message: { id, model: "qwen3-coder", content, usage }, ...more });
const says = (text: string, more: object = {}) => assistant(`m-${text}`, [{ type: "text", text }], {}, more);
const uses = (id: string, name: string, input: object = {}) => assistant(id, [{ type: "tool_use", id, name, input }]);
const result = (text: string, more: object = {}) =>
  line("result", { subtype: "success", is_error: false, result: text, permission_denials: [], ...more });
const failed = (message: string) =>
  line("result", { subtype: "error_during_execution", is_error: true, error: { message } });

function read(lines: readonly string[], end: Partial<ProcessEnd> = {}): CallReading {
  const reader = qwen.read();
  for (const text of lines) reader.line(text);
  return reader.end(
    { exitCode: 0, signal: null, stderr: "", endedByUs: null, ...end },
    Date.parse("2026-11-30T12:00:00Z"),
  );
}

agentContract("qwen", () => qwen, { success: [init, says("Done."), result("Done.")], answer: "Done." });

const request: AgentRequest = {
  role: "implementer",
  prompt: "the prompt",
  model: "qwen3-coder",
  resume: session,
  workspace: "/repository",
  hook: ["/opt/node", "/opt/ralph.js", "hook"],
  schema: { type: "object" },
  maxCostUsd: null,
  scratch: "/logs/.1.implementer",
  assets: "/opt/assets",
};

describe("starting Qwen Code", () => {
  test("argv of an implementer's call; A-12 with the form of the answer", () => {
    const { file, args, stdin } = qwen.command(request);
    expect([file, ...args]).toEqual([
      "qwen",
      "--output-format",
      "stream-json",
      "--approval-mode",
      "yolo",
      "--model",
      "qwen3-coder",
      "--json-schema",
      '{"type":"object"}',
      "--resume",
      session,
    ]);
    expect(stdin).toBe("the prompt");
  });

  test("A-8a the hooks go with every call, by a settings file of its own", () => {
    const { env, files } = qwen.command(request);
    expect(Object.values(env)).toEqual(files?.map(({ path }) => path));
    expect(files?.[0]?.text).toContain("/opt/node /opt/ralph.js hook qwen PreToolUse");
    expect(qwen.command({ ...request, hook: null })).toMatchObject({ env: {}, files: [] });
  });

  test("P-24 who judges work is offered no tool made for writing, and starts no agents", () => {
    const { args } = qwen.command({ ...request, role: "reviewer" });
    expect(args[args.indexOf("--exclude-tools") + 1]).toBe("edit,write_file,notebook_edit,agent");
    expect(qwen.command(request).args).not.toContain("--exclude-tools");
  });

  test("F131 only a session id is resumed", () => {
    expect(qwen.command({ ...request, resume: "latest" }).args).not.toContain("--resume");
  });
});

describe("reading Qwen Code", () => {
  test("A-4 what was cached is counted within its input, and once here; a call that never ends has its counts so far", () => {
    const usage = { input_tokens: 1000, output_tokens: 50, cache_read_input_tokens: 300 };
    const once = { in: 700, out: 50, cachedRead: 300, cachedWrite: 0 };
    expect(read([init, says("x"), result("x", { usage })]).usage).toEqual(once);
    const text = [{ type: "text", text: "x" }];
    expect(
      read([init, assistant("a", text, usage), assistant("b", text, usage)], { exitCode: null, signal: "SIGKILL" }),
    ).toMatchObject({ outcome: "killed", usage: { in: 1400, out: 100, cachedRead: 600 } });
  });

  test("A-4 of a resumed session only what was added since, in versions that count by session and in those that count by call", () => {
    const usage = (answers: number) => ({
      input_tokens: answers * 1000,
      output_tokens: answers * 50,
      cache_read_input_tokens: answers * 300,
    });
    const once = { in: 700, out: 50, cachedRead: 300, cachedWrite: 0 };
    for (const counted of [2, 1]) {
      const reader = qwen.read(once);
      const answer = assistant("a", [{ type: "text", text: "x" }], usage(1));
      for (const sent of [init, answer, result("x", { usage: usage(counted) })]) reader.line(sent);
      expect(reader.end({ exitCode: 0, signal: null, stderr: "", endedByUs: null }, 0).usage).toEqual(once);
    }
  });

  test("A-11 sub-agents are counted, and what they say is not the answer", () => {
    const sub = says("I am the sub-agent.", { parent_tool_use_id: "t1" });
    expect(
      read([init, uses("t1", "agent", { subagent_type: "Explore" }), sub, says("Done."), result("")]),
    ).toMatchObject({ subAgents: 1, toolCalls: 1, finalText: "Done." });
  });

  test("retries are told", () => {
    const retry = line("system", { subtype: "retry", data: { reason: "retry", attempt: 1, maxRetries: 10 } });
    expect(read([init, retry, says("Done."), result("Done.")])).toMatchObject({ outcome: "ok", retries: 1 });
  });

  test("L-26 a call that was ended while it waited for a used-up plan has met its limit: only stderr says so", () => {
    const retry = line("system", { subtype: "retry", data: { reason: "retry", attempt: 2, delayMs: 120_000 } });
    const stderr =
      "Warning: no sandbox.\nRetrying in 120s (attempt 2/10): [API Error: 429 You have reached your usage limit. Try again at 2026-11-30T18:56:29.319Z.]\n";
    const ended = { exitCode: null, signal: "SIGTERM", stderr, endedByUs: "waiting" } as const;
    expect(read([init, retry], ended)).toMatchObject({
      outcome: "usage_limit",
      limit: { resetAt: "2026-11-30T18:56:29.000Z" },
    });
  });

  test("A-12 an answer in the wanted form is the result", () => {
    const structured = { result: '{"verdict":"PASS"}', structured_result: { verdict: "PASS" } };
    expect(read([init, uses("t1", "structured_output"), result("", structured)]).finalText).toBe('{"verdict":"PASS"}');
  });

  test("F025 a line that was cut in the middle, 16 MB in a line, bytes that are no UTF-8", () => {
    const long = line("user", {
      message: { content: [{ type: "tool_result", tool_use_id: "t1", content: "y".repeat(16 * 1024 * 1024) }] },
    });
    const lines = [init, uses("t1", "read_file"), long, Buffer.from([0xff, 0x7b]).toString("utf8"), says("half")];
    expect(read([...lines, result("half").slice(0, -20)], { exitCode: 137 })).toMatchObject({
      outcome: "killed",
      finalText: "half",
      sessionId: session,
      unreadableLines: 2,
    });
  });
});

describe("A-3 how a call failed", () => {
  test.each([
    ["auth", "[API Error: 401 Incorrect API key provided: sk-test-000.]"],
    ["auth", "No auth type is selected. Please configure an auth type (e.g. via settings or `--auth-type`)"],
    ["overloaded", "[API Error: 429 Rate limit reached for x on requests per min. Please try again in 1s.]"],
    ["billing", "[API Error: 429 You exceeded your current quota, please check your plan and billing details.]"],
    ["overloaded", "[API Error: 503 The server is overloaded]"],
    ["bad_model", "[API Error: 404 The model `no-such-model` does not exist]"],
    ["context_full", "[API Error: 400 Your input exceeds the context window of this model.]"],
    ["network", "[API Error: Connection error. (cause: fetch failed)]"],
    ["max_turns", "Reached max session turns for this session."],
    ["crashed", "something new"],
  ])("%s: %s", (outcome, message) => {
    expect(read([init, failed(message)], { exitCode: 1 })).toMatchObject({ outcome, message, finalText: "" });
    // Versions before 0.24 give it as an answer, with exit code 0.
    const old = [init, says(message), result(message)];
    if (message.startsWith("[API Error")) expect(read(old)).toMatchObject({ outcome, message, finalText: "" });
  });

  test("L-24b an answer that speaks of such an error is an answer", () => {
    const answer = "The log held [API Error: 401 Incorrect API key]. I fixed the test.";
    expect(read([init, says(answer), result(answer)])).toMatchObject({ outcome: "ok", finalText: answer });
  });

  test("a call that never began has no session", () => {
    expect(read([failed("No auth type is selected.")], { exitCode: 1 })).toMatchObject({
      outcome: "auth",
      sessionId: null,
    });
  });

  test.each([
    [53, "Reached max session turns for this session.", "max_turns"],
    [55, "Reached the maximum number of tool calls.", "budget"],
    [52, "Invalid settings", "bad_request"],
    [1, "No saved session found with ID 1. Run `qwen --resume` without an ID", "bad_request"],
    [1, "Unknown argument: nope\nUsage: qwen [options] [command]", "bad_request"],
  ])("without a result, exit code %d and what stands on stderr say why", (exitCode, stderr, outcome) => {
    const noise = "Warning: running headless with --yolo and no sandbox.\n";
    const lines = exitCode === 1 ? [] : [init, says("x")];
    expect(read(lines, { exitCode, stderr: noise + stderr })).toMatchObject({
      outcome,
      message: expect.stringContaining(stderr.split(/[\n.]/)[0] ?? ""),
    });
  });
});
