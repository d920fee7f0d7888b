import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AgentRequest, CallReading } from "../../../ports/agent.ts";
import { agentContract } from "../../../testing/agent-contract.ts";
import { script } from "./script.ts";

const player = [process.execPath, fileURLToPath(new URL("fixtures/player.ts", import.meta.url))];
const request: AgentRequest = {
  role: "implementer",
  prompt: "p".repeat(200_000),
  model: null,
  resume: null,
  workspace: "/w",
  hook: null,
  schema: null,
  maxCostUsd: null,
};

agentContract("script", () => script(player, "/scripts/demo.yaml"), {
  success: ['{"type":"tool","name":"Write"}', '{"type":"result","text":"Done."}'],
  answer: "Done.",
});

let folder: string;
let workspace: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ralph-script-"));
  workspace = join(folder, "repository");
  mkdirSync(join(workspace, ".ralph"), { recursive: true });
  writeFileSync(
    join(workspace, ".ralph/fix_plan.md"),
    "# Plan\n- [ ] ABC-10: other\n- [ ] ABC-1: this\n- [ ] ABC-1: twice\n",
  );
  writeFileSync(join(workspace, "a.txt"), "one two two\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Call {
  readonly role?: string;
  readonly task?: string;
  readonly attempt?: number;
  readonly name?: string;
}

function start(source: string, { role = "implementer", task = "ABC-1", attempt = 1, name = "script.yaml" }: Call = {}) {
  const file = join(folder, name);
  writeFileSync(file, source);
  const dialect = script(player, file);
  const { file: program, args, stdin } = dialect.command(request);
  const env = {
    PATH: process.env["PATH"] ?? "",
    RALPH_ROLE: role,
    RALPH_TASK_ID: task,
    RALPH_ATTEMPT: String(attempt),
    HOME: folder,
  };
  const child = spawn(program, args, { cwd: workspace, env });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return { child, dialect };
}

async function run(source: string, call?: Call): Promise<CallReading> {
  const { child, dialect } = start(source, call);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => void (stdout += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => void (stderr += chunk.toString("utf8")));
  await once(child, "close");
  const reader = dialect.read();
  for (const line of stdout.split("\n")) reader.line(line);
  return reader.end(
    { exitCode: child.exitCode, signal: child.signalCode, stderr, endedByUs: null },
    Date.parse("2026-11-30T12:00:00Z"),
  );
}

const inWorkspace = (path: string): string => readFileSync(join(workspace, path), "utf8");

