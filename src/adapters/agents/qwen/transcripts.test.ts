import { expect, test } from "vitest";
import type { Usage } from "../../../core/outcome.ts";
import { type ExpectedCall, recordedCalls, type Recordings, replayed } from "../../../testing/recorded-calls.ts";
import { qwen } from "./qwen.ts";

const recordings: Recordings = {
  folder: new URL("../fixtures/qwen/", import.meta.url),
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
// Each answer of the model took 1000 and some tokens in, 300 of them cached, and 50 out.
const answers = (n: number, tokensIn: number): Usage => ({
  in: tokensIn - n * 300,
  out: n * 50,
  cachedRead: n * 300,
  cachedWrite: 0,
});
const old = "0.15.10";

const ok = (usage: Usage, more: ExpectedCall = {}): ExpectedCall => ({
  outcome: "ok",
  message: null,
  finalText: edited,
  sessionId: expect.stringMatching(/^[\da-f-]{36}$/),
  model: "mock-model",
  version: "0.24.4",
  usage,
  costUsd: null,
  limit: null,
  denied: [],
  toolCalls: 0,
  subAgents: 0,
  retries: 0,
  unreadableLines: 0,
  ...more,
});
const failed = (outcome: NonNullable<ExpectedCall["outcome"]>, more: ExpectedCall = {}): ExpectedCall => ({
  outcome,
  finalText: "",
  costUsd: null,
  limit: null,
  denied: [],
  retries: 0,
  unreadableLines: 0,
  ...more,
});

recordedCalls(qwen, recordings, {
  // Exit code 0, a result that says "success": the service's refusal is its only text.
  "auth-401": failed("auth", {
    message: "[API Error: 401 Incorrect API key provided: sk-test-000.]",
    sessionId: "a6601629-b2b3-42c1-a51a-75fbd1ede2a3",
    usage: answers(0, 0),
    version: old,
  }),
  "big-prompt-stdin-300k-0.24.4-node22": ok(answers(3, 3201)),
  "hook-deny-0.24.4-node22": ok(answers(3, 3102), { denied: ["run_shell_command", "write_file"], toolCalls: 2 }),
  // It was killed before its second turn.
  "max-turns": failed("killed", { finalText: "again", usage: answers(1, 1023), toolCalls: 1, version: old }),
  "max-turns-0.24.4-node22": failed("max_turns", {
    finalText: "again",
    message: expect.stringContaining("Reached max session turns"),
    usage: answers(2, 2129),
    toolCalls: 2,
  }),
  // Neither shell nor tools for writing were offered: nothing was asked for that could have been refused.
  "permission-denied-default": ok(answers(2, 2041), { finalText: "I will delete.", version: old }),
  "rate-429": failed("killed", { usage: null, version: old }),
  "rate-429-0.24.4-node22": failed("killed", { usage: null, retries: 1 }),
  // It had come to its end before the signal did.
  "sigterm-in-tool-0.24.4-node22": failed("killed", { finalText: edited, usage: answers(2, 2055), toolCalls: 1 }),
  "success-edit": ok(answers(2, 2003), { toolCalls: 1, version: old }),
  "success-edit-0.24.4-node22": ok(answers(2, 2049), { toolCalls: 1 }),
});

test("a denial carries the tool's input and the guard's reason", () => {
  expect(replayed(qwen, "hook-deny-0.24.4-node22", recordings).denials[0]).toEqual({
    tool: "run_shell_command",
    input: '{"command":"rm -rf build","description":"run it","is_background":false}',
    reason: "ralph-guard: rm -rf is not allowed",
  });
});
