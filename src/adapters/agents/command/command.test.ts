import { describe, expect, test } from "vitest";
import type { CallReading, ProcessEnd } from "../../../ports/agent.ts";
import { agentContract } from "../../../testing/agent-contract.ts";
import { command, type CommandFormat } from "./command.ts";

const now = Date.parse("2026-11-30T12:00:00Z");
const line = (type: string, fields: object = {}): string => JSON.stringify({ type, ...fields });

function read(format: CommandFormat, lines: readonly string[], end: Partial<ProcessEnd> = {}): CallReading {
  const reader = command(["node", "agent.mjs"], format).read();
  for (const text of lines) reader.line(text);
  return reader.end({ exitCode: 0, signal: null, stderr: "", endedByUs: null, ...end }, now);
}

agentContract("command, text", () => command(["node", "agent.mjs"], "text"), {
  success: ["Done.", "", "Really."],
  answer: "Done.\n\nReally.",
  plainText: true,
});
agentContract("command, jsonl", () => command(["node", "agent.mjs"], "jsonl"), {
  success: [line("text", { text: "on it" }), line("result", { text: "Done." })],
  answer: "Done.",
});

describe("A-9 a command as an agent", () => {
  test("the argv is started as it is; an empty one is refused", () => {
    const { file, args } = command(["node", "a b.mjs", "--x"], "text").command({
      role: "implementer",
      prompt: "p",
      model: null,
      resume: null,
      workspace: "/w",
      hook: null,
      schema: null,
      maxCostUsd: null,
    });
    expect([file, ...args]).toEqual(["node", "a b.mjs", "--x"]);
    expect(() => command([], "text")).toThrow(RangeError);
  });

  test("the family is the one the configuration names", () => {
    expect(command(["x"], "text", "anthropic").family).toBe("anthropic");
    expect(command(["x"], "text").family).toBe("command");
  });

  test("plain text: all of stdout is the answer", () => {
    expect(read("text", ["  line one", "", "line two  ", ""])).toMatchObject({
      outcome: "ok",
      finalText: "line one\n\nline two",
      unreadableLines: 0,
    });
  });

  test("a crash is told with the end of stderr, colours and blank lines removed", () => {
    const stderr = "starting\n\n\u001b[31mTypeError: x is not a function\u001b[0m\n    at a.mjs:3:1\n";
    expect(read("text", ["half an ans"], { exitCode: 7, stderr })).toMatchObject({
      outcome: "crashed",
      finalText: "half an ans",
      message: "The agent ended with exit code 7: starting · TypeError: x is not a function · at a.mjs:3:1",
    });
  });

  test("a crash with a long stack is told with the line that names the error", () => {
    const stack = Array.from({ length: 9 }, (_, at) => `    at frame (node:internal:${at})`).join("\n");
    const stderr = `node:internal/modules\n  throw err;\n\nError: Cannot find module '/r/agent.mjs'\n${stack}\n\nNode.js v24.0.0\n`;
    expect(read("text", [], { exitCode: 1, stderr })).toMatchObject({
      outcome: "crashed",
      message: "The agent ended with exit code 1: Error: Cannot find module '/r/agent.mjs'",
    });
  });

  test("L-24b words about limits and errors in a longer answer count for nothing", () => {
    const answer = `The old code said "permission denied" and "usage limit reached, resets 3am"; Error: 429 rate limit was in its log.\nI fixed the TypeError.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\n---END_RALPH_STATUS---`;
    expect(read("text", answer.split("\n"))).toMatchObject({ outcome: "ok", limit: null });
  });

  test("F077 a limit's message as the only output, exit 0", () => {
    expect(read("text", ["You've hit your limit · resets 1pm (Europe/Lisbon)"])).toMatchObject({
      outcome: "usage_limit",
      limit: { resetAt: "2026-11-30T13:00:00.000Z" },
    });
  });
});

describe("U-45 JSON lines", () => {
  test("without a result the texts are the answer: the last, or from the one with the block on", () => {
    expect(read("jsonl", [line("text", { text: "one" }), line("text", { text: "two" })])).toMatchObject({
      outcome: "ok",
      finalText: "two",
    });
    const block = "---RALPH_STATUS---\nSTATUS: COMPLETE\n---END_RALPH_STATUS---";
    expect(read("jsonl", [line("text", { text: block }), line("text", { text: "bye" })]).finalText).toBe(
      `${block}\n\nbye`,
    );
  });

  test("usage and cost of several lines are added", () => {
    const usage = line("usage", { tokensIn: 900, tokensOut: 200, tokensCached: 30, usd: 0.25 });
    expect(read("jsonl", [usage, usage, line("result", { text: "done" })])).toMatchObject({
      usage: { in: 1800, out: 400, cachedRead: 60, cachedWrite: 0 },
      costUsd: 0.5,
    });
    expect(read("jsonl", [line("result", { text: "done" })])).toMatchObject({ usage: null, costUsd: null });
  });

  test.each([0, 1])("a limit line is a usage limit with its reset, exit code %d", (exitCode) => {
    const limit = line("limit", { resetsAt: "2026-11-30T15:00:00+01:00", message: "usage limit reached" });
    expect(read("jsonl", [line("text", { text: "Starting." }), limit], { exitCode })).toMatchObject({
      outcome: "usage_limit",
      limit: { resetAt: "2026-11-30T14:00:00.000Z", text: "usage limit reached" },
    });
  });

  test("an error line gives its class, an unknown class is a crash; a result after it means recovered", () => {
    const error = (named: string) => line("error", { class: named, message: "busy" });
    expect(read("jsonl", [error("overloaded")], { exitCode: 1 })).toMatchObject({
      outcome: "overloaded",
      message: "busy",
    });
    expect(read("jsonl", [error("overloaded")])).toMatchObject({ outcome: "overloaded" });
    expect(read("jsonl", [error("strange")], { exitCode: 1 }).outcome).toBe("crashed");
    expect(read("jsonl", [error("ok")], { exitCode: 0 }).outcome).toBe("crashed");
    expect(read("jsonl", [error("overloaded"), line("result", { text: "done after all" })])).toMatchObject({
      outcome: "ok",
    });
  });

  test("tools are counted and denials kept", () => {
    const reading = read("jsonl", [
      line("tool", { name: "Edit", input: { path: "a" } }),
      line("tool", { name: "Bash", isError: true }),
      line("denied", { tool: "Bash", reason: "protected" }),
      line("result", { text: "x" }),
    ]);
    expect(reading).toMatchObject({
      outcome: "ok",
      toolCalls: 2,
      denials: [{ tool: "Bash", input: "", reason: "protected" }],
    });
  });

  test("an answer with no words but with work is no empty call", () => {
    expect(read("jsonl", [line("tool", { name: "Edit" }), line("result", { text: "" })]).outcome).toBe("ok");
  });
});
