import { describe, expect, test } from "vitest";
import { asker, block, digger, honest } from "./agents/behaviours.ts";
import { project } from "./repository.ts";

/** A program that prints TAP: one test fails before the work, and one where a file `broken` is there. */
const tests = (extra = "") => `
import { existsSync } from "node:fs";
const points = [["adds", true], ["was broken before", false], ["is broken by the work", !existsSync("broken")]];
${extra}
console.log("TAP version 13");
points.forEach(([name, ok], n) => console.log((ok ? "ok " : "not ok ") + (n + 1) + " - " + name));
console.log("1.." + points.length);
process.exitCode = points.every(([, ok]) => ok) ? 0 : 1;
`;
const gate = ["node tests.mjs"];
const noNewFailures = { RALPH_GATE_BASELINE: "no-new-failures" };

describe("P-41 failures that stood before", () => {
  test("F014 block nothing where only new ones count, and the report names them", async () => {
    await using it = await project({
      plan: 2,
      agent: [honest],
      gate,
      files: { "tests.mjs": tests() },
      rc: noNewFailures,
    });
    const result = await it.run();
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
    expect(result.warnings).toContainEqual(
      expect.objectContaining({ code: "known_failures", message: expect.stringContaining("was broken before") }),
    );
    expect(it.calls("fixer")).toHaveLength(0);
  });

  test("a new one does, and whoever mends it is told its name", async () => {
    const breaker = { ...honest, files: { ...honest.files, broken: "yes\n" } };
    await using it = await project({
      plan: 1,
      gate,
      files: { "tests.mjs": tests() },
      rc: noNewFailures,
      script: { implementer: [breaker], fixer: [{ ...honest, files: { broken: null } }] },
    });
    const result = await it.run();
    expect(it.calls("fixer")[0]?.prompt).toContain("is broken by the work");
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  });

  test("block as ever where the gate has to be green", async () => {
    await using it = await project({ plan: 1, agent: [honest], gate, files: { "tests.mjs": tests() } });
    expect(await it.run()).toMatchObject({ endReason: "blocked", counts: { landed: 0 } });
  });
});

test("P-41 a test that fails once and passes at once costs no fixer, and is told as flaky", async () => {
  const flaky = `points.splice(1, 1); import { appendFileSync, readFileSync } from "node:fs";
appendFileSync(process.env.HOME + "/runs", "x"); points.push(["now and then", readFileSync(process.env.HOME + "/runs").length !== 1]);`;
  await using it = await project({ plan: 1, agent: [honest], gate, files: { "tests.mjs": tests(flaky) } });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete", flakyTests: { "now and then": 1 } });
  expect(result.warnings.map(({ code }) => code)).toContain("flaky_tests");
  expect(it.calls("fixer")).toHaveLength(0);
  const { stdout } = await it.ralph("show", "ABC-1");
  expect(stdout).toMatch(/exit 1, .*1 failed \(now and then\)[^]*exit 0, .*run again at once/);
});

