import { describe, expect, test } from "vitest";
import { claude } from "./claude.ts";
import { apiError, init, read, result, says, toolResult, uses } from "./test-lines.ts";

describe("limits and errors", () => {
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
