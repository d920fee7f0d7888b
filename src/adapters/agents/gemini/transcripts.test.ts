import { expect, test } from "vitest";
import type { Usage } from "../../../core/outcome.ts";
import { type ExpectedCall, recordedCalls, type Recordings, replayed } from "../../../testing/recorded-calls.ts";
import { gemini } from "./gemini.ts";

const recordings: Recordings = {
  folder: new URL("../fixtures/gemini/", import.meta.url),
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
const used = (uncached: number, out: number, cachedRead: number): Usage => ({
  in: uncached,
  out,
  cachedRead,
  cachedWrite: 0,
});
const nothing = used(0, 0, 0);

const ok = (sessionId: string, usage: Usage, more: ExpectedCall = {}): ExpectedCall => ({
  outcome: "ok",
  message: null,
  finalText: edited,
  sessionId,
  model: "gemini-2.5-flash",
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
  denied: [],
  retries: 0,
  unreadableLines: 0,
  ...more,
});
const inTool: ExpectedCall = { finalText: "running a long command", toolCalls: 1, usage: null };

recordedCalls(gemini, recordings, {
  "aimock-edit": ok("d79974e1-c3cc-4b3b-a18e-804655e7163a", nothing, {
    finalText:
      "I added hello.txt.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n",
    toolCalls: 1,
  }),
  "auth-401": failed("auth", { message: expect.stringContaining("API key not valid"), usage: nothing }),
  "hook-deny": ok("f32757f2-c400-44f6-b897-2bb47caee4a7", used(2136, 150, 900), {
    denied: ["run_shell_command", "write_file"],
    toolCalls: 2,
  }),
  "limit-reached": failed("usage_limit", {
    limit: { resetAt: null, text: expect.stringContaining("You have exhausted your daily quota on this model.") },
    usage: nothing,
  }),
  "max-turns": failed("max_turns", { usage: used(1439, 100, 600), toolCalls: 2 }),
  // Neither shell nor tools for writing were offered: nothing was asked for that could have been refused.
  "permission-denied-default": ok("3cc4790f-84bd-4c9a-ba5f-6eb2268c3326", used(710, 50, 300), {
    finalText: "I will delete.",
  }),
  // It waited in silence until it was killed; its stderr counts the requests.
  "rate-429": failed("killed", { retries: 5, usage: null, toolCalls: 0 }),
  "session-resume": ok("5e69cd1d-1318-41e0-bb14-78f03092bc3a", used(718, 50, 300)),
  "sigint-in-tool": failed("killed", inTool),
  // A signal to the whole group: exit code 0, and no result.
  "sigterm-group-in-tool": failed("crashed", inTool),
  "sigterm-in-tool": failed("killed", inTool),
  "success-edit": ok("ad1eabed-9813-4e52-878e-7ddc6530fb2f", used(1403, 100, 600), { toolCalls: 1 }),
});

test("a denial carries the tool's input and the guard's reason", () => {
  expect(replayed(gemini, "hook-deny", recordings).denials[0]).toEqual({
    tool: "run_shell_command",
    input: '{"command":"rm -rf build","description":"run it","is_background":false}',
    reason: "ralph-guard: rm -rf is not allowed",
  });
});
