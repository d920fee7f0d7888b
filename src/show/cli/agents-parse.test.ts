import { describe, expect, test } from "vitest";
import { agentsParse, type StreamDialect } from "./agents-parse.ts";

const now = Date.parse("2026-11-30T12:00:00Z");
const options = { exitCode: null, signal: null, stderr: "", now, json: true };

/** A dialect that repeats what it was given, so that the tests see what reached it. */
function echo(): StreamDialect & { readonly lines: string[]; ends: unknown[] } {
  const lines: string[] = [];
  const ends: unknown[] = [];
  return {
    name: "echo",
    lines,
    ends,
    read: () => ({
      line: (text) => void lines.push(text),
      end: (end, at) => {
        ends.push({ ...end, at });
        return {
          outcome: "ok",
          message: null,
          finalText: lines.join("|"),
          sessionId: "s",
          usage: { in: 1, out: 2, cachedRead: 3, cachedWrite: 4 },
          costUsd: 0.5,
          limit: { resetAt: null, text: "later" },
          denials: [{ tool: "Bash", input: "rm", reason: "no" }],
          toolCalls: 1,
          subAgents: 0,
          retries: 2,
          unreadableLines: 0,
        };
      },
    }),
  };
}

async function* chunks(...parts: readonly (string | Uint8Array)[]) {
  yield* parts;
}

describe("A-13 ralph agents parse", () => {
  test("prints exactly the fixed keys, and exits 0 whatever the outcome", async () => {
    const { stdout, exitCode } = await agentsParse(echo(), chunks("a\nb\n"), options);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      outcome: "ok",
      finalText: "a|b",
      sessionId: "s",
      usage: { in: 1, out: 2, cachedRead: 3, cachedWrite: 4 },
      costUsd: 0.5,
      limit: { resetAt: null, text: "later" },
      denials: [{ tool: "Bash", input: "rm", reason: "no" }],
      toolCalls: 1,
      subAgents: 0,
      retries: 2,
      unreadableLines: 0,
    });
  });

  test("without an exit code or signal the process ended by itself; a signal leaves the exit code open", async () => {
    const dialect = echo();
    await agentsParse(dialect, chunks(), options);
    await agentsParse(dialect, chunks(), { ...options, signal: "SIGKILL", stderr: "gone" });
    await agentsParse(dialect, chunks(), { ...options, exitCode: 3 });
    expect(dialect.ends).toEqual([
      { exitCode: 0, signal: null, stderr: "", endedByUs: null, at: now },
      { exitCode: null, signal: "SIGKILL", stderr: "gone", endedByUs: null, at: now },
      { exitCode: 3, signal: null, stderr: "", endedByUs: null, at: now },
    ]);
  });

  test("lines are put together across chunks, a character cut in two as well; the last one needs no line feed", async () => {
    const dialect = echo();
    const bytes = new TextEncoder().encode("gr\u00fc\u00df\nrest");
    await agentsParse(dialect, chunks(bytes.slice(0, 3), bytes.slice(3, 5), bytes.slice(5)), options);
    expect(dialect.lines).toEqual(["grüß", "rest"]);
  });

  test("bytes that are no UTF-8 are replaced, not thrown at", async () => {
    const dialect = echo();
    await agentsParse(dialect, chunks(Uint8Array.of(0x61, 0xff, 0x62, 0x0a)), options);
    expect(dialect.lines).toEqual(["a\u{FFFD}b"]);
  });

  test("G-11 what is shown to a person carries no control sequences", async () => {
    const { stdout } = await agentsParse(echo(), chunks("\u001b[2Jgone"), { ...options, json: false });
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toMatch(/outcome:\s+ok/);
  });
});
