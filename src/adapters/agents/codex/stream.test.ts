import { describe, expect, test } from "vitest";
import { codex } from "./codex.ts";
import { begun, completed, error, failed, item, read, says, thread } from "./test-lines.ts";

const block = "---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---";

describe("the answer of a call", () => {
  test("is the last thing said; where the block came before it, from the block on", () => {
    expect(read([...begun, says("one"), says("two"), completed()]).finalText).toBe("two");
    expect(read([...begun, says(`Done.\n${block}`), says("Pushed."), completed()]).finalText).toBe(
      `Done.\n${block}\n\nPushed.`,
    );
  });

  test("F025 of a stream that was cut in mid-line all that is whole counts", () => {
    const cut = says(`Done.\n${block}`).slice(0, -8);
    const reading = read([...begun, says("half"), cut], { exitCode: null, signal: "SIGKILL" });
    expect(reading).toMatchObject({ outcome: "killed", finalText: "half", sessionId: thread, unreadableLines: 1 });
  });

  test("a stream that ends without a word about its turn is no success, whatever the exit code", () => {
    expect(read([...begun, says("Done.")])).toMatchObject({ outcome: "crashed", finalText: "Done." });
  });

  test("unknown items, unknown fields and other order of keys, 16 MB in a line, bytes that are no UTF-8", () => {
    const long = item("command_execution", { command: "x", aggregated_output: "y".repeat(16 * 1024 * 1024) });
    const odd = [
      item("reasoning", { text: "I think" }),
      item("todo_list", { items: [] }),
      item("not-yet-invented", { text: "x" }),
      JSON.stringify({ usage: {}, type: "turn.paused" }),
      JSON.stringify({ item: { text: "Done.", type: "agent_message", id: "item_9" }, type: "item.completed", more: 1 }),
      Buffer.from([0xff, 0xfe, 0x7b]).toString("utf8"),
    ];
    expect(read([...begun, long, ...odd, completed()])).toMatchObject({
      outcome: "ok",
      finalText: "Done.",
      toolCalls: 1,
      unreadableLines: 1,
    });
  });
});

describe("what was done", () => {
  test("each item is one call of a tool, however often it is told; a failed one is an error of the tool", () => {
    const reader = codex.read();
    const command = { command: "npm test", status: "in_progress" };
    const told = [
      item("command_execution", command, "started"),
      item("command_execution", { ...command, aggregated_output: "1 failed" }, "updated"),
      item("command_execution", { ...command, aggregated_output: "1 failed", exit_code: 1, status: "failed" }),
    ].flatMap((text) => reader.line(text));
    expect(told).toEqual([
      { type: "tool", id: "item_1", name: "Bash", input: '{"command":"npm test"}', sub: false },
      { type: "tool-result", id: "item_1", isError: true, text: "1 failed", sub: false },
    ]);
  });

  test("files, MCP servers and searches are tools under the names that hooks have for them", () => {
    const reader = codex.read();
    const told = [
      item("file_change", { id: "a", changes: [{ path: "/r/x", kind: "add" }] }),
      item("mcp_tool_call", { id: "b", server: "docs", tool: "find", arguments: { q: 1 } }),
      item("web_search", { id: "c", query: "ralph" }),
    ].flatMap((text) => reader.line(text));
    expect(told.flatMap((event) => (event.type === "tool" ? [[event.name, event.input]] : []))).toEqual([
      ["apply_patch", '{"changes":[{"path":"/r/x","kind":"add"}]}'],
      ["mcp__docs__find", '{"q":1}'],
      ["web_search", '{"query":"ralph"}'],
    ]);
  });

  test("A-11 sub-agents are counted once each", () => {
    const spawn = { tool: "spawn_agent", receiver_thread_ids: ["t1", "t2"], prompt: "look" };
    const lines = [item("collab_tool_call", spawn, "started"), item("collab_tool_call", spawn), says("Done.")];
    expect(read([...begun, ...lines, completed()])).toMatchObject({ subAgents: 2, toolCalls: 1, finalText: "Done." });
  });
});

describe("A-4 tokens", () => {
  const usage = {
    input_tokens: 3021,
    cached_input_tokens: 900,
    cache_write_input_tokens: 21,
    output_tokens: 150,
    reasoning_output_tokens: 30,
  };

  test("what was cached is counted within Codex's input, and once here", () => {
    expect(read([...begun, says("x"), completed(usage)])).toMatchObject({
      usage: { in: 2100, out: 150, cachedRead: 900, cachedWrite: 21 },
      costUsd: null,
    });
  });

  test("of a resumed thread only what was added since; a counter that stands lower began anew", () => {
    const lines = [...begun, says("x"), completed(usage)];
    const before = { in: 2000, out: 100, cachedRead: 600, cachedWrite: 21 };
    expect(read(lines, { before }).usage).toEqual({ in: 100, out: 50, cachedRead: 300, cachedWrite: 0 });
    expect(read(lines, { before: { ...before, out: 151 } }).usage).toMatchObject({ in: 2100, out: 150 });
  });

  test("of several turns in one stream the last counter holds all of them", () => {
    const first = { input_tokens: 1000, cached_input_tokens: 0, output_tokens: 10 };
    expect(read([...begun, says("x"), completed(first), ...begun, says("y"), completed(usage)]).usage).toMatchObject({
      out: 150,
    });
  });
});