describe("P-43 what waits is answered from the command line", () => {
  test("the answer stands in the task, which is queued again, and the agent has it", async () => {
    await using it = await project({ plan: 1, agent: [asker, asker, honest] });
    expect(await it.run()).toMatchObject({ endReason: "needs_human" });
    expect((await it.ralph("inbox")).stdout).toMatch(/Should I take the first one\?[^]*ralph answer ABC-1/);
    const { stdout, code } = await it.ralph("answer", "ABC-1", "Take", "the second one.");
    expect(code).toBe(0);
    expect(stdout).toMatch(/ABC-1/);
    expect(await it.read(".ralph/fix_plan.md")).toMatch(
      /- \[ \] \*\*ABC-1\*\*[^(]*\n {2}- answer: Take the second one\.\n/,
    );
    expect((await it.ralph("inbox")).stdout).not.toContain("ralph answer");
    expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    expect(it.calls().at(-1)?.prompt).toContain("Take the second one.");
    const again = await it.ralph("answer", "ABC-1", "Again.");
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("ralph plan reopen ABC-1");
  });

  test("where the source has no place for it the agent has it all the same", async () => {
    const prd = JSON.stringify({
      project: "Things",
      branchName: "main",
      userStories: [{ id: "US-1", title: "add the thing", passes: false, acceptanceCriteria: ["it is there"] }],
    });
    await using it = await project({
      agent: [asker, asker, honest],
      files: { "prd.json": prd },
      rc: { RALPH_SOURCE: "prd-json", RALPH_CLOSE: "harness" },
    });
    expect(await it.run()).toMatchObject({ endReason: "needs_human" });
    expect((await it.ralph("answer", "US-1", "Take the second one.")).code).toBe(0);
    await it.run();
    expect(it.calls().at(-1)?.prompt).toContain("ANSWER OF A PERSON: Take the second one.");
  });
});

describe("P-45 what has landed is handed over", () => {
  const risky = { ...honest, block: block({ status: "COMPLETE", tasks: 1, files: 9 }) };

  test("the riskiest first; one is taken back and its task opens again, one is accepted, and neither comes again", async () => {
    await using it = await project({ plan: 3, agent: [honest, risky, honest] });
    expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 3 } });
    const listed = JSON.parse((await it.ralph("review", "--json")).stdout) as {
      task: string;
      risk: number;
      commit: string;
    }[];
    expect(listed.map(({ task }) => task).slice(0, 1)).toEqual(["ABC-2"]);
    expect(listed).toHaveLength(3);

    const reverted = await it.ralph("review", "--revert", "ABC-1");
    expect(reverted.stderr).toBe("");
    expect(reverted.stdout).toMatch(/is reverted by [0-9a-f]{10}; ABC-1 is open again/);
    expect(await it.items("open")).toEqual(["- [ ] **ABC-1** add the thing number 1"]);
    expect(await it.items("done")).toHaveLength(2);
    await expect(it.read("src/ABC-1.js")).rejects.toThrow();
    expect(await it.read("src/ABC-2.js")).toContain("ABC-2");
    expect(await it.git("status", "--porcelain")).toBe("");
    expect(await it.git("log", "-1", "--format=%s%n%b")).toMatch(
      /^revert: feat: add ABC-1\n\s*This reverts commit [0-9a-f]{40}/,
    );

    expect((await it.ralph("review", "--accept", "ABC-2")).stdout).toMatch(/ABC-2 .* is accepted/);
    expect((await it.ralph("review")).stdout).toMatch(/1 landing to look at[^]*ABC-3/);
    expect(await it.run()).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  });

  test("what later commits changed is not taken back, and nothing is touched", async () => {
    const again = { ...honest, files: { "src/one.js": "export const n = '{task}';\n" } };
    await using it = await project({ plan: 2, agent: [again, again] });
    await it.run();
    const before = await it.head();
    const { code, stderr } = await it.ralph("review", "--revert", "ABC-1");
    expect(code).toBe(1);
    expect(stderr).toMatch(/Later commits changed the same lines: src\/one\.js[^]*git revert/);
    expect(await it.head()).toBe(before);
    expect(await it.git("status", "--porcelain")).toBe("");
    expect(await it.items("open")).toEqual([]);
  });

  test("nothing is taken back on the branch of unfinished work", async () => {
    await using it = await project({ plan: 2, agent: [honest, digger], rc: { RALPH_BRANCHING: "task" } });
    await it.run("--max-iterations", "2");
    const [branch, before] = [await it.git("branch", "--show-current"), await it.head()];
    expect(branch).toContain("abc-2");
    const { code, stderr } = await it.ralph("review", "--revert", "ABC-1");
    expect(code).toBe(1);
    expect(stderr).toMatch(/unfinished work on ABC-2\.\s+[^]*git switch main/);
    expect(await it.head()).toBe(before);
    await it.git("switch", "--quiet", "main");
    expect((await it.ralph("review", "--revert", "ABC-1")).stdout).toContain("ABC-1 is open again");
  });

  test("changes of a person's own keep it from beginning", async () => {
    await using it = await project({ plan: 1, agent: [honest] });
    await it.run();
    await it.write("README.md", "# Mine\n");
    expect((await it.ralph("review", "--revert", "ABC-1")).stderr).toMatch(/changes of its own: README\.md/);
    expect(await it.read("README.md")).toBe("# Mine\n");
  });
});

