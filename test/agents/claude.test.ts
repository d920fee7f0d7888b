import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { claude } from "../../src/adapters/agents/claude/claude.ts";
import { verdictJsonSchema } from "../../src/core/answer/verdict.ts";
import type { AgentRequest, CallReading } from "../../src/ports/agent.ts";
import { claudeVersion, installed } from "./installed-claude.ts";
import { inTurn, type ModelServer, startModelServer, usagePerAnswer } from "./model-server.ts";
import { programs } from "./programs.ts";

const block = "---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: false\n---END_RALPH_STATUS---";
const hookFile = fileURLToPath(new URL("fixtures/hook.mjs", import.meta.url));

let folder: string;
let workspace: string;
let hookLog: string;
beforeEach(() => {
  // A blank and a quote in the path: the hook's command has to survive the shell that Claude Code gives it to.
  folder = mkdtempSync(join(tmpdir(), "ralph agents'-"));
  workspace = join(folder, "repository");
  hookLog = join(folder, "hook log.jsonl");
  mkdirSync(join(workspace, ".ralph"), { recursive: true });
  writeFileSync(join(workspace, ".ralph/fix_plan.md"), "- [ ] one\n");
  writeFileSync(hookLog, "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Starts the real program as the dialect says, waits for its end, and reads it as the loop would. */
async function call(server: ModelServer, request: Partial<AgentRequest> = {}): Promise<CallReading> {
  const wanted: AgentRequest = {
    role: "implementer",
    prompt: `Do the task. ${"x".repeat(200_000)}`,
    model: null,
    resume: null,
    workspace,
    hook: [process.execPath, hookFile, hookLog],
    schema: null,
    maxCostUsd: null,
    ...request,
  };
  const { args, env, stdin } = claude.command(wanted);
  const file = installed.ok ? installed.file : "";
  const child = spawn(file, args, {
    cwd: workspace,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      LANG: "C.UTF-8",
      TMPDIR: folder,
      RALPH_RUN_ID: "run-1",
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: "sk-test",
      ...env,
      CLAUDE_CODE_MAX_RETRIES: "1",
    },
  });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => void (stderr += chunk.toString("utf8")));
  const reader = claude.read();
  let held = "";
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (held + chunk.toString("utf8")).split("\n");
    held = lines.pop() ?? "";
    for (const line of lines) reader.line(line);
  });
  await once(child, "close");
  if (held !== "") reader.line(held);
  return reader.end({ exitCode: child.exitCode, signal: child.signalCode, stderr, endedByUs: null }, Date.now());
}

const hookCalls = (): readonly string[] =>
  readFileSync(hookLog, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { agent, event, tool, run } = JSON.parse(line);
      return [agent, event, tool, run].filter((word) => word !== null).join(" ");
    });

