import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tempRepository, type TempRepository } from "../../src/testing/temp-repository.ts";
import { honest } from "./agents/behaviours.ts";
import { project } from "./repository.ts";

// The commands as a person or a script has them: the built program, in a real repository. `npm test` builds first.
const program = join(import.meta.dirname, "..", "..", "bin", "ralph.js");
const plan =
  "# Plan\r\n\r\n## One\r\n\r\n- [ ] **ABC-1** first\r\n- [x] **ABC-2** second  \r\n\r\n## Two\r\n\r\n- [ ] **ABC-3** third (blocked: no key)";

// Many starts of a program, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 120_000 });

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let repo: TempRepository;
beforeEach(async () => {
  repo = await tempRepository({
    files: {
      ".ralph/fix_plan.md": plan,
      ".ralphrc": 'RALPH_ASYNC_MERGE_MAX_PENDING="1"\n',
      ".gitignore": ".ralph/*\n!.ralph/fix_plan.md\n",
    },
  });
});
afterEach(() => repo[Symbol.asyncDispose]());

const ralph = (...args: readonly string[]): Promise<Answer> => ralphReading("", ...args);

const ralphReading = (input: string, ...args: readonly string[]): Promise<Answer> =>
  new Promise((done) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { cwd: repo.path, env: { ...process.env, NO_COLOR: "1" } },
      (error, stdout, stderr) => done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end(input);
  });

const json = async (...args: readonly string[]): Promise<unknown> =>
  JSON.parse((await ralph(...args, "--json")).stdout);

test("U-44 a state written by hand changes its own bytes and nothing else, and is told", async () => {
  const done = await ralph("plan", "done", "ABC-1");
  expect(done).toEqual({ code: 0, stdout: "ABC-1: done\n", stderr: "" });
  expect(await repo.read(".ralph/fix_plan.md")).toBe(plan.replace("[ ] **ABC-1", "[x] **ABC-1"));
  await ralph("plan", "reopen", "ABC-1");
  await ralph("plan", "block", "ABC-1", "--reason", "no door");
  expect(await repo.read(".ralph/fix_plan.md")).toBe(plan.replace("first", "first (blocked: no door)"));
});

test("U-44 an unknown id is exit code 1 and shows the near ones; nothing is written", async () => {
  const answer = await ralph("plan", "done", "ABC-9");
  expect(answer.code).toBe(1);
  expect(answer.stderr).toMatch(/ABC-9[^]*Did you mean ABC-1/);
  expect(await repo.read(".ralph/fix_plan.md")).toBe(plan);
});

test("U-44 --file names a backlog file directly, from where one stands", async () => {
  await repo.write("sub/todo.md", "- [ ] **T-1** x\n");
  expect((await ralph("plan", "done", "T-1", "--file", "sub/todo.md")).code).toBe(0);
  expect(await repo.read("sub/todo.md")).toBe("- [x] **T-1** x\n");
});

test("B-1 a reason that a backlog has no place for is not dropped in silence", async () => {
  await repo.write("sub/index.yaml", "tasks:\n  - id: T-1\n    title: x\n    status: not-started\n");
  const { code, stderr } = await ralph("plan", "block", "T-1", "--note", "no key", "--file", "sub/index.yaml");
  expect([code, stderr]).toEqual([0, expect.stringContaining("The note was not written")]);
});

test("U-42 `next` and `status` have their fixed form before the first run", async () => {
  expect(await json("next")).toMatchObject({
    task: { id: "ABC-1" },
    reason: expect.any(String),
    others: [{ id: "ABC-3", whyNot: "it is blocked: no key" }],
  });
  expect(await json("status")).toMatchObject({
    run: null,
    state: "idle",
    endReason: null,
    task: null,
    stage: null,
    iteration: 0,
    breaker: "closed",
    pid: null,
    open: 2,
    done: 1,
  });
  expect(await json("breaker", "status")).toEqual({
    state: "closed",
    since: null,
    reason: null,
    noProgress: 0,
    sameError: 0,
    permissionDenials: 0,
  });
});

