import { describe, expect, test } from "vitest";
import type { AgentRequest, CallReading, ProcessEnd } from "../../../ports/agent.ts";
import { agentContract } from "../../../testing/agent-contract.ts";
import { acp } from "./acp.ts";
import { askedCalls, permissionAnswer } from "./permission.ts";

const now = Date.parse("2026-11-30T12:00:00Z");
const message = (fields: object): string => JSON.stringify({ jsonrpc: "2.0", ...fields });
const update = (fields: object): string =>
  message({ method: "session/update", params: { sessionId: "s-1", update: fields } });
const says = (text: string, more: object = {}): string =>
  update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text }, ...more });
const calls = (fields: object): string => update({ sessionUpdate: "tool_call_update", toolCallId: "t-1", ...fields });
const end = message({ id: 2, result: { stopReason: "end_turn" } });
const success = [message({ id: 1, result: { sessionId: "s-1" } }), says("Do"), says("ne."), end];
const dialect = acp(["/opt/node", "/opt/ralph.js", "acp"], ["gemini", "--acp"]);

agentContract("acp", () => dialect, { success, answer: "Done." });

const request: AgentRequest = {
  role: "implementer",
  prompt: "the prompt",
  model: "flash",
  resume: "s-0",
  workspace: "/repository",
  hook: null,
  schema: null,
  maxCostUsd: null,
};

function read(lines: readonly string[], ended: Partial<ProcessEnd> = {}): CallReading {
  const reader = dialect.read();
  for (const text of lines) reader.line(text);
  return reader.end({ exitCode: 0, signal: null, stderr: "", endedByUs: null, ...ended }, now);
}

describe("starting an ACP server", () => {
  test("by the bridge, word for word, and never through a shell", () => {
    const { file, args, stdin } = dialect.command(request);
    expect([file, ...args].join(" ")).toBe("/opt/node /opt/ralph.js acp --model flash --resume s-0 -- gemini --acp");
    expect(stdin).toBe("the prompt");
    expect(dialect.command({ ...request, role: "judge" }).args).toContain("--reads-only");
    expect(() => acp(["node"], [])).toThrow(RangeError);
  });
});

describe("reading an ACP server", () => {
  test("an answer is put together from its pieces, up to what is done in between", () => {
    const lines = [says("I lo"), says("ok."), calls({ status: "completed", kind: "read" }), ...success];
    const reader = dialect.read();
    const texts = lines
      .flatMap((line) => reader.line(line))
      .flatMap((event) => (event.type === "text" ? event.text : []));
    expect(texts).toEqual(["I look.", "Done."]);
  });

  test.each([
    ["Error: 429 You have reached your usage limit. Try again at 2026-11-30T18:25:47.577Z.", "usage_limit"],
    [
      "Error: Failed to get response from the AI model; retried 5 times (total retry wait time: 56.79 seconds) Last error: 429 You have reached your usage limit. Try again at 2026-11-30T23:50:34.210Z.",
      "usage_limit",
    ],
    ["Error: 401 Unauthorized", "auth"],
    ["Error: the log says `Last error: none`, and 429 tests pass", "ok"],
    ["Error: 503 Service Unavailable", "overloaded"],
    ["I saw `Error: 429 too many requests` in the log.", "ok"],
    ["Error: 429 was what the test expected.\nIt passes now.", "ok"],
    ["Error: 123 files are too many", "ok"],
  ])("L-26 a turn that ended well and said only %j came to %s", (said, outcome) => {
    expect(read([message({ id: 1, result: { sessionId: "s-1" } }), says(said), end])).toMatchObject({ outcome });
  });

  test("A-11 what a sub-agent of Claude Code says is not the answer", () => {
    const sub = { _meta: { claudeCode: { parentToolUseId: "t-0", toolName: "Read" } } };
    const started = { _meta: { claudeCode: { toolName: "Task" } }, toolCallId: "t-0", rawInput: { prompt: "look" } };
    expect(
      read([calls(started), says("I found it.", sub), calls({ ...sub, status: "completed" }), ...success]),
    ).toMatchObject({ finalText: "Done.", subAgents: 1, toolCalls: 2 });
  });

  test("a tool that failed after it was allowed is no denial", () => {
    const asked = message({
      id: 7,
      method: "session/request_permission",
      params: { toolCall: { toolCallId: "t-1", kind: "execute", rawInput: { command: "make" } } },
    });
    expect(read([asked, calls({ status: "failed", rawOutput: "exit code 2" }), ...success]).denials).toEqual([]);
    expect(read([asked, calls({ status: "failed", rawOutput: "Rejected by the user" }), ...success]).denials).toEqual([
      { tool: "execute", input: '{"command":"make"}', reason: "Rejected by the user" },
    ]);
  });

  test.each([
    [{ code: -32_000, message: "Authentication required" }, "auth"],
    [{ code: -32_602, message: "Invalid params" }, "bad_request"],
    [{ code: -32_602, message: "Unknown model x" }, "bad_model"],
    [{ code: -32_002, message: "Resource not found: Session x not found" }, "bad_request"],
    [{ code: -32_603, message: "Internal error", data: { errorKind: "billing_error" } }, "billing"],
    [{ code: -32_603, message: "Internal error", data: { errorKind: "rate_limit" } }, "overloaded"],
    [{ code: -32_603, message: "Internal error", data: { details: "You've hit your usage limit." } }, "usage_limit"],
    [{ code: 429, message: "Resource has been exhausted" }, "overloaded"],
    [{ code: 503, message: "busy" }, "overloaded"],
    [{ code: -32_603, message: "Internal error" }, "crashed"],
  ])("%j is %s", (error, outcome) => {
    expect(read([message({ id: 2, error })], { exitCode: 1 }).outcome).toBe(outcome);
  });

  test("a server that does not know its own option is told so, not as a crash", () => {
    expect(read([], { exitCode: 2, stderr: "error: unknown option '--acp'" })).toMatchObject({
      outcome: "bad_request",
      message: expect.stringContaining("--acp"),
    });
  });
});

