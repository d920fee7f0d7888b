import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { subAgentsInFlight, subAgentStarts } from "../adapters/system/sub-agents-in-flight.ts";
import { hook } from "./hook.ts";
import { renderStatusBlock } from "../core/status/render-status-block.ts";

const here = import.meta.dirname;
let root: string;
const at = (path: string): string => join(root, path);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "hook-"));
  execFileSync("git", ["init", "-q"], { cwd: root });
  mkdirSync(at(".ralph"));
  writeFileSync(at(".ralph/fix_plan.md"), "- [ ] one\n");
  writeFileSync(at(".ralphrc"), 'RALPH_SOURCE="file"\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** One hook call in this process, as an agent in `root` would make it. */
const call = async (event: string, payload: unknown, env: Readonly<Record<string, string>> = {}): Promise<Answer> => {
  let [stdout, stderr] = ["", ""];
  const code = await hook(["claude", event], {
    env,
    cwd: root,
    stdin: () =>
      typeof payload === "string"
        ? payload
        : JSON.stringify({ session_id: "s", cwd: root, hook_event_name: event, ...Object(payload) }),
    stdout: (text) => (stdout += text),
    stderr: (text) => (stderr += text),
  });
  return { code, stdout, stderr };
};
const use = (tool_name: string, tool_input: unknown, env?: Readonly<Record<string, string>>) =>
  call("PreToolUse", { tool_name, tool_input }, env);

describe("U-43 ralph hook claude PreToolUse", () => {
  test("denies with exit 2 and the reason on stderr, or allows in silence", async () => {
    for (const path of [".ralphrc", ".ralph/ralph.db", ".git/config", ".claude/settings.json"]) {
      const denied = await use("Write", { file_path: at(path), content: "x" });
      expect(denied, path).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("source") });
    }
    expect(await use("Write", { file_path: at("src/two.js"), content: "x" })).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
    expect(await use("Bash", { command: "npm test" })).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await use("Bash", { command: "git status && rm -rf .ralph" })).code).toBe(2);
    expect((await use("Bash", { command: "rm '" })).code).toBe(2);
  });
  test("a link in the tree is judged by where it leads, though it dangles", async () => {
    symlinkSync(".ralphrc", at("innocent"));
    symlinkSync(join(root, ".ralph/new.md"), at("dangling"));
    symlinkSync("/etc", at("etc"));
    for (const path of ["innocent", "dangling", "etc/x"])
      expect((await use("Write", { file_path: at(path) })).code, path).toBe(2);
  });
  test("who closes is read from the environment, else from .ralphrc, else from what is usual", async () => {
    const edit = (env?: Readonly<Record<string, string>>) => use("Edit", { file_path: at(".ralph/fix_plan.md") }, env);
    expect((await edit()).code).toBe(0);
    expect((await edit({ RALPH_CLOSE: "harness" })).code).toBe(2);
    writeFileSync(at(".ralphrc"), "RALPH_PLAYBOOK=crew\n");
    expect((await edit()).code).toBe(2);
    writeFileSync(at(".ralphrc"), "export RALPH_CLOSE='agent' # as people do\nRALPH_PLAYBOOK=crew\n");
    expect((await edit()).code).toBe(0);
    expect((await edit({ RALPH_PLAN_FILES: ".ralph/other.md" })).code).toBe(2);
  });
  test("the root is found from a folder below it", async () => {
    mkdirSync(at("src"));
    expect(
      (await call("PreToolUse", { cwd: at("src"), tool_name: "Write", tool_input: { file_path: "../.ralphrc" } })).code,
    ).toBe(2);
    expect(
      (await call("PreToolUse", { cwd: ".", tool_name: "Write", tool_input: { file_path: at("src/a.js") } })).code,
    ).toBe(0);
    expect(
      (await call("PreToolUse", { cwd: ".", tool_name: "Write", tool_input: { file_path: ".ralphrc" } })).code,
    ).toBe(2);
  });
});

describe("G-5 a failure of the hook itself", () => {
  test.each(["", "{", "[]", "null", '{"tool_name":"Write"}', '{"tool_input":{"a":1}}'])(
    "allows what does not touch the control surface, and says so: %j",
    async (raw) =>
      expect(await call("PreToolUse", raw)).toMatchObject({ code: 0, stderr: expect.stringContaining("failed") }),
  );
  test("denies what mentions the control surface", async () =>
    expect(await call("PreToolUse", '{"tool_name":"Write","tool_input":{"file_path":".ralphrc"')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("refused"),
    }));
  test("an unknown agent or event is bad use", async () => {
    expect(
      await hook(["nobody", "PreToolUse"], { env: {}, cwd: root, stdin: () => "", stdout: () => {}, stderr: () => {} }),
    ).toBe(1);
    expect((await call("toString", {})).code).toBe(1);
  });
  test("asked for help it tells how it is called, and reads nothing", async () => {
    const said: string[] = [];
    const io = { env: {}, cwd: root, stdout: (text: string) => said.push(text), stderr: () => {} };
    const stdin = (): string => {
      throw new Error("read");
    };
    expect(await hook(["claude", "--help"], { ...io, stdin })).toBe(0);
    expect(said.join("")).toContain("Examples:");
  });
});

const stop = (env: Readonly<Record<string, string>>) =>
  call("Stop", { stop_hook_active: false, last_assistant_message: "{}" }, env);