test("a setting is found by whatever name a person has for it, and a name that is near is told", async () => {
  const paths = await Promise.all(
    ["limits.iterations", "RALPH_MAX_ITERATIONS", "ralph_max_iterations", "max-iterations"].map(async (name) => {
      const { settings } = (await json("config", name)) as { settings: readonly { path: string }[] };
      return settings.map(({ path }) => path);
    }),
  );
  expect(paths).toEqual(Array.from({ length: 4 }, () => ["limits.iterations"]));
  expect((await ralph("config", "RALPH_MAX_ITERATIONS")).stdout).toMatch(
    /^limits\.iterations +default +50\n {2}\S[^]*Set by RALPH_MAX_ITERATIONS in \.ralphrc or --max-iterations/,
  );
  expect((await ralph("config", "limits")).stdout.split("\n").length).toBeGreaterThan(5);
  expect(await ralph("config", "RALPH_MAX_ITERATION")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Did you mean RALPH_MAX_ITERATIONS?"),
  });
});

test("what people try first is understood, or told what to type: logs of a task, an iteration by its number", async () => {
  const nothing = await Promise.all([ralph("logs", "ABC-1"), ralph("show", "1")]);
  for (const { code, stderr } of nothing) expect([code, stderr]).toEqual([1, expect.stringContaining("ralph ")]);
  await using it = await project({ plan: 2, agent: [honest] });
  const { run } = await it.run();
  expect((await it.ralph("show", "2")).stdout).toBe((await it.ralph("show", `${run}#2`)).stdout);
  expect((await it.ralph("logs", "ABC-1")).stdout).toBe((await it.ralph("logs", run, "1")).stdout);
  expect((await it.ralph("logs", "ABC-1")).stdout).toContain("Added ABC-1.");
  expect((await it.ralph("logs", "ABC-7")).stderr).toContain("no task that was worked");
  expect((await it.ralph("show", run)).stderr).toContain(`ralph report ${run}`);
});

test("a task that is added is told in the same words as one that is changed", async () => {
  expect((await ralph("plan", "add", "write", "the guide")).stdout).toMatch(/^task-\w+: to do\n$/);
  expect(await json("plan", "add", "and the index")).toMatchObject({ title: "and the index", state: "todo" });
});

test("what is shown of a backlog keeps to 80 columns", async () => {
  const long = "a title that goes on and on ".repeat(5).trim();
  await ralph("plan", "add", long);
  await ralph("plan", "block", "ABC-1", "--reason", long);
  const shown = await Promise.all(
    [["plan", "list"], ["plan", "show", "ABC-1"], ["next", "--explain"], ["inbox"]].map((args) => ralph(...args)),
  );
  for (const { stdout } of shown) {
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(long);
    for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
  }
});

test("the quick door of `status` says the same as the whole program", async () => {
  const [quick, whole] = await Promise.all([ralph("status"), ralph("--debug", "status")]);
  expect(quick).toEqual(whole);
});

test("U-7 whoever no longer reads (a closed pipe) gets no stack, at the quick doors either", async () => {
  for (const word of ["--version", "--help", "status"]) {
    const child = execFile(process.execPath, [program, word], { cwd: repo.path });
    child.stdout?.destroy();
    const told: string[] = [];
    child.stderr?.on("data", (text: string) => told.push(text));
    const code = await new Promise((done) => child.once("close", done));
    expect([word, code, told.join("")]).toEqual([word, 0, ""]);
  }
});