describe("what a request for permission asks for, in the guard's words", () => {
  const command = (text: string) => [{ tool: "Bash", input: { command: text } }];
  const write = (path: string) => [{ tool: "Write", input: { file_path: path } }];

  test.each([
    [
      "Claude",
      { kind: "execute", title: "rm -rf build", rawInput: { command: "rm -rf build" } },
      command("rm -rf build"),
    ],
    [
      "Codex",
      { kind: "execute", rawInput: { command: ["/bin/bash", "-lc", "rm -rf build"] } },
      command("rm -rf build"),
    ],
    ["Gemini", { kind: "execute", title: "ls [current working directory /w] (Look around)" }, command("ls")],
    [
      "Claude",
      { kind: "edit", rawInput: { file_path: "/w/a" }, content: [{ type: "diff", path: "/w/a" }] },
      write("/w/a"),
    ],
    [
      "Copilot",
      { kind: "edit", rawInput: { fileName: "/w/a", diff: "…" }, locations: [{ path: "/w/a" }] },
      write("/w/a"),
    ],
    ["Gemini", { kind: "edit", title: "Writing to a", content: [{ type: "diff", path: "/w/a" }] }, write("/w/a")],
    ["any", { kind: "delete", locations: [{ path: "/w/a" }] }, write("/w/a")],
    ["any", { kind: "read", locations: [{ path: "/etc/passwd" }] }, []],
    ["any", { title: "mcp__files__move", rawInput: { to: "a" } }, [{ tool: "mcp__files__move", input: { to: "a" } }]],
    ["any", { kind: "other", title: "sh", rawInput: { command: "rm x" } }, command("rm x")],
    ["any", {}, [{ tool: "other", input: {} }]],
  ])("%s: %j", (_, toolCall, expected) => expect(askedCalls(toolCall)).toEqual(expected));

  test("without an option that fits, nothing is chosen", () => {
    const options = [{ kind: "allow_always", optionId: "a" }];
    expect(permissionAnswer({ options }, "allow")).toEqual({ outcome: { outcome: "selected", optionId: "a" } });
    expect(permissionAnswer({ options }, "refuse")).toEqual({ outcome: { outcome: "cancelled" } });
    expect(permissionAnswer({}, "allow")).toEqual({ outcome: { outcome: "cancelled" } });
  });
});