describe("G-5 the stop hook", () => {
  test("asks once for a block, in the form the agent reads", async () => {
    const answer = await call("Stop", { stop_hook_active: false, last_assistant_message: "all done" });
    expect(answer.code).toBe(0);
    expect(JSON.parse(answer.stdout)).toMatchObject({
      decision: "block",
      reason: expect.stringContaining("RALPH_STATUS"),
    });
    expect(await call("Stop", { stop_hook_active: true, last_assistant_message: "all done" })).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });
  test("does not ask those who answer in another form", async () => {
    for (const env of [
      { RALPH_ROLE: "reviewer" },
      { RALPH_PLAYBOOK: "crew", RALPH_ROLE: "implementer" },
      { RALPH_ANSWER: "summary" },
    ]) {
      expect((await stop(env)).stdout).toBe("");
    }
    expect((await stop({ RALPH_ROLE: "implementer" })).stdout).not.toBe("");
  });
  test("C-2 asks for the fields of the tracker where the agent writes to it, and nowhere else", async () => {
    const block = renderStatusBlock({
      status: "COMPLETE",
      tasksCompleted: 1,
      filesModified: 1,
      testsStatus: "NOT_RUN",
      workType: "IMPLEMENTATION",
      exitSignal: false,
      recommendation: "Next: the next open task",
      tracker: {},
    });
    const said = async (env: Readonly<Record<string, string>>) =>
      (await call("Stop", { stop_hook_active: false, last_assistant_message: block }, env)).stdout;
    const reason = await said({ RALPH_LINEAR_WRITES: "agent", RALPH_SOURCE: "linear" });
    for (const field of ["LINEAR_ISSUE", "LINEAR_OPEN_COUNT", "LINEAR_DONE_COUNT"])
      expect(reason).toContain(`${field} is missing`);
    expect(await said({ RALPH_LINEAR_WRITES: "harness", RALPH_SOURCE: "linear" })).toBe("");
    expect(await said({ RALPH_LINEAR_WRITES: "agent", RALPH_SOURCE: "file" })).toBe("");
  });
  test("L-23 takes the mark of a finished increment in the block's place, and under no other playbook", async () => {
    const marked = (playbook: string) =>
      call(
        "Stop",
        { stop_hook_active: false, last_assistant_message: "Done.\n\nRALPH_COMPLETE" },
        { RALPH_PLAYBOOK: playbook },
      );
    expect((await marked("increments")).stdout).toBe("");
    expect((await marked("workflow")).stdout).not.toBe("");
  });
});

const inFlight = (): string => at(".ralph/.subagent_in_flight");

describe("L-22 sub-agents in flight", () => {
  test("one line each while they work", async () => {
    await call("SubagentStart", { agent_id: "one" });
    await call("SubagentStart", { agent_id: "two" });
    expect(readFileSync(inFlight(), "utf8").split("\n")).toHaveLength(3);
    await call("SubagentStop", { agent_id: "one" });
    expect(subAgentsInFlight(inFlight(), Date.now()).map(({ id }) => id)).toEqual(["two"]);
    await call("SubagentStop", {});
    expect(subAgentsInFlight(inFlight(), Date.now())).toEqual([]);
  });
  test("P-5 how many were started is known after they have ended, by the time since when", async () => {
    await call("SubagentStart", { agent_id: "one" });
    await call("SubagentStop", { agent_id: "one" });
    await call("SubagentStart", { agent_id: "two" });
    const file = at(".ralph/.subagent_starts");
    expect([subAgentStarts(file, 0), subAgentStarts(file, Date.now() + 1_000)]).toEqual([2, 0]);
  });
  test("an old entry, or one of a dead program, does not count", () => {
    const gone = spawnSync("true").pid;
    const now = Date.now();
    const line = (id: string, pid: number, age: number) => `${id}\t${pid}\t${new Date(now - age).toISOString()}\n`;
    writeFileSync(
      inFlight(),
      line("old", process.pid, 31 * 60_000) +
        line("dead", gone, 0) +
        line("alive", process.pid, 60_000) +
        line("unknown", 0, 0) +
        "garbage\n",
    );
    expect(subAgentsInFlight(inFlight(), now).map(({ id }) => id)).toEqual(["alive", "unknown"]);
  });
  test("parallel hooks lose none", async () => {
    const entry = `import(${JSON.stringify(pathToFileURL(join(here, "hook.ts")).href)}).then((m) => m.hook(["claude", "SubagentStart"]))`;
    const started = Array.from({ length: 6 }, (_, index) => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", entry], {
        stdio: ["pipe", "ignore", "inherit"],
      });
      child.stdin.end(JSON.stringify({ cwd: root, agent_id: `agent-${index}` }));
      return new Promise((done) => child.on("exit", done));
    });
    await Promise.all(started);
    expect(readFileSync(inFlight(), "utf8").trim().split("\n")).toHaveLength(6);
    expect(existsSync(`${inFlight()}.lock`)).toBe(false);
  });
  test("nothing is made where the harness has no folder", async () => {
    rmSync(at(".ralph"), { recursive: true });
    expect((await call("SubagentStart", { agent_id: "one" })).code).toBe(0);
    expect(existsSync(at(".ralph"))).toBe(false);
  });
});
