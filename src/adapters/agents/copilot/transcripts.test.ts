import { expect, test } from "vitest";
import { type ExpectedCall, recordedCalls, type Recordings, replayed } from "../../../testing/recorded-calls.ts";
import { copilot } from "./copilot.ts";

const recordings: Recordings = {
  folder: new URL("../fixtures/copilot/", import.meta.url),
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
// Tokens and money are told by no event: unknown, never nothing.
const ok = (sessionId: string, more: ExpectedCall = {}): ExpectedCall => ({
  outcome: "ok",
  message: null,
  finalText: edited,
  sessionId,
  model: "mock-model",
  usage: null,
  costUsd: null,
  limit: null,
  denied: [],
  retries: 0,
  subAgents: 0,
  unreadableLines: 0,
  ...more,
});
const given = "11111111-2222-4333-8444-555555555555";
// The session is named by the last line alone.
const killed = (more: ExpectedCall): ExpectedCall => ({ outcome: "killed", sessionId: null, toolCalls: 1, ...more });

recordedCalls(copilot, recordings, {
  "big-prompt-stdin-300k": ok("94037faf-6b6f-4798-88ff-6d1a65afaa6c", { toolCalls: 0 }),
  "deny-tool": ok("d5fc160c-1f36-475a-9ea7-b643a669d181", { denied: ["bash"], toolCalls: 2 }),
  "hook-deny-untrusted": ok("c4ecf806-59bb-4c0b-9d89-20e3c5c49250", { toolCalls: 2 }),
  "overload-503": {
    outcome: "overloaded",
    message: expect.stringContaining("503 The server is overloaded"),
    finalText: "",
    sessionId: "ff902942-c6f8-41e7-8a10-77cbe35926dd",
    retries: 5,
    limit: null,
  },
  "permission-denied-default": ok("37ff5d61-5716-4d31-85fa-5723de379fad", { denied: ["bash"], toolCalls: 2 }),
  "rate-429": {
    outcome: "overloaded",
    message: expect.stringContaining("Please try again in 1s"),
    finalText: "",
    sessionId: "4be13b63-c964-47e4-831b-49b19efdc010",
    retries: 5,
    limit: null,
  },
  "session-id-first": ok(given, { toolCalls: 0 }),
  "session-resume": ok(given, { toolCalls: 0 }),
  "sigint-in-tool": killed({ finalText: edited }),
  "sigkill-in-tool": killed({ finalText: edited }),
  "sigterm-group-in-tool": killed({ finalText: "running a long command" }),
  "success-edit": ok("59afd79f-94f7-42c7-b2a2-84e33d258e96", { toolCalls: 1 }),
  "tool-env": ok("efaa5b71-d878-45ba-8fbe-410fecea9652", { toolCalls: 1 }),
  "wire-anthropic": ok("1ba7fbc4-9420-4475-b218-7cb26085a7cb", { toolCalls: 1 }),
});

test("a denial carries the tool's input and the rule", () => {
  expect(replayed(copilot, "deny-tool", recordings).denials).toEqual([
    {
      tool: "bash",
      input: '{"command":"rm -rf build","description":"run it"}',
      reason: "Permission to run this tool was denied due to the following rules: `shell(rm)`",
    },
  ]);
});
