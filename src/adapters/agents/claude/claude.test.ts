import { describe, expect, test } from "vitest";
import type { AgentRequest, CallReading, ProcessEnd } from "../../../ports/agent.ts";
import { agentContract } from "../../../testing/agent-contract.ts";
import { claude } from "./claude.ts";

const session = "90183f80-28f9-4940-adc8-5fa72f8d7a6f";
const now = Date.parse("2026-11-30T12:00:00Z");
const block = (status: string, exit: boolean) =>
  `---RALPH_STATUS---\nSTATUS: ${status}\nEXIT_SIGNAL: ${exit}\n---END_RALPH_STATUS---`;

const init = JSON.stringify({
  type: "system",
  subtype: "init",
  session_id: session,
  model: "m",
  claude_code_version: "2.1.332",
});
const assistant = (content: readonly unknown[], more: object = {}) =>
  JSON.stringify({
    type: "assistant",
    message: { id: `msg_${content.length}`, model: "m", content },
    parent_tool_use_id: null,
    session_id: session,
    ...more,
  });
const says = (text: string, more: object = {}) => assistant([{ type: "text", text }], more);
const uses = (id: string, name: string, input: unknown = {}, more: object = {}) =>
  assistant([{ type: "tool_use", id, name, input }], more);
const toolResult = (id: string, content: string, more: object = {}) =>
  JSON.stringify({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, ...more }] },
    parent_tool_use_id: null,
  });
const result = (text: string, more: object = {}) =>
  JSON.stringify({ type: "result", subtype: "success", is_error: false, result: text, session_id: session, ...more });

function read(lines: readonly string[], end: Partial<ProcessEnd> = {}): CallReading {
  const reader = claude.read();
  for (const line of lines) reader.line(line);
  return reader.end({ exitCode: 0, signal: null, stderr: "", endedByUs: null, ...end }, now);
}

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
    const command = (event: string) => `'/opt/my node/node' '/opt/it'\\''s/ralph.js' hook claude ${event}`;
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

describe("the answer of a call", () => {
  test("F016 a block said before a last tool call is heard: text, tool, then 'pushed'", () => {
    const said = `I did it.\n\n${block("COMPLETE", true)}`;
    const reading = read([
      init,
      says(said),
      uses("t1", "Bash"),
      toolResult("t1", "ok"),
      says("pushed"),
      result("pushed"),
    ]);
    expect(reading).toMatchObject({ outcome: "ok", finalText: `${said}\n\npushed` });
  });

  test("F016 tool first, block last", () => {
    const said = block("COMPLETE", true);
    expect(read([init, uses("t1", "Bash"), toolResult("t1", "ok"), says(said), result(said)]).finalText).toBe(said);
  });

  test("F016 what was said before a stop hook's objection is no part of the answer", () => {
    const feedback = JSON.stringify({
      type: "user",
      isSynthetic: true,
      parent_tool_use_id: null,
      message: { role: "user", content: [{ type: "text", text: "Stop hook feedback:\nnot yet" }] },
    });
    expect(read([init, says(block("COMPLETE", true)), feedback, says("I can't."), result("I can't.")]).finalText).toBe(
      "I can't.",
    );
  });

  test("F017 the result event is the first source, the texts on the way the second", () => {
    expect(read([init, result(block("COMPLETE", true))]).finalText).toContain("EXIT_SIGNAL: true");
    expect(
      read([init, says("only this"), JSON.stringify({ type: "result", subtype: "success", is_error: false })])
        .finalText,
    ).toBe("only this");
  });

  test("F023 the block inside the JSON string of the result is decoded", () => {
    const line = String.raw`{"type":"result","result":"text\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---"}`;
    expect(read([line]).finalText).toBe(`text\n${block("COMPLETE", true)}`);
  });

  test("F025 12,000 lines without a result, killed in mid-line: session and block are saved, in under a second", () => {
    const noise = toolResult("t", "x".repeat(250));
    const lines = [
      init,
      says(block("IN_PROGRESS", false)),
      ...Array.from({ length: 12_000 }, () => noise),
      noise.slice(0, 90),
    ];
    const started = performance.now();
    const reading = read(lines, { exitCode: null, signal: "SIGTERM", endedByUs: "timed_out" });
    expect(performance.now() - started).toBeLessThan(1000);
    expect(reading).toMatchObject({ outcome: "timed_out", sessionId: session, unreadableLines: 1 });
    expect(reading.finalText).toContain("STATUS: IN_PROGRESS");
  });

  test("F026 raw line feeds inside a JSON string are mended; the result is read in any case", () => {
    const said = block("COMPLETE", true);
    const broken = says(said)
      .replaceAll(String.raw`\n`, "\n")
      .split("\n");
    expect(read([init, ...broken], { exitCode: 0 }).finalText).toBe(said);
    const torn = read([init, '{"type":"assistant","message":', "more of it", result(said)]);
    expect(torn).toMatchObject({ outcome: "ok", finalText: said, unreadableLines: 2 });
  });

  test("F029 a block in a user message or a tool's output is nobody's answer", () => {
    const template = JSON.stringify({ type: "user", content: block("COMPLETE", true) });
    const reading = read([
      init,
      template,
      uses("t1", "Read"),
      toolResult("t1", block("COMPLETE", true)),
      says("working"),
      result("working"),
    ]);
    expect(reading.finalText).toBe("working");
  });

  test("A-11 V011 a sub-agent is counted, and its text is never the answer", () => {
    const reading = read([
      init,
      uses("t1", "Task", { description: "look" }),
      says(block("COMPLETE", true), { parent_tool_use_id: "t1" }),
      uses("t2", "Bash", {}, { parent_tool_use_id: "t1" }),
      says("other", { parent_tool_use_id: "t9" }),
      toolResult("t1", block("COMPLETE", true)),
      says("mine"),
      result("mine"),
    ]);
    expect(reading).toMatchObject({ outcome: "ok", finalText: "mine", subAgents: 2, toolCalls: 2 });
  });

  test("F097 no result event: the last text is kept as the answer, and the call is not ok", () => {
    const said = block("COMPLETE", true);
    const reading = read([init, says("first"), says(said)]);
    expect(reading).toMatchObject({
      outcome: "crashed",
      finalText: said,
      message: expect.stringContaining("without a result event"),
    });
  });

  test("A-3 the model's refusal is a class of its own", () => {
    expect(read([init, says("no"), result("no", { stop_reason: "refusal" })]).outcome).toBe("refused");
  });

  test("unknown events, unknown fields, other order of keys, NUL, 5 MB in a line", () => {
    const big = "x".repeat(5_000_000);
    const reordered = `{"duration_ms":1,"is_error":false,"brand_new":{"a":[1]},"result":"fine","subtype":"success","type":"result"}`;
    const reading = read([
      "\uFEFF" + init,
      '{"type":"hologram","text":"no"}',
      uses("t1", "Read"),
      toolResult("t1", big),
      says("a\0b").replace("\\u0000", "\0"),
      reordered,
    ]);
    expect(reading).toMatchObject({ outcome: "ok", finalText: "fine", unreadableLines: 0 });
  });
});

