import { readdirSync, readFileSync, existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { CallReading } from "../../../ports/agent.ts";
import { claude } from "./claude.ts";

const folder = new URL("../fixtures/claude/", import.meta.url);
const now = Date.parse("2026-11-30T06:00:00Z");

const edited = `I added hello.txt.

---RALPH_STATUS---
STATUS: COMPLETE
TASKS_COMPLETED_THIS_LOOP: 1
FILES_MODIFIED: 1
TESTS_STATUS: PASSING
EXIT_SIGNAL: true
---END_RALPH_STATUS---
`;
const usage = (tokensIn: number, out: number, cachedRead: number, cachedWrite: number) => ({
  in: tokensIn,
  out,
  cachedRead,
  cachedWrite,
});
const once = (tokensIn: number) => usage(tokensIn, 50, 300, 200);
const twice = (tokensIn: number) => usage(tokensIn, 100, 600, 400);
const thrice = (tokensIn: number) => usage(tokensIn, 150, 900, 600);
const nothing = usage(0, 0, 0, 0);

type Expected = Partial<Omit<CallReading, "denials">> & { readonly denied?: readonly string[] };

const ok = (used: CallReading["usage"], more: Expected = {}): Expected => ({
  outcome: "ok",
  message: null,
  finalText: edited,
  usage: used,
  limit: null,
  denied: [],
  retries: 0,
  subAgents: 0,
  unreadableLines: 0,
  ...more,
});
const failed = (outcome: CallReading["outcome"], more: Expected = {}): Expected => ({
  outcome,
  finalText: "",
  usage: nothing,
  costUsd: 0,
  denied: [],
  unreadableLines: 0,
  ...more,
});
const unstarted = (message: string): Expected => ({
  outcome: "crashed",
  message: expect.stringContaining(message),
  finalText: "",
  sessionId: null,
  usage: null,
  costUsd: null,
});

const limitReached: Expected = failed("usage_limit", {
  limit: {
    resetAt: "2026-11-30T15:00:00.000Z",
    text: "API Error: Request rejected (429) · You've hit your limit · resets 3pm (UTC)",
  },
});

/** What each recorded call has to read as. A recording without a row here fails the suite. */
const expected: Readonly<Record<string, Expected>> = {
  "aimock-edit": ok(nothing, {
    costUsd: 0,
    toolCalls: 1,
    finalText:
      "I added hello.txt.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n",
  }),
  "append-system": ok(once(1089), { costUsd: 0.008095, toolCalls: 0 }),
  "auth-401": failed("auth", { retries: 2, message: "Invalid API key · Fix external API key" }),
  "auth-401-2.1.332": failed("auth", { retries: 1, version: "2.1.332" }),
  "bad-flag": unstarted("unknown option"),
  "badmodel-404": failed("bad_model"),
  "big-prompt-arg-120k": ok(once(1084)),
  "big-prompt-stdin-300k": ok(once(1082)),
  "credit-400": failed("billing", { message: "Credit balance is too low" }),
  "deny-rules-settings": ok(thrice(3045), { denied: ["Bash"], toolCalls: 2 }),
  "hook-deny-bare": ok(thrice(3204), { toolCalls: 2 }),
  "hook-deny-exit2": ok(thrice(3009), { denied: ["Bash", "Write"], toolCalls: 2 }),
  "hook-deny-exit2-2.1.332": ok(thrice(3114), { denied: ["Bash", "Write"], toolCalls: 2 }),
  "hook-deny-yolo": ok(thrice(3033), { denied: ["Bash", "Write"] }),
  "hook-exit1": ok(thrice(3171)),
  "hook-settings-flag": ok(thrice(3192), { denied: ["Bash"] }),
  "hook-stop-block": ok(twice(2121)),
  "json-schema": ok(once(1071), { finalText: '{"status":"COMPLETE","exit_signal":true}' }),
  "limit-reached": limitReached,
  "limit-reached-2.1.332": limitReached,
  "max-budget": failed("budget", { usage: twice(2059), costUsd: 0.015595000000000001 }),
  "max-turns": failed("max_turns", { usage: twice(2053), costUsd: 0.015565, toolCalls: 2 }),
  // The service broke off in mid-answer and was asked again: only the table by model holds what that cost.
  "mid-stream-overload": ok(twice(2070), { denied: ["Write"], costUsd: 0.01565 }),
  "model-sonnet-fallback": failed("overloaded", { retries: 4 }),
  "no-key": failed("auth", { message: "Not logged in · Please run /login" }),
  "output-json": ok(once(1102), { model: null }),
  "overload-529": failed("overloaded", { retries: 2 }),
  "overload-529-2.1.332": failed("overloaded", { retries: 2 }),
  "partial-messages": ok(once(1100)),
  "permission-denied-default": ok(thrice(3099), { denied: ["Bash"] }),
  "protected-write-readfirst": ok(twice(2219), { denied: ["Write"] }),
  "rate-429": failed("overloaded", { retries: 2, limit: null }),
  "rate-429-then-ok": ok(twice(2045), { retries: 1, toolCalls: 1 }),
  "server-500": failed("overloaded", { retries: 2 }),
  "server-down": failed("network", { retries: 2 }),
  "session-after-kill": ok(once(1028)),
  "session-continue": ok(once(1080), { sessionId: "11111111-2222-4333-8444-555555555555" }),
  "session-id-first": ok(twice(2147), { sessionId: "11111111-2222-4333-8444-555555555555" }),
  "session-id-reuse": unstarted("already in use"),
  "session-resume": ok(once(1076), { sessionId: "11111111-2222-4333-8444-555555555555" }),
  // The id that was asked for is echoed, but there is no such session: never to be resumed again.
  "session-resume-unknown": failed("bad_request", { sessionId: null }),
  "sigint-in-stream": failed("killed", { finalText: "I will create hello.txt." }),
  "sigint-in-tool": failed("killed", {
    finalText: "running a long command",
    usage: once(1020),
    costUsd: 0.007750000000000001,
  }),
  "sigint-in-tool-2.1.332": failed("killed", { finalText: "long", usage: once(1002), costUsd: 0.0060680000000000005 }),
  // Without a result the counts on the way stand: a lower bound, for budgets.
  "sigkill-in-tool": failed("killed", {
    finalText: "running a long command",
    usage: usage(1022, 1, 300, 200),
    costUsd: null,
  }),
  "sigkill-in-tool-2.1.332": failed("killed", { finalText: "long", usage: usage(1003, 1, 300, 200), costUsd: null }),
  "sigterm-group-in-tool": failed("killed", {
    finalText: "running a long command",
    usage: usage(1032, 1, 300, 200),
    costUsd: null,
  }),
  "sigterm-in-stream": failed("killed", { usage: null, costUsd: null }),
  "stream-json-noverbose": unstarted("requires --verbose"),
  "success-edit": ok(twice(2005), { costUsd: 0.015325000000000002, model: "claude-opus-4-8[1m]", toolCalls: 1 }),
  "success-edit-2.1.332": ok(twice(2071), {
    costUsd: 0.012404,
    model: "claude-opus-5-5",
    version: "2.1.332",
    sessionId: "090183f8-28f9-4940-adc8-5fa72f8d7a6f",
  }),
  "tool-env": ok(twice(2005)),
  "tools-limited": ok(once(1098)),
  "yolo-as-root": unstarted("root/sudo privileges"),
  "yolo-as-root-sandbox": ok(twice(2075)),
};

const cases = readdirSync(folder)
  .filter((name) => name.endsWith(".meta.json"))
  .map((name) => name.replace(".meta.json", ""));

describe("recorded calls of Claude Code", () => {
  test("every recording has an expectation, and every expectation a recording", () => {
    expect(cases.toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  test.each(cases)("%s", (name) => {
    const { denied, ...fields } = expected[name] ?? {};
    const reading = replay(name);
    expect(reading).toMatchObject(fields);
    if (denied !== undefined) expect(reading.denials.map(({ tool }) => tool)).toEqual(denied);
  });

  test("a denial carries the tool's input and the guard's reason, without the program's own wrapping", () => {
    expect(replay("hook-deny-exit2").denials[0]).toEqual({
      tool: "Bash",
      input: '{"command":"rm -rf build","description":"run it"}',
      reason: "ralph-guard: rm -rf is not allowed",
    });
  });
});

function replay(name: string): CallReading {
  const reader = claude.read();
  for (const line of textOf(`${name}.jsonl`).split("\n")) reader.line(line);
  const meta: unknown = JSON.parse(textOf(`${name}.meta.json`));
  if (typeof meta !== "object" || meta === null) throw new Error(`${name}.meta.json is no object`);
  const exitCode = "exit_code" in meta && typeof meta.exit_code === "number" ? meta.exit_code : null;
  const signal = "exit_signal" in meta && typeof meta.exit_signal === "string" ? meta.exit_signal : null;
  return reader.end({ exitCode, signal, stderr: textOf(`${name}.stderr.txt`), endedByUs: null }, now);
}

function textOf(file: string): string {
  const path = new URL(file, folder);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