test("L-28 a wish is refused where no run could hear it", async () => {
  for (const args of [["pause"], ["resume"], ["stop", "--after-task"]]) {
    const { code, stdout, stderr } = await ralph(...args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("No run is at work here");
  }
});

test("B-5 a task is added, exported, and imported without being doubled", async () => {
  expect((await ralph("plan", "add", "write", "the guide", "--section", "One")).code).toBe(0);
  expect(await repo.read(".ralph/fix_plan.md")).toContain("second  \r\n- [ ] write the guide\r\n");
  const exported = (await ralph("plan", "export")).stdout;
  expect((await ralphReading(exported, "plan", "import", "-")).stdout).toBe(
    "0 tasks imported, 4 left alone: their ids are there\n",
  );
  await ralphReading(exported, "plan", "import", "-", "--file", "other.md");
  expect((await ralph("plan", "list", "--file", "other.md")).stdout).toContain("[!] ABC-3  third (blocked: no key)");
});

test("U-1 unknown words are exit code 2 and suggest the near one; help has examples", async () => {
  const cases: readonly (readonly [readonly string[], string])[] = [
    [["statsu"], "status"],
    [["plan", "lsit"], "list"],
    [["inbox", "--jsn"], "--json"],
  ];
  const refusals = await Promise.all(cases.map(([args]) => ralph(...args)));
  expect(refusals.map(({ code, stderr }, i) => [code, stderr.includes(cases[i]?.[1] ?? "")])).toEqual(
    cases.map(() => [2, true]),
  );
  const names = [
    "plan",
    "next",
    "status",
    "report",
    "show",
    "logs",
    "inbox",
    "wip",
    "breaker",
    "ledger",
    "config",
    "block",
    "agents",
    "merges",
    "pause",
    "resume",
    "stop",
  ];
  const helps = await Promise.all(names.map((name) => ralph(name, "--help")));
  expect(helps.map(({ code, stdout }, i) => [names[i], code, stdout.includes("Examples:")])).toEqual(
    names.map((name) => [name, 0, true]),
  );
});

test("U-7 what is asked of a repository without a run is answered in words, without a stack", async () => {
  for (const args of [["report"], ["logs"], ["show", "ABC-7"], ["show", "#1"], ["wip", "show", "ABC-1"]]) {
    const { code, stdout, stderr } = await ralph(...args);
    expect([args.join(" "), code, stdout, /\n {4}at /.test(stderr)]).toEqual([args.join(" "), 1, "", false]);
  }
});

test("R-5 the queue of merges says by its exit code that it is full", async () => {
  expect([
    (await ralph("merges", "add", "3", "", "c")).code,
    (await ralph("merges", "add", "1", "A-1", "a")).code,
    (await ralph("merges", "add", "1", "A-1", "a")).code,
    (await ralph("merges", "add", "2", "A-2", "b")).code,
  ]).toEqual([2, 0, 0, 2]);
  expect(await json("merges", "list")).toMatchObject({ version: 1, entries: [{ pr_number: 1 }] });
});

test("P-44 kept work is listed, shown, brought back into a clean tree, and pruned", async () => {
  await repo.write("kept.txt", "kept\n");
  const commit = await repo.commitAll("try");
  await repo.git("update-ref", "refs/ralph/wip/ABC-1/1", commit);
  await repo.git("reset", "--hard", "--quiet", "HEAD~1");
  await repo.write("later.txt", "later\n");
  await repo.commitAll("later work");
  expect(await json("wip", "list")).toMatchObject([{ task: "ABC-1", attempt: 1, commit }]);
  expect((await ralph("wip", "show", "ABC-1")).stdout).toContain("kept.txt");
  expect((await ralph("wip", "restore", "ABC-1")).code).toBe(0);
  expect([await repo.read("kept.txt"), await repo.read("later.txt"), await repo.git("status", "--porcelain")]).toEqual([
    "kept\n",
    "later\n",
    "A  kept.txt",
  ]);
  expect((await ralph("wip", "prune")).stdout).toContain("Nothing was dropped");
  expect((await ralph("wip", "prune", "ABC-1")).stdout).toContain("ABC-1/1");
  expect(await json("wip", "list")).toEqual([]);
});

test("P-44 kept work is not put over newer commits to the same file, nor over a person's changes", async () => {
  await repo.write("a.txt", "kept\n");
  const commit = await repo.commitAll("try");
  await repo.git("update-ref", "refs/ralph/wip/ABC-1/1", commit);
  await repo.git("reset", "--hard", "--quiet", "HEAD~1");
  await repo.write("a.txt", "newer\n");
  await repo.commitAll("newer work");
  expect(await ralph("wip", "restore", "ABC-1")).toMatchObject({ code: 6, stderr: expect.stringContaining("a.txt") });
  await repo.write(".ralphrc", "# mine\n");
  expect(await ralph("wip", "restore", "ABC-1")).toMatchObject({
    code: 6,
    stderr: expect.stringContaining(".ralphrc"),
  });
  expect((await ralph("wip", "restore", "ABC-1", "--branch", "rescue")).code).toBe(0);
  expect(await repo.git("rev-parse", "rescue")).toBe(commit);
});

test("C-16 a block is rendered, and read back by `block validate` from the standard input", async () => {
  const { stdout } = await ralph(
    "block",
    "render",
    "--status",
    "IN_PROGRESS",
    "--tasks-completed",
    "1",
    "--files-modified",
    "2",
    "--tests-status",
    "PASSING",
    "--work-type",
    "IMPLEMENTATION",
    "--exit-signal",
    "false",
    "--recommendation",
    "Next: go on",
  );
  expect(stdout).toContain("STATUS: IN_PROGRESS");
  expect(await ralphReading(stdout, "block", "validate")).toMatchObject({ code: 0, stderr: "" });
  expect((await ralphReading("nothing", "block", "parse", "--json")).code).toBe(3);
});
