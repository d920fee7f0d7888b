import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Usage } from "../../../core/outcome.ts";
import { type ExpectedCall, recordedCalls, type Recordings, replayed } from "../../../testing/recorded-calls.ts";
import { acp } from "./acp.ts";

const recordings: Recordings = {
  folder: new URL("../fixtures/acp/", import.meta.url),
  ending: ".agent-to-client.jsonl",
  now: Date.parse("2026-11-30T06:00:00Z"),
};
const dialect = acp(["node", "ralph.js", "acp"], ["server"]);

const edited = `I added hello.txt.

---RALPH_STATUS---
STATUS: COMPLETE
TASKS_COMPLETED_THIS_LOOP: 1
FILES_MODIFIED: 1
TESTS_STATUS: PASSING
EXIT_SIGNAL: true
---END_RALPH_STATUS---
`;
const used = (tokensIn: number, out: number, cachedRead: number, cachedWrite: number): Usage => ({
  in: tokensIn,
  out,
  cachedRead,
  cachedWrite,
});
const ok = (usage: Usage | null, costUsd: number | null, more: ExpectedCall = {}): ExpectedCall => ({
  outcome: "ok",
  message: null,
  finalText: edited,
  usage,
  costUsd: costUsd === null ? null : expect.closeTo(costUsd, 9),
  limit: null,
  denied: [],
  toolCalls: 1,
  retries: 0,
  subAgents: 0,
  unreadableLines: 0,
  ...more,
});

recordedCalls(dialect, recordings, {
  "claude-agent-acp-401": {
    outcome: "auth",
    message: "Internal error: Invalid API key · Fix external API key",
    finalText: "",
    sessionId: "874f0f5e-4d1a-4b7b-97cd-584bd916952e",
    usage: null,
    costUsd: 0,
    toolCalls: 0,
  },
  "claude-agent-acp-edit": ok(used(2087, 100, 600, 400), 0.015735, {
    sessionId: "409e3b9f-2888-4422-b303-655b7fc67d74",
    version: "@agentclientprotocol/claude-agent-acp 0.49.0",
    model: "default",
  }),
  "claude-agent-acp-reject": ok(used(3141, 150, 900, 600), 0.023655, { denied: ["Bash", "Write"], toolCalls: 2 }),
  // Its own sandbox failed: an error of the tool, nobody's refusal.
  "codex-acp-edit": ok(null, null, { model: "mock-model", version: "codex-acp 0.16.0" }),
  "codex-acp-edit-nosandbox": ok(null, null, { sessionId: "01a22b01-d8c0-7b03-be5a-6db781ad0f8d" }),
  // What it read from the cache is within its number of tokens in.
  "copilot-acp-edit": ok(used(1491, 100, 600, 0), null, { sessionId: "3f29d985-4f25-43e2-be22-9ad61838d398" }),
  "gemini-acp-edit": ok(used(2049, 100, 0, 0), null, { model: "auto" }),
  "opencode-edit": ok(used(706, 50, 300, 0), 0.001611, { model: "mock/mock-model" }),
});

test("a refused permission carries the tool's input and what the server made of it", () => {
  expect(replayed(dialect, "claude-agent-acp-reject", recordings).denials[0]).toEqual({
    tool: "Bash",
    input: '{"command":"rm -rf build","description":"run it"}',
    reason: "User refused permission to run tool",
  });
});

test("each tool call is told once, with its input, whatever the server says first", () => {
  const reader = dialect.read();
  const lines = readFileSync(new URL("copilot-acp-edit.agent-to-client.jsonl", recordings.folder), "utf8").split("\n");
  const tools = lines.flatMap((line) => reader.line(line)).filter((event) => event.type === "tool");
  expect(tools).toEqual([
    {
      type: "tool",
      id: "call_test_45",
      name: "edit",
      input: '{"path":"/srv/demo-project/copilot/hello.txt","file_text":"hello from the mock\\n"}',
      sub: false,
    },
  ]);
});
