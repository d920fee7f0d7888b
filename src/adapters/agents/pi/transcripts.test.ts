import { expect, test } from "vitest";
import type { CallOutcome, Usage } from "../../../core/outcome.ts";
import { type ExpectedCall, recordedCalls, type Recordings, replayed } from "../../../testing/recorded-calls.ts";
import { pi } from "./pi.ts";

const recordings: Recordings = {
  folder: new URL("../fixtures/pi/", import.meta.url),
  now: Date.parse("2026-11-30T06:00:00Z"),
};

const edited = `I added hello.txt.

---RALPH_STATUS---
STATUS: COMPLETE
TASKS_COMPLETED_THIS_LOOP: 1
FILES_MODIFIED: 1
TESTS_STATUS: PASSING
EXIT_SIGNAL: true
---END_RALPH_STATUS---
`;
const used = (tokensIn: number, messages: number): Usage => ({
  in: tokensIn,
  out: 50 * messages,
  cachedRead: 300 * messages,
  cachedWrite: 200 * messages,
});
const nothing: Usage = { in: 0, out: 0, cachedRead: 0, cachedWrite: 0 };
const ok = (usage: Usage, more: ExpectedCall = {}): ExpectedCall => ({
  outcome: "ok",
  message: null,
  finalText: edited,
  model: "mock-model",
  usage,
  limit: null,
  denied: [],
  retries: 0,
  subAgents: 0,
  unreadableLines: 0,
  ...more,
});
// Exit code 0, every one of them.
const failed = (outcome: CallOutcome, more: ExpectedCall = {}): ExpectedCall => ({
  outcome,
  finalText: "",
  usage: nothing,
  costUsd: 0,
  toolCalls: 0,
  denied: [],
  unreadableLines: 0,
  ...more,
});
const interrupted = (tokensIn: number, costUsd: number): ExpectedCall => ({
  outcome: "killed",
  finalText: "running a long command",
  usage: used(tokensIn, 1),
  costUsd: expect.closeTo(costUsd, 9),
  toolCalls: 1,
});

recordedCalls(pi, recordings, {
  "auth-401": failed("auth", {
    sessionId: "01a22af8-c9e6-70a7-be9d-c716bb65e1da",
    message: expect.stringContaining("invalid x-api-key"),
    retries: 0,
  }),
  "big-prompt-stdin-300k": ok(used(1008, 1), { costUsd: expect.closeTo(0.001338, 9), toolCalls: 0 }),
  "hook-deny-extension": ok(used(3012, 3), { denied: ["bash", "write"], toolCalls: 2 }),
  "overload-529": failed("overloaded", { retries: 3, limit: null }),
  "rate-429": failed("overloaded", { retries: 3, limit: null, message: expect.stringContaining("rate limit") }),
  "sigint-in-tool": interrupted(1027, 0.001357),
  "sigterm-in-tool": interrupted(1026, 0.001356),
  "success-edit": ok(used(2003, 2), {
    costUsd: expect.closeTo(0.002663, 9),
    sessionId: "01a22af4-6207-7600-8889-8220991c2143",
    toolCalls: 1,
  }),
  // Its version goes to stderr, and no line is an event.
  version: { outcome: "empty", sessionId: null, usage: null, costUsd: null },
});

test("a denial of the guard's extension carries the tool's input and the reason", () => {
  expect(replayed(pi, "hook-deny-extension", recordings).denials[0]).toEqual({
    tool: "bash",
    input: '{"command":"rm -rf build","description":"run it"}',
    reason: "ralph-guard: rm -rf is not allowed",
  });
});
