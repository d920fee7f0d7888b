import { describe, expect, test } from "vitest";
import type { AgentRequest, CallReading, ProcessEnd } from "../../../ports/agent.ts";
import { agentContract } from "../../../testing/agent-contract.ts";
import { pi } from "./pi.ts";

const session = "01a22af8-c9e6-70a7-be9d-c716bb65e1da";
const now = Date.parse("2026-11-30T12:00:00Z");
const line = (type: string, fields: object = {}): string => JSON.stringify({ type, ...fields });
const first = line("session", { version: 3, id: session });
const message = (text: string, more: object = {}): string =>
  line("message_end", {
    message: { role: "assistant", model: "m", content: [{ type: "text", text }], stopReason: "stop", ...more },
  });
const failed = (errorMessage: string): string => message("", { content: [], stopReason: "error", errorMessage });
const success = [first, line("agent_start"), message("Done."), line("agent_end", { messages: [] })];

agentContract("pi", () => pi, { success, answer: "Done." });

const request: AgentRequest = {
  role: "implementer",
  prompt: "the prompt",
  model: "anthropic/opus:high",
  resume: null,
  workspace: "/repository",
  hook: ["/opt/my node/node", "/opt/ralph.js", "hook"],
  assets: "/opt/ralph/assets",
  scratch: "/logs/1.implementer",
  schema: null,
  maxCostUsd: null,
};

function read(lines: readonly string[], end: Partial<ProcessEnd> = {}): CallReading {
  const reader = pi.read();
  for (const text of lines) reader.line(text);
  return reader.end({ exitCode: 0, signal: null, stderr: "", endedByUs: null, ...end }, now);
}

describe("starting pi", () => {
  test("argv of an implementer's call; A-8a the guard's extension goes with it", () => {
    const { file, args, env, stdin } = pi.command(request);
    expect([file, ...args]).toEqual([
      "pi",
      "--print",
      "--mode",
      "json",
      "--extension",
      "/opt/ralph/assets/hooks/pi.js",
      "--extension",
      "/opt/ralph/assets/hooks/pi-limits.js",
      "--model",
      "anthropic/opus:high",
    ]);
    expect(env).toMatchObject({ PI_OFFLINE: "1", RALPH_HOOK: "'/opt/my node/node' /opt/ralph.js hook" });
    expect(stdin).toBe("the prompt");
  });

  test("who judges gets no tool that was made for writing", () => {
    const { args } = pi.command({ ...request, role: "reviewer" });
    expect(args[args.indexOf("--tools") + 1]).toBe("read,bash,grep,find,ls");
  });

  test("a session is gone on with by its id; what is no id could be a path, and is left out", () => {
    expect(pi.command({ ...request, resume: session }).args.slice(-2)).toEqual(["--session", session]);
    expect(pi.command({ ...request, resume: "../else.jsonl" }).args).not.toContain("--session");
  });
});

describe("reading pi", () => {
  test.each([
    ['401 {"error":{"type":"authentication_error","message":"invalid x-api-key"}}', "auth"],
    ['402 {"error":{"message":"Payment required"}}', "billing"],
    ["404 The model nope does not exist", "bad_model"],
    ['400 {"error":{"type":"invalid_request_error","message":"prompt is too long: 220000 tokens"}}', "context_full"],
    ['429 {"error":{"type":"rate_limit_error","message":"slow down"}}', "overloaded"],
    ["503 no capacity", "overloaded"],
    ["Error: fetch failed", "network"],
    ["something new", "crashed"],
  ])("exit code 0, and an answer that failed with %s", (said, outcome) => {
    expect(read([first, failed(said), line("agent_end")])).toMatchObject({ outcome, finalText: "" });
  });

  test("F082 a used-up plan in the service's own body gives its reset", () => {
    const body = { error: { type: "usage_limit_reached", resets_at: 1796054400 } };
    expect(read([first, failed(`429 ${JSON.stringify(body)}`), line("agent_end")])).toMatchObject({
      outcome: "usage_limit",
      limit: { resetAt: "2026-11-30T16:00:00.000Z" },
    });
  });

  test("an error that a later attempt got over is none", () => {
    const retry = line("auto_retry_start", { attempt: 1, errorMessage: "529 overloaded" });
    expect(
      read([first, failed("529 overloaded"), line("agent_end"), retry, line("agent_start"), ...success.slice(2)]),
    ).toMatchObject({ outcome: "ok", finalText: "Done.", retries: 1 });
  });

  test("the end of an attempt that is tried again is no end of the call: it would be taken to linger", () => {
    const reader = pi.read();
    const events = [first, failed("529 overloaded"), line("agent_end")].flatMap((text) => reader.line(text));
    expect(events.map(({ type }) => type)).not.toContain("end");
  });

  test("an answer that was cut off at the longest output", () => {
    expect(read([first, message("half", { stopReason: "length" }), line("agent_end")])).toMatchObject({
      outcome: "context_full",
      finalText: "half",
    });
  });

  test("the parts of a message count for nothing beside the whole", () => {
    const part = line("message_update", { message: { role: "assistant", content: [{ type: "text", text: "Do" }] } });
    const cut = part.slice(0, -9);
    const reordered = JSON.stringify({ message: {}, type: "message_update" });
    expect(read([first, part, cut, reordered, ...success.slice(1)])).toMatchObject({
      outcome: "ok",
      finalText: "Done.",
      unreadableLines: 0,
    });
  });

  test.each([
    ["Error: Unknown option: --mode", "bad_request", "does not know an option"],
    ['Error: Model "nope/none" not found. Use --list-models to see available models.', "bad_model", "nope/none"],
    [`No session found matching '${session}'`, "bad_request", "session"],
    ["No API key found for the selected model.\n\nUse /login to log into a provider", "auth", "No API key found"],
  ])("not even begun: %s", (stderr, outcome, words) => {
    expect(read([], { exitCode: 1, stderr })).toMatchObject({ outcome, message: expect.stringContaining(words) });
    expect(read([first], { exitCode: 1, stderr }).outcome).toBe(outcome);
  });
});
