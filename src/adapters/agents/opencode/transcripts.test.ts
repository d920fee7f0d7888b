import { expect, test } from "vitest";
import type { CallOutcome, Usage } from "../../../core/outcome.ts";
import { type ExpectedCall, recordedCalls, type Recordings, replayed } from "../../../testing/recorded-calls.ts";
import { opencode } from "./opencode.ts";

const recordings: Recordings = {
  folder: new URL("../fixtures/opencode/", import.meta.url),
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
const used = (tokensIn: number, steps: number): Usage => ({
  in: tokensIn,
  out: 50 * steps,
  cachedRead: 300 * steps,
  cachedWrite: 0,
});
const ok = (usage: Usage, costUsd: number, more: ExpectedCall = {}): ExpectedCall => ({
  outcome: "ok",
  message: null,
  finalText: edited,
  usage,
  costUsd: expect.closeTo(costUsd, 9),
  limit: null,
  denied: [],
  retries: 0,
  subAgents: 0,
  unreadableLines: 0,
  ...more,
});
const failed = (outcome: CallOutcome, more: ExpectedCall = {}): ExpectedCall => ({
  outcome,
  finalText: "",
  usage: null,
  costUsd: null,
  limit: null,
  toolCalls: 0,
  denied: [],
  ...more,
});

recordedCalls(opencode, recordings, {
  "auth-401": failed("auth", {
    message: "Incorrect API key provided: sk-test-000.",
    sessionId: "ses_dd5014016ffePP7XJIdvksj4gE",
  }),
  // Killed by whoever waited for it, before it had said anything.
  "hook-deny-plugin": failed("killed", { sessionId: null }),
  "permission-denied": ok(used(2124, 3), 0.002424, { denied: ["bash"], toolCalls: 2 }),
  "rate-429": failed("overloaded", { message: expect.stringContaining("Please try again in 1s") }),
  "session-resume": ok(used(714, 1), 0.000814, { sessionId: "ses_dd5021783ffeHJag3hzfyAJQCW", toolCalls: 0 }),
  "sigint-in-tool": failed("killed", {
    finalText: "running a long command",
    sessionId: "ses_dd4fe79a7ffe5b7BZmH05HIGgx",
  }),
  "success-edit": ok(used(1405, 2), 0.001605, { sessionId: "ses_dd5021783ffeHJag3hzfyAJQCW", toolCalls: 1 }),
});

test("a denial by a rule carries the tool's input and the program's own reason", () => {
  expect(replayed(opencode, "permission-denied", recordings).denials).toEqual([
    {
      tool: "bash",
      input: '{"command":"rm -rf build","description":"run it"}',
      reason: expect.stringMatching(/^The user has specified a rule which prevents you/),
    },
  ]);
});