describe("A-3 how a turn failed", () => {
  test.each([
    ["auth", "unexpected status 401 Unauthorized: Incorrect API key provided, url: http://127.0.0.1/v1/responses"],
    ["auth", "unexpected status 403 Forbidden: denied"],
    ["auth", "Missing environment variable: `MY_TOKEN`."],
    ["auth", "Your access token could not be refreshed. Please log out and sign in again."],
    ["billing", "Quota exceeded. Check your plan and billing details."],
    ["billing", "To use Codex with your ChatGPT plan, upgrade to Plus: https://example.invalid"],
    ["overloaded", "exceeded retry limit, last status: 429 Too Many Requests"],
    ["overloaded", "exceeded retry limit"],
    ["overloaded", "unexpected status 503 Service Unavailable: busy"],
    ["overloaded", "We\u2019re currently experiencing high demand, which may cause temporary errors."],
    ["overloaded", "Selected model is at capacity. Please try a different model."],
    ["network", "stream disconnected before completion: error sending request"],
    ["overloaded", "stream disconnected before completion: unexpected status 502 Bad Gateway"],
    ["context_full", "Codex ran out of room in the model's context window. Start a new thread."],
    ["bad_model", "The model `nope` does not exist"],
    [
      "bad_model",
      'unexpected status 400 Bad Request: {"detail":"The \'x\' model is not supported when using Codex with a ChatGPT account."}',
    ],
    ["bad_request", "unexpected status 400 Bad Request: no"],
    ["crashed", "something new"],
  ])("%s: %s", (outcome, message) => {
    expect(read([...begun, says("half"), ...failed(message)], { exitCode: 1 })).toMatchObject({
      outcome,
      message,
      finalText: "",
    });
  });

  test("a limit of the plan names a clock of this machine, and the plan to upgrade to does not make it a bill", () => {
    const message =
      "You\u2019ve hit your usage limit. Upgrade to Pro (https://example.invalid/pro) or try again at 6:30 AM.";
    const { outcome, limit } = read([...begun, ...failed(message)], { exitCode: 1 });
    expect(outcome).toBe("usage_limit");
    expect(limit?.text).toBe(message);
    expect(new Date(limit?.resetAt ?? "").getMinutes()).toBe(30);
    expect(new Date(limit?.resetAt ?? "").getHours()).toBe(6);
  });

  test("F088 what is tried again is no failure", () => {
    const again = "Reconnecting... 2/5 (stream disconnected before completion: error sending request)";
    const offline = "Reconnecting... waiting for network (Connection failed: error sending request)";
    const reader = codex.read();
    expect([again, offline].flatMap((message) => reader.line(error(message)))).toEqual([
      { type: "retry", attempt: 2, reason: "stream disconnected before completion: error sending request" },
      { type: "retry", attempt: null, reason: "Connection failed: error sending request" },
    ]);
    expect(read([...begun, error(again), says("Done."), completed()])).toMatchObject({ outcome: "ok", retries: 1 });
  });

  test("a warning among the items is no error", () => {
    expect(read([...begun, item("error", { message: "401 Unauthorized" }), says("Done."), completed()]).outcome).toBe(
      "ok",
    );
  });

  test("a turn that ends in mid-air with exit code 1 was interrupted; with a complaint it crashed", () => {
    expect(read([...begun, says("half")], { exitCode: 1 })).toMatchObject({ outcome: "killed", finalText: "half" });
    const stderr = "thread 'main' panicked at core/src/x.rs:1:2:\nindex out of bounds";
    expect(read([...begun, says("half")], { exitCode: 101, stderr })).toMatchObject({
      outcome: "crashed",
      message: expect.stringContaining("index out of bounds"),
    });
    expect(read([...begun, says("half")], { exitCode: 1, stderr: "Error: disk full" }).outcome).toBe("crashed");
    expect(read([...begun, says("half")], { exitCode: 1, endedByUs: "idle" }).outcome).toBe("idle");
  });
});

describe("calls that are not begun", () => {
  test.each([
    [
      "an unknown flag",
      "error: unexpected argument '--jsonn' found\n\n  tip: …\n\nUsage: codex exec [OPTIONS]",
      "--jsonn",
    ],
    [
      "a value that is gone",
      "error: invalid value 'x' for '--sandbox <SANDBOX_MODE>'\n  [possible values: y]",
      "--sandbox",
    ],
    ["settings it can't read", "Error loading config.toml: unknown variant `x`\nin `sandbox_mode`", "unknown variant"],
    [
      "a thread that is gone",
      "Error: thread/resume failed: no rollout found for thread id 1 (code -32600)",
      "no rollout",
    ],
  ])("%s is a bad request, told with its line", (_, stderr, words) => {
    const noise =
      "WARNING: proceeding, even though we could not create PATH aliases: no\nReading prompt from stdin...\n";
    const reading = read([], { exitCode: 2, stderr: noise + stderr });
    expect(reading).toMatchObject({ outcome: "bad_request", message: expect.stringContaining(words) });
    expect(reading.message).not.toMatch(/WARNING|Reading prompt/);
  });
});

describe("denials on stderr", () => {
  test("of a tool that is no command, and with entries of the log behind it", () => {
    const stderr =
      "2026-11-30T05:42:44.155428Z ERROR codex_core::tools::router: error=Tool call blocked by PreToolUse hook: no. Tool: mcp__a__b\n" +
      "2026-11-30T05:42:44.381766Z ERROR codex_core::tools::router: error=Command blocked by PreToolUse hook: one. Two. Command: rm x\n" +
      "2026-11-30T05:42:45.381766Z WARN something else\n";
    expect(read([...begun, says("x"), completed()], { stderr }).denials).toEqual([
      { tool: "mcp__a__b", input: "", reason: "no" },
      { tool: "Bash", input: '{"command":"rm x"}', reason: "one. Two" },
    ]);
  });
});