describe("L-12 an exit over specifications that no closed task covers", () => {
  const leaving = {
    ...honest,
    say: "All tasks are complete.",
    block: block({ status: "COMPLETE", exit: true, tasks: 1, files: 2, tests: "NOT_RUN" }),
  };
  const answer = (value: object) => ({ say: `\`\`\`json\n${JSON.stringify(value)}\n\`\`\`` });

  test("is refused, and what is missing becomes tasks, which are worked; nobody is asked twice", async () => {
    await using it = await project({
      plan: 1,
      files: { ".ralph/specs/export.md": "# Export\n\nEverything can be exported as CSV.\n" },
      script: {
        implementer: [leaving, leaving],
        coordinator: [
          answer({ covered: false, missing: [{ title: "export all as CSV", body: "export.md asks for it" }] }),
        ],
      },
    });
    const result = await it.run();
    expect(it.calls("coordinator")).toHaveLength(1);
    expect(it.calls("coordinator")[0]?.prompt).toMatch(/Everything can be exported as CSV[^]*/);
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
    expect(result.iterations[0]?.refusedExit).toContain("specs_uncovered");
    expect(result.warnings.map(({ code }) => code)).toContain("specs_uncovered");
    expect((await it.items("done")).join("\n")).toContain("**SPEC-001** export all as CSV");
    expect(it.calls().at(-1)?.prompt).toContain("CORRECTION: EXIT_SIGNAL: true was refused: closed tasks do not cover");
  });

  test("a secret in the specifications is not shown to the agent, and none that it says is written down", async () => {
    const secret = "sesame-open-1234567890";
    await using it = await project({
      plan: 1,
      files: { ".ralph/specs/export.md": `# Export\n\nThe key is ${secret}.\n` },
      script: {
        implementer: [leaving, leaving],
        coordinator: [answer({ covered: false, missing: [{ title: `export with ${secret}` }] })],
      },
    });
    it.env["ANTHROPIC_API_KEY"] = secret;
    const result = await it.run();
    expect(result.warnings.map(({ code }) => code)).toContain("specs_uncovered");
    expect(it.calls("coordinator")[0]?.prompt).not.toContain(secret);
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(await it.git("log", "-p", "--", ".ralph/fix_plan.md")).not.toContain(secret);
  });

  test("nobody is asked where the prompt has no room for all of it: that is told, and forbids nothing", async () => {
    await using it = await project({
      plan: 1,
      files: { ".ralph/specs/export.md": `# Export\n\n${"One more thing.\n".repeat(2_000)}` },
      rc: { RALPH_PROMPT_MAX_BYTES: "20000" },
      script: { implementer: [leaving], coordinator: [answer({ covered: true })] },
    });
    const result = await it.run();
    expect(it.calls("coordinator")).toHaveLength(0);
    expect(result.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["prompt_cut", "specs_not_checked"]),
    );
    expect(result.endReason).toBe("plan_complete");
  });

  test("is none where all of it is covered, or where there are no specifications", async () => {
    await using it = await project({
      plan: 1,
      files: { ".ralph/specs/export.md": "# Export\n" },
      script: { implementer: [leaving], coordinator: [answer({ covered: true })] },
    });
    const result = await it.run();
    expect(it.calls("coordinator")).toHaveLength(1);
    expect(result.iterations[0]?.refusedExit).not.toContain("specs_uncovered");
    expect(result.endReason).toBe("plan_complete");
  });
});

test("P-47 a criterion with a command is met by its receipt alone: until then nothing lands, and the fixer is told", async () => {
  const plan = `# Plan\n\n## Work\n\n- [ ] **ABC-1** add the export\n  accept: \`node check.mjs\`\n  accept: it is easy to read\n`;
  const check = `import { existsSync } from "node:fs";\nif (!existsSync("done")) { console.error("there is no export"); process.exit(1); }\n`;
  await using it = await project({
    plan,
    files: { "check.mjs": check },
    script: { implementer: [honest], fixer: [{ ...honest, files: { done: "yes\n" } }] },
  });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
  expect(it.calls("fixer")).toHaveLength(1);
  expect(it.calls("fixer")[0]?.prompt).toContain("there is no export");
  const shown = await it.ralph("show", "ABC-1");
  expect(shown.stdout).toMatch(/not met {2}`node check\.mjs`[^]*exit 1[^]*met {6}`node check\.mjs`[^]*exit 0/);
});

describe("P-0 RALPH_GATE_FIX", () => {
  /** A formatter that ends the lines of its files with a dot, and of one more: the project's own text. */
  const formatter = `import { appendFileSync } from "node:fs";
for (const file of [...process.argv.slice(2), "README.md", "made.txt"]) appendFileSync(file, "formatted\\n");
process.exitCode = 1;`;

  test("mends the files of the work before the gate; it lands with them, and goes no further", async () => {
    await using it = await project({
      plan: 1,
      agent: [{ ...honest, files: { "things.txt": "one\n", "check.test.mjs": "changed\n" } }],
      gate: ["grep -q formatted things.txt"],
      files: { "format.mjs": formatter, "check.test.mjs": "as it was\n" },
      rc: { RALPH_GATE_FIX: "node format.mjs" },
    });
    const result = await it.run();
    expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 1 } });
    expect(it.calls("fixer")).toHaveLength(0);
    const read = (path: string): Promise<string> => it.git("show", `HEAD:${path}`);
    expect(await read("things.txt")).toContain("one\nformatted");
    expect(await read("check.test.mjs")).not.toContain("formatted");
    expect(await read("README.md")).not.toContain("formatted");
    expect(await it.git("status", "--porcelain")).toBe("");
    expect(result.warnings).toContainEqual(
      expect.objectContaining({ code: "fix_went_further", message: expect.stringContaining("README.md, made.txt") }),
    );
    expect((await it.ralph("show", "ABC-1")).stdout).toContain("things.txt (by RALPH_GATE_FIX)");
  });
});