describe("usage and cost", () => {
  test("A-4 on a resumed session the totals span all its calls: only this call's share counts", () => {
    const models = (tokensIn: number, costUSD: number) => ({
      m: { inputTokens: tokensIn, outputTokens: 100, cacheReadInputTokens: 6, cacheCreationInputTokens: 4, costUSD },
    });
    const lines = [
      init,
      result("done", {
        total_cost_usd: 0.3,
        usage: { input_tokens: 2000 },
        modelUsage: models(3000, 0.3),
        model_usage_since_last_result: models(2000, 0.2),
      }),
    ];
    expect(read(lines)).toMatchObject({ usage: { in: 2000, out: 100, cachedRead: 6, cachedWrite: 4 }, costUsd: 0.2 });
  });
});

describe("limits and errors", () => {
  const apiError = (text: string, error: string, more: object = {}) => [
    init,
    JSON.stringify({
      type: "assistant",
      message: { model: "<synthetic>", content: [{ type: "text", text }] },
      error,
      session_id: session,
    }),
    JSON.stringify({ type: "result", subtype: "success", is_error: true, result: text, session_id: session, ...more }),
  ];

  test("F068 a limit in a file that the agent read is nothing: exit 124 is a time limit", () => {
    const line = JSON.stringify({ type: "user", content: "docs: 5-hour limit reached, try back" });
    const tool = toolResult("t1", "You've hit your limit · resets 3pm (UTC)", { is_error: true });
    expect(read([init, line, tool], { exitCode: 124 })).toMatchObject({ outcome: "timed_out", limit: null });
  });

  test("L-24b a limit in the model's own words is nothing", () => {
    const prose = "You've hit your limit · resets 3pm (UTC)";
    expect(read([init, says(prose), result(prose)])).toMatchObject({ outcome: "ok", limit: null });
  });

  test.each([
    ["F070", "You've hit your session limit · resets 4:20am (Europe/Warsaw)", 1, "2026-12-01T03:20:00.000Z"],
    ["F073", "Claude AI usage limit reached|1753088400", 1, "2025-07-21T09:00:00.000Z"],
    ["F077", "You've hit your limit · resets 1pm (Europe/Lisbon)", 0, "2026-11-30T13:00:00.000Z"],
  ])("%s plain text instead of events: %s, exit %d", (_, text, exitCode, resetAt) => {
    expect(read([text], { exitCode })).toMatchObject({
      outcome: "usage_limit",
      limit: { resetAt, text: expect.stringContaining(text) },
    });
  });

  test("F071 the two parts on separate lines; the words without a reset near are no limit", () => {
    expect(read(["Weekly limit reached", "resets 9am (UTC)"], { exitCode: 1 })).toMatchObject({
      outcome: "usage_limit",
      limit: { resetAt: "2026-12-01T09:00:00.000Z" },
    });
    expect(read(["Weekly limit reached"], { exitCode: 1 }).outcome).toBe("crashed");
  });

  test("F073 an overload on the way does not hide the limit at the end", () => {
    const retry = JSON.stringify({
      type: "system",
      subtype: "api_retry",
      attempt: 1,
      error_status: 529,
      error: "overloaded",
    });
    const lines = apiError("Claude AI usage limit reached|1753088400", "rate_limit", { api_error_status: 429 });
    expect(read([retry, ...lines], { exitCode: 1 })).toMatchObject({
      outcome: "usage_limit",
      retries: 1,
      limit: { resetAt: "2025-07-21T09:00:00.000Z" },
    });
  });

  test("F074 without a zone the host's is assumed, and that is said", () => {
    const lines = apiError("Claude Max usage limit reached. Your limit will reset at 12am.", "rate_limit", {
      api_error_status: 429,
    });
    expect(read(lines, { exitCode: 1 }).message).toMatch(/no time zone named, \S+ assumed/);
  });

  test("F077 a limit as the whole result of a call in which the model did nothing", () => {
    expect(read([init, result("You've hit your limit · resets 1pm (Europe/Lisbon)")])).toMatchObject({
      outcome: "usage_limit",
      finalText: "",
    });
  });

  test("a typed rejection by the plan gives the reset, whatever the words", () => {
    const rejected = JSON.stringify({
      type: "rate_limit_event",
      rate_limit_info: { status: "rejected", resetsAt: 1796050800, rateLimitType: "five_hour" },
    });
    const allowed = JSON.stringify({
      type: "rate_limit_event",
      rate_limit_info: { status: "allowed_warning", resetsAt: 1 },
    });
    expect(
      read([allowed, rejected, ...apiError("API Error: 429", "rate_limit", { api_error_status: 429 })], {
        exitCode: 1,
      }),
    ).toMatchObject({
      outcome: "usage_limit",
      limit: { resetAt: "2026-11-30T15:00:00.000Z" },
    });
    expect(read([allowed, init, says("fine"), result("fine")])).toMatchObject({ outcome: "ok", limit: null });
  });

  test.each([
    [
      "F091",
      'API Error (529 {"type":"error","error":{"type":"overloaded_error"}}) · Retrying in 4 seconds… (attempt 4/10)',
    ],
    ["F092", "API Error: 529 [1305][该模型当前访问量过大，请您稍后再试]"],
  ])("%s an overload is told by its number: %s", (_, text) => {
    const reading = read([text], { exitCode: 1 });
    expect(reading).toMatchObject({ outcome: "overloaded", limit: null });
    expect(reading.message).toContain(text.slice(-12));
  });

  test("F092 an error text that was wrapped twice is shown once", () => {
    const reading = read(apiError("API Error: API Error: 529 busy", "server_error"), { exitCode: 1 });
    expect(reading).toMatchObject({ outcome: "overloaded", message: "API Error: 529 busy" });
  });

  test("F094 the end is known as soon as its line is read, not when the pipe closes", () => {
    const reader = claude.read();
    expect(reader.line(init).map(({ type }) => type)).toEqual(["session"]);
    expect(reader.line(result("done")).at(-1)).toEqual({ type: "end", outcome: null, text: "done" });
  });

  test("a program stopped by us is timed out, not interrupted, although it says so itself", () => {
    const aborted = JSON.stringify({
      type: "result",
      subtype: "error_during_execution",
      is_error: true,
      terminal_reason: "aborted_tools",
      errors: ["x"],
    });
    expect(read([init, says("on it"), aborted], { endedByUs: "timed_out" })).toMatchObject({
      outcome: "timed_out",
      finalText: "on it",
    });
    expect(read([init, says("on it"), aborted]).outcome).toBe("killed");
  });

  test("out of memory is told from stderr", () => {
    const end = {
      exitCode: null,
      signal: "SIGABRT",
      stderr: "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
    };
    expect(read([init, says("on it")], end).outcome).toBe("oom");
  });

  test("F136 started inside another session: a request that can't succeed, with its words", () => {
    const stderr = "Error: Claude Code cannot be launched inside another Claude Code session.";
    expect(read([], { exitCode: 1, stderr })).toMatchObject({
      outcome: "bad_request",
      message: expect.stringContaining("inside another"),
    });
  });

  test("a denial is seen where the call never came to its result", () => {
    const refused = JSON.stringify({
      type: "user",
      message: {
        content: [
          {
            type: "tool_result",
            tool_use_id: "t1",
            is_error: true,
            content: "PreToolUse:Bash hook error: [/x]: not here",
          },
        ],
      },
      tool_result_meta: [{ id: "t1", permission_decision: { decision: "reject", source: "hook" } }],
    });
    const reading = read([init, uses("t1", "Bash", { command: "rm" }), refused], { exitCode: 143 });
    expect(reading.denials).toEqual([{ tool: "Bash", input: '{"command":"rm"}', reason: "not here" }]);
  });
});
