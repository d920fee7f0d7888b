import { describe, expect, test } from "vitest";
import { blockText, exitingText } from "../../core/status/fixtures/block-text.ts";
import { parseBlock, renderBlock, validateBlock } from "./block.ts";
import type { BlockReadOptions } from "./block.ts";

async function* pieces(...parts: readonly string[]): AsyncGenerator<string> {
  yield* parts;
}

const parse = (text: string, options: BlockReadOptions = {}) => parseBlock(pieces(text), { ...options, json: true });
const facts = (value: unknown) => ({ name: "facts.json", text: JSON.stringify(value) });

describe("C-18 ralph block parse", () => {
  test("prints one object with exactly the keys of the contract", async () => {
    const { stdout, exitCode } = await parse(blockText({ LINEAR_ISSUE: "NONE", LINEAR_EPIC_DONE: "2" }));
    const printed: unknown = JSON.parse(stdout);
    expect(exitCode).toBe(0);
    expect(Object.keys(Object(printed))).toEqual([
      "profile",
      "usable",
      "valid",
      "block",
      "repairs",
      "faults",
      "span",
      "implied",
    ]);
    expect(printed).toMatchObject({
      profile: "workflow/1.2",
      block: {
        status: "IN_PROGRESS",
        tasksCompleted: 1,
        filesModified: 4,
        testsStatus: "PASSING",
        workType: "IMPLEMENTATION",
        exitSignal: false,
        recommendation: "Next: cache the session lookup",
        tracker: { issue: null, epicDone: 2 },
      },
      implied: null,
    });
  });

  test("findings have their keys, and nothing else", async () => {
    const { stdout } = await parse(blockText({ FILES_MODIFIED: "-4" }).replace("WORK_TYPE", "Work_Type"));
    expect(JSON.parse(stdout)).toMatchObject({
      repairs: [{ code: "key-case", line: 6, message: expect.any(String) }],
      faults: [
        {
          code: "bad-number",
          severity: "error",
          field: "FILES_MODIFIED",
          line: 4,
          message: expect.any(String),
          hint: expect.any(String),
        },
      ],
    });
  });

  test.each([
    ["a valid block", blockText(), 0],
    ["a block with a warning", blockText({ RECOMMENDATION: "I did it" }), 0],
    ["a block with an error", blockText({ STATUS: "DONE" }), 1],
    ["no block", "All done!", 3],
    ["the form", blockText({ STATUS: "<status>" }), 3],
    ["nothing", "", 3],
  ])("%s: its exit code", async (_name, text, code) => {
    expect((await parse(text)).exitCode).toBe(code);
  });

  test("facts are compared and implied", async () => {
    const { stdout, exitCode } = await parse(exitingText(), { facts: facts({ openTasks: 2, gate: "green" }) });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      faults: [{ code: "complete-open-tasks" }],
      implied: { status: "IN_PROGRESS", exitSignal: false },
    });
  });

  test("C-2 with --tracker linear the agent owes the tracker's fields", async () => {
    expect((await parse(blockText(), { tracker: "linear" })).exitCode).toBe(1);
    const full = blockText({ LINEAR_ISSUE: "QX-4", LINEAR_OPEN_COUNT: "3", LINEAR_DONE_COUNT: "9" });
    expect((await parse(full, { tracker: "linear" })).exitCode).toBe(0);
  });

  test.each([
    [{ profile: "status/2" }, "status/1, workflow/1.2"],
    [{ tracker: "jira" }, "linear"],
    [{ facts: { name: "f.json", text: "{" } }, "f.json is no JSON"],
    [{ facts: facts({ gate: "purple" }) }, "facts.json does not hold facts: gate"],
    [{ facts: facts([]) }, "facts.json"],
  ])("bad use %j is told, with exit code 2", async (options, said) => {
    const { stdout, stderr, exitCode } = await parse(blockText(), options);
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain(said);
  });

  test("without --json the fields are shown to people, and no text steers the terminal", async () => {
    const text = blockText({ RECOMMENDATION: "Next: \u0007ring \u202ethe bell" });
    const { stdout } = await parseBlock(pieces(text), { json: false });
    expect(stdout).toMatch(/^status +IN_PROGRESS$/mu);
    expect(stdout).toContain(String.raw`\u{7}ring \u{202e}the bell`);
  });
});

describe("ralph block validate", () => {
  test("prints a line a finding, with its place and the mend", async () => {
    const text = `Report\n${blockText({ TESTS_STATUS: "GREEN" }).replaceAll("\n", "\r\n")}`;
    const { stdout, exitCode } = await validateBlock(pieces(text), { name: "answer.txt" });
    expect(exitCode).toBe(1);
    expect(stdout.split("\n")).toEqual([
      "answer.txt:2: forgiven crlf: lines end in carriage returns.",
      'answer.txt:6: error unknown-value: TESTS_STATUS can\'t be "GREEN". Use one of PASSING, FAILING, DEFERRED, NOT_RUN, with nothing around it.',
      "Not valid: IN_PROGRESS, EXIT_SIGNAL false, 1 error.",
      "",
    ]);
  });

  test("a finding about no line names the input all the same", async () => {
    const { stdout, exitCode } = await validateBlock(pieces("Nothing here."), { name: "answer.txt" });
    expect(exitCode).toBe(3);
    expect(stdout).toMatch(/^answer\.txt: error missing-block: /u);
  });

  test("a sound block is said to be", async () => {
    expect((await validateBlock(pieces(exitingText()), { name: "-" })).stdout).toBe(
      "Valid: COMPLETE, EXIT_SIGNAL true.\n",
    );
  });
});

describe("C-16 ralph block render", () => {
  test("from facts", () => {
    const { stdout, exitCode } = renderBlock({
      fromFacts: facts({ tasksClosed: 1, filesChanged: 2, openTasks: 3, gate: "green", nextTask: "add paging" }),
    });
    expect(exitCode).toBe(0);
    expect(stdout).toBe(blockText({ FILES_MODIFIED: "2", RECOMMENDATION: "Next: add paging" }));
  });

  test("from fields, in the order of the form", () => {
    const { stdout } = renderBlock({
      fields: {
        recommendation: "Next: cache the session lookup",
        exitSignal: false,
        workType: "implementation",
        testsStatus: "PASSING",
        filesModified: 4,
        tasksCompleted: 1,
        status: "IN_PROGRESS",
        issue: null,
      },
    });
    expect(stdout).toBe(blockText({ LINEAR_ISSUE: "NONE" }));
  });

  test("fields that make no valid block are refused with the findings", () => {
    const { stdout, stderr, exitCode } = renderBlock({ fields: { status: "COMPLETE", exitSignal: true } });
    expect([stdout, exitCode]).toEqual(["", 1]);
    expect(stderr).toContain("error missing-field: FILES_MODIFIED");
  });

  test("bad facts and an unknown profile are bad use", () => {
    expect(renderBlock({ fromFacts: { name: "f.json", text: "no" } }).exitCode).toBe(2);
    expect(renderBlock({ fields: {} }, { profile: "x" }).exitCode).toBe(2);
  });
});
