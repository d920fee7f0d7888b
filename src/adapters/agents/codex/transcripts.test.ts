import { expect, test } from "vitest";
import type { Usage } from "../../../core/outcome.ts";
import { type ExpectedCall, recordedCalls, type Recordings, replayed } from "../../../testing/recorded-calls.ts";
import { codex } from "./codex.ts";

const recordings: Recordings = {
  folder: new URL("../fixtures/codex/", import.meta.url),
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

const ok = (usage: Usage, more: ExpectedCall = {}): ExpectedCall => ({
  outcome: "ok",
  message: null,
  finalText: edited,
  sessionId: expect.stringMatching(/^01a22[\da-f]{3}-/),
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
  usage: null,
  costUsd: null,
  limit: null,
  denied: [],
  toolCalls: 0,
  retries: 0,
  unreadableLines: 0,
  ...more,
});
const refused = (message: string): ExpectedCall =>
  failed("bad_request", { message: expect.stringContaining(message), sessionId: null });
const cut = (more: ExpectedCall = {}): ExpectedCall => failed("killed", more);
const inTool: ExpectedCall = { finalText: "running a long command", toolCalls: 1 };
const thread = "01a22af7-69be-7293-bbdf-2942522bbfd2";

recordedCalls(codex, recordings, {
  "aimock-edit": ok(answers(0, 0), {
    finalText:
      "I added hello.txt.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n",
    toolCalls: 1,
  }),
  "auth-401": failed("auth", { message: expect.stringContaining("401 Unauthorized"), retries: 1 }),
  "badmodel-404": failed("bad_model", { message: "The model `no-such-model` does not exist" }),
  "big-prompt-stdin-300k": ok(answers(1, 1010)),
  "codex-limit-none": ok(answers(1, 1003)),
  "conn-reset": failed("network", { retries: 1 }),
  "hook-deny-project-trusted": ok(answers(3, 3054), { denied: ["Bash", "Bash"] }),
  // The hooks were left out. What Codex itself refuses is a denial, too.
  "hook-deny-untrusted": ok(answers(3, 3036), { denied: ["Bash"], toolCalls: 1 }),
  "hook-deny-user": ok(answers(3, 3063), { denied: ["Bash", "Bash"] }),
  "mid-stream-overload": failed("overloaded", { message: expect.stringContaining("at capacity") }),
  "no-key": failed("auth", { message: "Missing environment variable: `MOCK_API_KEY`." }),
  "not-a-git-repo": refused("Not inside a trusted directory"),
  "output-schema": ok(answers(1, 1044), { finalText: '{"status":"COMPLETE","exit_signal":true}' }),
  "prompt-too-long": failed("context_full"),
  "rate-429": failed("overloaded", { retries: 1 }),
  "readonly-sandbox": ok(answers(2, 2081), { toolCalls: 1 }),
  "sandbox-network": ok(answers(2, 2003), { toolCalls: 1 }),
  "sandbox-outside-write": ok(answers(2, 2077), { toolCalls: 1 }),
  "server-500": failed("overloaded", { message: expect.stringContaining("high demand"), retries: 1 }),
  "session-first": ok(answers(2, 2013), { sessionId: thread, toolCalls: 1 }),
  "session-resume": ok(answers(3, 3021), { sessionId: thread }),
  "session-resume-last": ok(answers(4, 4030), { sessionId: thread }),
  "session-resume-unknown": refused("no rollout found for thread id"),
  "sigint-in-stream": cut(),
  "sigint-in-tool": cut(inTool),
  "sigkill-group-in-tool": cut(inTool),
  // Only the launcher was killed, and Codex itself went on to the end.
  "sigkill-in-tool": cut({ finalText: edited, toolCalls: 1, usage: answers(2, 2005) }),
  "sigterm-in-stream": cut(),
  "sigterm-in-tool": cut(inTool),
  "stdin-closed-no-prompt": refused("No prompt provided via stdin"),
  "stdin-open-never-closed": cut({ sessionId: null }),
  "stream-drop": failed("network", { retries: 1 }),
  "success-edit": ok(answers(2, 2003), { toolCalls: 1 }),
  "success-patch": ok(answers(2, 2003), { toolCalls: 1 }),
  "tool-env": ok(answers(2, 2003), { toolCalls: 1 }),
  "wire-chat": refused("no longer supported"),
  yolo: ok(answers(2, 2085), { toolCalls: 1 }),
});

test("A-4 a thread's counters go on over its calls: what it had used before is no usage of this one", () => {
  const { usage: before } = replayed(codex, "session-first", recordings);
  const resumed = { ...codex, read: () => codex.read(before) };
  expect(replayed(resumed, "session-resume", recordings).usage).toEqual({
    in: 708,
    out: 50,
    cachedRead: 300,
    cachedWrite: 0,
  });
});

test("denials are told by the log on stderr alone, each with its command and the guard's reason", () => {
  expect(replayed(codex, "hook-deny-user", recordings).denials).toEqual([
    { tool: "Bash", input: '{"command":"rm -rf build"}', reason: "ralph-guard: rm -rf is not allowed" },
    {
      tool: "Bash",
      input: JSON.stringify({ command: "printf '%s' 'hacked\n' > .ralph/new.md" }),
      reason: "ralph-guard: .ralph is protected",
    },
  ]);
  expect(replayed(codex, "hook-deny-untrusted", recordings).denials).toEqual([
    {
      tool: "Bash",
      input: '{"command":"/bin/bash -lc \'rm -rf build\'"}',
      reason: "rm -f style commands are not permitted. Use a safer approach",
    },
  ]);
});