describe("A-9 the script agent", () => {
  test("a call that was cut off and is made again finds its replacement and does not make it twice", async () => {
    const source = `
- do:
    - replace: { path: a.txt, from: one, to: "zero\\none" }
    - replace: { path: a.txt, from: two, to: "2" }
    - replace: { path: a.txt, from: two, to: "2" }
    - replace: { path: a.txt, from: two, to: "2" }
`;
    const outcomes = [(await run(source)).outcome, (await run(source)).outcome];
    expect({ outcomes, text: inWorkspace("a.txt") }).toEqual({ outcomes: ["ok", "ok"], text: "zero\none 2 2\n" });
  });

  test("a call that is made again finds its tick and its commit, and goes on", async () => {
    execFileSync("git", ["init", "--quiet"], { cwd: workspace });
    const source = `- do: [{ write: { path: b.txt, text: b } }, { tick: ABC-10 }, { commit: "feat: b" }]`;
    expect([(await run(source)).outcome, (await run(source)).outcome]).toEqual(["ok", "ok"]);
    const log = execFileSync("git", ["log", "--format=%s"], { cwd: workspace, encoding: "utf8" });
    expect(log).toBe("feat: b\n");
  });

  test("plays edits, ticks, commands and an answer with a block, and reports them as its events", async () => {
    execFileSync("git", ["init", "--quiet"], { cwd: workspace });
    const reading = await run(`
- do:
    - say: I begin with {{task}}.
    - write: { path: src/new/b.txt, text: "b of {{task}}" }
    - replace: { path: a.txt, from: two, to: "2" }
    - patch: |
        --- a/a.txt
        +++ b/a.txt
        @@ -1 +1 @@
        -one 2 two
        +one 2 three
    - run: [node, -e, "require('node:fs').writeFileSync('c.txt', 'c')"]
    - delete: c.txt
    - tick: "{{task}}"
    - sleep: 5ms
    - commit: "feat: do {{task}}"
  usage: { tokensIn: 10, tokensOut: 2, usd: 0.01 }
  answer: Did {{task}}.
  json: { status: PASS }
  block: { STATUS: COMPLETE, FILES_MODIFIED: auto, EXIT_SIGNAL: false, RECOMMENDATION: "Next: {{task}}" }
`);
    expect(reading).toMatchObject({ outcome: "ok", toolCalls: 7, usage: { in: 10, out: 2 }, costUsd: 0.01 });
    expect(reading.finalText).toBe(
      'Did ABC-1.\n\n```json\n{\n  "status": "PASS"\n}\n```\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nFILES_MODIFIED: 4\nEXIT_SIGNAL: false\nRECOMMENDATION: Next: ABC-1\n---END_RALPH_STATUS---',
    );
    expect(inWorkspace("src/new/b.txt")).toBe("b of ABC-1");
    expect(inWorkspace("a.txt")).toBe("one 2 three\n");
    expect(existsSync(join(workspace, "c.txt"))).toBe(false);
    expect(inWorkspace(".ralph/fix_plan.md")).toBe(
      "# Plan\n- [ ] ABC-10: other\n- [x] ABC-1: this\n- [ ] ABC-1: twice\n",
    );
    expect(execFileSync("git", ["log", "--format=%s"], { cwd: workspace, encoding: "utf8" })).toBe("feat: do ABC-1\n");
  });

  test("the first step that fits role, task and attempt is played; JSON is as good as YAML", async () => {
    const steps = JSON.stringify(
      {
        steps: [
          { match: { role: ["reviewer", "judge"] }, json: { verdict: "APPROVE" } },
          { match: { task: "ABC-1", attempt: 2 }, answer: "second try" },
          { match: { task: "ABC-1" }, answer: "first try" },
          { answer: "anything else" },
        ],
      },
      null,
      2,
    );
    const answers = await Promise.all([
      run(steps, { role: "judge", name: "1.json" }),
      run(steps, { attempt: 2, name: "2.json" }),
      run(steps, { attempt: 1, name: "3.json" }),
      run(steps, { task: "X", name: "4.json" }),
    ]);
    expect(answers.map(({ finalText }) => finalText)).toEqual([
      expect.stringContaining('"APPROVE"'),
      "second try",
      "first try",
      "anything else",
    ]);
  });

  test.each([
    ["crash", "crashed"],
    ["killed", "killed"],
    ["silent", "empty"],
    ["no-end", "crashed"],
  ])("fault %s reads as %s", async (fault, outcome) => {
    expect((await run(`- { answer: x, fault: ${fault} }`)).outcome).toBe(outcome);
  });

  test.each([
    ["hang", "SIGTERM", "SIGTERM"],
    ["hang-deaf", "SIGTERM", "SIGKILL"],
  ] as const)("fault %s stands still until it is ended (%s sent, ended by %s)", async (fault, first, ended) => {
    const { child } = start(`- { do: [{ say: hanging }], fault: ${fault} }`);
    await once(child.stdout, "data");
    child.kill(first);
    if (ended === "SIGKILL") child.kill("SIGKILL");
    await once(child, "close");
    expect(child.signalCode).toBe(ended);
  });

  test("fault flood prints without end, and waits for its reader", async () => {
    const { child } = start("- { fault: flood }");
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > 5_000_000) child.kill("SIGKILL");
    });
    await once(child, "close");
    expect(bytes).toBeGreaterThan(5_000_000);
  });

  test("a limit and an error are told by their lines", async () => {
    expect(await run("- { limit: { in: 2m } }")).toMatchObject({
      outcome: "usage_limit",
      limit: { resetAt: "2026-11-30T12:02:00.000Z" },
    });
    expect(await run("- { error: { class: overloaded, message: busy } }")).toMatchObject({
      outcome: "overloaded",
      message: "busy",
    });
  });

  test.each([
    ["- write: {path: a}", "script.yaml:1", "write"],
    ["- do:\n    - tick: ABC-1\n    - wriet: { path: a, text: b }", "script.yaml:3", "wriet"],
    ["- answer: x\n- match:\n    role: dancer", "script.yaml:3", "role"],
    ["- answer: [", "script.yaml:1", "YAML"],
    ["nothing", "script.yaml:1", "list of steps"],
    ["- match: { task: OTHER }", "script.yaml", "no step for role implementer, task ABC-1, attempt 1"],
    ["- do: [{ replace: { path: a.txt, from: nine, to: ten } }]", "a.txt", "does not hold"],
    ["- do: [{ tick: ABC-7 }]", "fix_plan.md", "no open item that names ABC-7"],
    ["- do: [{ write: { path: ../out.txt, text: x } }]", "../out.txt", "leaves the work tree"],
  ])("a bad script says where and what: %s", async (source, place, what) => {
    const reading = await run(source);
    expect(reading.outcome).toBe("bad_request");
    expect(reading.message).toContain(place);
    expect(reading.message).toContain(what);
  });

  test("a script that is not there is said", async () => {
    const { child } = start("- answer: x");
    child.kill("SIGKILL");
    const dialect = script(player, join(folder, "missing.yaml"));
    const { file, args } = dialect.command(request);
    let caught: unknown;
    try {
      execFileSync(file, args, { cwd: workspace, stdio: "pipe" });
    } catch (error) {
      caught = error;
    }
    expect(String(caught)).toContain("missing.yaml: there is no such script");
  });
});