describe.skipIf(!installed.ok)(`${claudeVersion}, call by call`, () => {
  test("A-3 A-4 an edit by a tool call, a command, the answer with its block, usage and cost", async () => {
    await using server = await startModelServer(
      inTurn(
        {
          kind: "tool",
          text: "I will write it.",
          name: "Write",
          input: { file_path: join(workspace, "hello.txt"), content: "hello\n" },
        },
        { kind: "tool", name: "Bash", input: { command: "echo $RALPH_RUN_ID > run.txt", description: "note the run" } },
        { kind: "text", text: `Done.\n\n${block}` },
      ),
    );
    const reading = await call(server, { maxCostUsd: 5 });
    expect(reading).toMatchObject({
      outcome: "ok",
      message: null,
      finalText: `Done.\n\n${block}`,
      version: programs.claude.version,
      toolCalls: 2,
      denials: [],
      unreadableLines: 0,
    });
    expect(reading.usage).toEqual({
      in: 3 * usagePerAnswer.in,
      out: 3 * usagePerAnswer.out,
      cachedRead: 3 * usagePerAnswer.cachedRead,
      cachedWrite: 3 * usagePerAnswer.cachedWrite,
    });
    expect(reading.costUsd).toBeGreaterThan(0);
    expect(readFileSync(join(workspace, "hello.txt"), "utf8")).toBe("hello\n");
    expect(readFileSync(join(workspace, "run.txt"), "utf8")).toBe("run-1\n");
    expect(server.requests[0]?.raw).toContain("xxxxxxxxxx");
    expect(hookCalls()).toEqual([
      "claude SessionStart run-1",
      "claude PreToolUse Write run-1",
      "claude PreToolUse Bash run-1",
      "claude PostToolUse Bash run-1",
      "claude Stop run-1",
    ]);
  });

  test("G-23 the permission mode keeps edits inside the work tree, without any hook", async () => {
    await using server = await startModelServer(
      inTurn(
        { kind: "tool", name: "Write", input: { file_path: join(folder, "outside.txt"), content: "x" } },
        { kind: "text", text: block },
      ),
    );
    const reading = await call(server, { hook: null });
    expect(reading.denials.map(({ tool }) => tool)).toEqual(["Write"]);
    expect(existsSync(join(folder, "outside.txt"))).toBe(false);
  });

  test("P-24 a reviewer is offered no tool for writing", async () => {
    await using server = await startModelServer(inTurn({ kind: "text", text: block }));
    await call(server, { role: "reviewer" });
    const offered = server.requests[0]?.tools ?? [];
    expect(offered).toEqual(expect.arrayContaining(["Read", "Bash"]));
    expect(offered).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(Write|Edit|NotebookEdit|Agent|Task)$/)]),
    );
  });

  test("L-3 F134 a session of our own is resumed, with the same guard", async () => {
    await using server = await startModelServer(
      inTurn(
        { kind: "text", text: `first\n\n${block}` },
        { kind: "tool", name: "Bash", input: { command: "ls .ralph/", description: "look" } },
        { kind: "text", text: block },
      ),
    );
    const first = await call(server, { prompt: "the first prompt" });
    const second = await call(server, { prompt: "the second prompt", resume: first.sessionId });
    expect(second).toMatchObject({ outcome: "ok", sessionId: first.sessionId });
    expect(second.denials).toHaveLength(1);
    expect(server.requests[1]?.raw).toContain("the first prompt");
    // Per call, not summed over the session.
    expect(second.usage?.in).toBe(2 * usagePerAnswer.in);
    expect(second.costUsd).toBeCloseTo(2 * (first.costUsd ?? 0));
  });

  test("an unknown session is a request that can't succeed, and gives no session to resume", async () => {
    await using server = await startModelServer(inTurn({ kind: "text", text: block }));
    const reading = await call(server, { resume: "99999999-2222-4333-8444-555555555555" });
    expect(reading).toMatchObject({ outcome: "bad_request", sessionId: null, finalText: "" });
  });

  test("A-12 an answer by schema", async () => {
    const answer = { verdict: "APPROVE", summary: "fine", issues: [], files: ["a.ts"] };
    await using server = await startModelServer(({ tools }) =>
      tools.includes("StructuredOutput")
        ? { kind: "tool", name: "StructuredOutput", input: answer }
        : { kind: "text", text: "no such tool" },
    );
    const schema = verdictJsonSchema("review");
    const reading = await call(server, { role: "reviewer", schema, hook: null });
    expect(reading.outcome).toBe("ok");
    expect(JSON.parse(reading.finalText)).toEqual(answer);
  });

  test.each([
    [
      "overloaded",
      429,
      "rate_limit_error",
      "This request would exceed your organization's rate limit of 30,000 input tokens per minute.",
    ],
    ["overloaded", 529, "overloaded_error", "Overloaded"],
    ["billing", 400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."],
    ["context_full", 400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"],
  ] as const)("A-3 the service's own errors: %s (%d)", async (outcome, status, type, message) => {
    await using server = await startModelServer(
      inTurn({ kind: "error", status, type, message, headers: { "retry-after": "1" } }),
    );
    expect(await call(server)).toMatchObject({ outcome, limit: null, finalText: "" });
  });

  test("A-3 a connection cut in mid-answer is a network error, never an answer", async () => {
    await using server = await startModelServer(inTurn({ kind: "drop" }));
    expect(["network", "overloaded"]).toContain((await call(server)).outcome);
  });
});
