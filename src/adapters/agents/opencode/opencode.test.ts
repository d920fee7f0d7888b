import { describe, expect, test } from "vitest";
import type { AgentRequest, CallReading, ProcessEnd } from "../../../ports/agent.ts";
import { agentContract } from "../../../testing/agent-contract.ts";
import { opencode } from "./opencode.ts";

const session = "ses_dd5021783ffeHJag3hzfyAJQCW";
const now = Date.parse("2026-11-30T12:00:00Z");
const event = (type: string, fields: object = {}): string => JSON.stringify({ type, sessionID: session, ...fields });
const says = (text: string): string => event("text", { part: { type: "text", text } });
const finish = (reason: string, more: object = {}): string => event("step_finish", { part: { reason, ...more } });
const uses = (tool: string, state: object): string => event("tool_use", { part: { tool, callID: "c-1", state } });
const failed = (name: string, data: object): string => event("error", { error: { name, data } });
const success = [event("step_start"), says("Done."), finish("stop")];

agentContract("opencode", () => opencode, { success, answer: "Done." });

const request: AgentRequest = {
  role: "implementer",
  prompt: "the prompt",
  model: "anthropic/opus",
  resume: null,
  workspace: "/repository",
  hook: ["/opt/node", "/opt/ralph.js", "hook"],
  assets: "/opt/ralph/assets",
  scratch: "/logs/1.implementer",
  schema: null,
  maxCostUsd: null,
};

function read(lines: readonly string[], end: Partial<ProcessEnd> = {}): CallReading {
  const reader = opencode.read();
  for (const text of lines) reader.line(text);
  return reader.end({ exitCode: 0, signal: null, stderr: "", endedByUs: null, ...end }, now);
}

describe("starting OpenCode", () => {
  test("argv of an implementer's call; A-8a what is denied goes with it", () => {
    const { file, args, env, stdin } = opencode.command(request);
    expect([file, ...args]).toEqual(["opencode", "run", "--format", "json", "--model", "anthropic/opus"]);
    expect(stdin).toBe("the prompt");
    expect(env).not.toHaveProperty("OPENCODE_PERMISSION");
    expect(JSON.parse(env["OPENCODE_CONFIG_CONTENT"] ?? "")).toMatchObject({
      permission: { edit: { ".ralphrc": "deny" } },
    });
  });

  test("who judges edits nothing", () => {
    expect(opencode.command({ ...request, role: "judge" }).env["OPENCODE_PERMISSION"]).toBe('{"edit":"deny"}');
  });

  test("a session is gone on with by its id; what is no id is left out", () => {
    expect(opencode.command({ ...request, resume: session }).args.slice(-2)).toEqual(["--session", session]);
    expect(opencode.command({ ...request, resume: "--share" }).args).not.toContain("--share");
  });
});

describe("reading OpenCode", () => {
  test.each([
    ["a rule", "The user has specified a rule which prevents you from using this specific tool call.", true],
    ["nobody to ask", "The user rejected permission to use this specific tool call.", true],
    ["the guard", "Refused (control-surface): .ralphrc is the harness's own.", true],
    ["the tool itself", "File not found: a.ts", false],
  ])("a tool call that failed by %s", (_, error, isDenial) => {
    const { denials, toolCalls } = read([uses("edit", { status: "error", input: { filePath: "a.ts" }, error })]);
    expect(toolCalls).toBe(1);
    expect(denials).toEqual(isDenial ? [{ tool: "edit", input: '{"filePath":"a.ts"}', reason: error }] : []);
  });

  test("A-11 a task for a sub-agent is counted as one", () => {
    expect(read([uses("task", { status: "completed", input: {}, output: "found it" }), ...success])).toMatchObject({
      outcome: "ok",
      finalText: "Done.",
      subAgents: 1,
    });
  });

  test.each([
    ["tool-calls", "crashed"],
    ["length", "context_full"],
    ["content-filter", "refused"],
  ])("a last step that ended by %s is %s, though the exit code is 0", (reason, outcome) => {
    expect(read([event("step_start"), says("half"), finish(reason)]).outcome).toBe(outcome);
  });

  test("a step that began after the one that had stopped is not through", () => {
    expect(read([...success, event("step_start")]).outcome).toBe("crashed");
  });

  test.each([
    ["ProviderAuthError", { providerID: "x", message: "no key" }, "auth"],
    ["MessageAbortedError", { message: "aborted" }, "killed"],
    ["ContextOverflowError", { message: "too long" }, "context_full"],
    ["APIError", { message: "model: nope", statusCode: 404 }, "bad_model"],
    ["APIError", { message: "busy", statusCode: 503 }, "overloaded"],
    ["APIError", { message: "Quota", statusCode: 429, responseBody: '{"type":"usage_limit_reached"}' }, "usage_limit"],
    ["UnknownError", { message: "fetch failed" }, "network"],
    ["SomethingNew", {}, "crashed"],
    ["constructor", {}, "crashed"],
  ])("%s %j is %s", (name, data, outcome) => {
    expect(read([failed(name, data)], { exitCode: outcome === "killed" ? 130 : 1 }).outcome).toBe(outcome);
  });

  test("an error that was got over is none", () => {
    expect(read([failed("APIError", { message: "busy", statusCode: 503 }), ...success]).outcome).toBe("ok");
  });

  test.each([
    ["opencode run [message..]\n\nPositionals:\n  message  message to send\n\nOptions:\n  -h, --help", "bad_request"],
    ["\u001b[91m\u001b[1mError: \u001b[0mSession not found", "bad_request"],
  ])("not even begun: %s", (stderr, outcome) => {
    expect(read([], { exitCode: 1, stderr }).outcome).toBe(outcome);
  });
});
