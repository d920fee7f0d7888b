import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import recorded from "../adapters/agents/hooks/fixtures/recorded.json" with { type: "json" };
import { hook } from "./hook.ts";

let root: string;
const at = (path: string): string => join(root, path);

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "hook-agents-")));
  execFileSync("git", ["init", "-q"], { cwd: root });
  mkdirSync(at(".ralph"));
  writeFileSync(at(".ralph/fix_plan.md"), "- [ ] one\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Payload = Readonly<Record<string, unknown>>;

/** One call as the program would make it: what was recorded, in this test's folder, with these fields changed. */
const call = async (agent: string, event: string, payload: Payload, env: Readonly<Record<string, string>> = {}) => {
  let [stdout, stderr] = ["", ""];
  const here = JSON.stringify(payload).replaceAll("/srv/demo-project", root).replaceAll("TRANSCRIPT", at("log.jsonl"));
  const code = await hook([agent, event], {
    env,
    cwd: root,
    stdin: () => here,
    stdout: (text) => (stdout += text),
    stderr: (text) => (stderr += text),
  });
  return { code, stdout, stderr };
};

type Agent = keyof typeof recorded;
const payloadOf = (agent: Agent, event: string): Payload =>
  Object.entries(recorded[agent]).find(([name]) => name === event)?.[1] ?? {};

const before: readonly (readonly [Agent, string, string, string])[] = [
  ["codex", "PreToolUse", "tool_name", "tool_input"],
  ["gemini", "BeforeTool", "tool_name", "tool_input"],
  ["qwen", "PreToolUse", "tool_name", "tool_input"],
  ["copilot", "preToolUse", "toolName", "toolArgs"],
  ["pi", "tool_call", "toolName", "input"],
];

describe("G-5 the hooks of each agent program", () => {
  test.each(before)("%s: %s refuses what was recorded, with the reason, by exit code 2", async (agent, event) => {
    const denied = await call(agent, event, payloadOf(agent, event));
    expect(denied).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Refused \(control-surface\).*\n$/) });
  });
  test.each(before)("%s: %s allows the project's own files in silence", async (agent, event, tool, input) => {
    const own = { [tool]: "write", [input]: { path: at("src/a.ts"), content: "x" } };
    expect(await call(agent, event, { ...payloadOf(agent, event), ...own })).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });
  test.each(before)("%s: %s that can't be read is refused only where it names the harness", async (agent, event) => {
    expect(await call(agent, event, { cwd: root, a: 1 })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("allowed without a judgement"),
    });
    expect(await call(agent, event, { cwd: root, a: ".ralphrc" })).toMatchObject({ code: 2 });
  });
  test("Copilot reads the reason of a refusal as JSON, and gives arguments as text or as an object", async () => {
    const payload = payloadOf("copilot", "preToolUse");
    const asText = { ...payload, toolArgs: JSON.stringify(payload["toolArgs"]) };
    for (const one of [payload, asText])
      expect(JSON.parse((await call("copilot", "preToolUse", one)).stdout)).toMatchObject({
        permissionDecision: "deny",
        permissionDecisionReason: expect.stringContaining("control-surface"),
      });
    const patch = "*** Begin Patch\n*** Delete File: .ralphrc\n*** End Patch";
    expect((await call("copilot", "preToolUse", { ...payload, toolName: "apply_patch", toolArgs: patch })).code).toBe(
      2,
    );
  });
});

describe("G-20 the shell that Codex puts around a command is taken off, no other", () => {
  const shell = (command: unknown, agent: Agent = "codex") =>
    call(agent, "PreToolUse", { cwd: root, tool_name: "shell", tool_input: { command } });
  test.each([
    "bash -lc 'npm test'",
    'bash -lc "npm test"',
    "/bin/bash -c 'npm test'",
    ["bash", "-lc", "npm test"],
    ["npm", "test"],
  ])("%j", async (command) => expect((await shell(command)).code).toBe(0));
  test.each(["bash -lc 'rm -rf .ralph'", ["bash", "-lc", "rm -rf .ralph"], ["rm", "-rf", ".ralph"]])(
    "%j",
    async (command) => expect((await shell(command)).code).toBe(2),
  );
});

const owes = { RALPH_RUN_ID: "r", RALPH_ROLE: "implementer" };
const blockText =
  "Done.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nTASKS_COMPLETED_THIS_LOOP: 1\nFILES_MODIFIED: 1\nTESTS_STATUS: PASSING\nWORK_TYPE: IMPLEMENTATION\nEXIT_SIGNAL: false\nRECOMMENDATION: Next: the next item\n---END_RALPH_STATUS---";

describe("G-5 an end without a block is refused once, in the program's form", () => {
  test.each(["codex", "qwen"] as const)("%s gives its answer with the call", async (agent) => {
    const asked = await call(agent, "Stop", payloadOf(agent, "Stop"), owes);
    expect(JSON.parse(asked.stdout)).toMatchObject({
      decision: "block",
      reason: expect.stringContaining("RALPH_STATUS"),
    });
    const again = { ...payloadOf(agent, "Stop"), stop_hook_active: true };
    expect((await call(agent, "Stop", again, owes)).stdout).toBe("");
  });

  const logs = [
    ["gemini", "AfterAgent", "deny", (text: string) => ({ id: "1", type: "gemini", content: text })],
    ["copilot", "agentStop", "block", (text: string) => ({ type: "assistant.message", data: { content: text } })],
  ] as const;
  test.each(logs)("%s: the answer is read from its own log", async (agent, event, decision, record) => {
    const log = (...texts: readonly string[]) =>
      writeFileSync(
        at("log.jsonl"),
        texts.map((text) => `${JSON.stringify(record(text))}\n`).join("") + '{"$set":{}}\n',
      );
    log(blockText, "I added hello.txt.");
    const asked = await call(agent, event, payloadOf(agent, event), owes);
    expect(JSON.parse(asked.stdout)).toMatchObject({ decision });
    log("I added hello.txt.", blockText);
    expect((await call(agent, event, payloadOf(agent, event), owes)).stdout).toBe("");
    rmSync(at("log.jsonl"));
    expect(await call(agent, event, payloadOf(agent, event), owes)).toEqual({ code: 0, stdout: "", stderr: "" });
  });
});

test("G-5 a session is told at its start what is refused", async () => {
  const said = await call("codex", "SessionStart", payloadOf("codex", "SessionStart"));
  expect(JSON.parse(said.stdout)).toMatchObject({
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: expect.stringContaining(".ralphrc") },
  });
  const copilot = await call("copilot", "sessionStart", payloadOf("copilot", "sessionStart"));
  expect(JSON.parse(copilot.stdout)).toMatchObject({ additionalContext: expect.stringContaining("Ralph") });
});

test("G-2 a plan that is gone after a command is told at once", async () => {
  const after = { cwd: root, tool_name: "Bash", tool_input: { command: "sh cleanup.sh" } };
  expect((await call("claude", "PostToolUse", after)).stdout).toBe("");
  rmSync(at(".ralph/fix_plan.md"));
  expect((await call("claude", "PostToolUse", after)).stdout).toContain("fix_plan.md is gone");
});
