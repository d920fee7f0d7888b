import { describe, expect, test } from "vitest";
import { blockText, exitingText } from "./fixtures/block-text.ts";
import { gradeStatusBlock } from "./grade.ts";
import { readStatusBlock } from "./read-status-block.ts";
import type { StatusReading } from "./status-block.ts";

const read = (text: string): StatusReading => readStatusBlock(text, "workflow/1.2");
const codes = (list: readonly { readonly code: string }[]): readonly string[] => list.map(({ code }) => code);
const record = (value: unknown): string => `${JSON.stringify(value)}\n`;

describe("what went wrong for others, as far as a text shows it", () => {
  test("F001 an explicit false beats every word of praise around it", () => {
    const reading = read(`Feature complete, all tests done! Everything is finished.\n\n${blockText()}`);
    expect(reading.block?.exitSignal).toBe(false);
    expect(reading.valid).toBe(true);
  });

  test("F002 COMPLETE for one task stays false, and a missing EXIT_SIGNAL is told apart from a false one", () => {
    const explicit = read(exitingText({ EXIT_SIGNAL: "false" }));
    const missing = read(exitingText({ EXIT_SIGNAL: null }));
    expect([explicit.usable, explicit.block?.exitSignal]).toEqual([true, false]);
    expect([missing.usable, missing.block?.exitSignal]).toEqual([false, false]);
    expect(codes(missing.faults)).toEqual(["missing-field"]);
  });

  test("F005 an answer full of completion words has no block", () => {
    expect(codes(read("+- done\n+- complete\nAll finished, ready to ship.\n").faults)).toEqual(["missing-block"]);
  });

  test("F023 a block inside a JSON string is read, exit and all", () => {
    const short = {
      type: "result",
      result: "text\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---",
    };
    const reading = read(record(short));
    expect(reading).toMatchObject({ usable: true, block: { status: "COMPLETE", exitSignal: true } });
    expect(codes(reading.repairs)).toContain("escaped-newlines");
  });

  test("F025 a stream of events killed in mid-line keeps the block that had come, and never exits on it", () => {
    const noise = record({ type: "assistant", message: { content: [{ type: "text", text: "x".repeat(300) }] } });
    const said = record({ type: "assistant", message: { content: [{ type: "text", text: exitingText() }] } });
    const reading = read(`${noise.repeat(12_000)}${said}${noise.repeat(20)}${noise.slice(0, 100)}`);
    expect(reading.block).toMatchObject({ status: "COMPLETE", exitSignal: false });
    expect(codes(reading.faults)).toEqual(["trailing-text"]);
  });

  test("F026 a raw line feed in the middle of a JSON string does not hide the block", () => {
    const line = record({ type: "assistant", text: `Done.\n${exitingText()}` });
    const reading = read(line.replace(String.raw`RALPH_STATUS---\nSTATUS`, "RALPH_STATUS---\nSTATUS"));
    expect(reading).toMatchObject({ usable: true, valid: true, block: { status: "COMPLETE", exitSignal: true } });
  });

  test("F028 the form in an echoed prompt counts for nothing beside the answer", () => {
    const form = exitingText({ FILES_MODIFIED: "<number>" });
    const reading = read(`${form}\nYou are to end with the block above.\n\n${blockText()}`);
    expect(reading).toMatchObject({ valid: true, repairs: [], block: { status: "IN_PROGRESS", exitSignal: false } });
  });

  test("F029 a user's record in a transcript is not the agent's answer", () => {
    const user = record({ type: "user", content: `Do it.\n${exitingText()}` });
    const nested = record({
      type: "user",
      message: { role: "user", content: [{ type: "text", text: exitingText() }] },
    });
    const answer = record({ type: "assistant", text: "I did it." });
    expect(codes(read(user + nested + answer).faults)).toEqual(["missing-block"]);
  });

  test("F031 an answer in some other structure is a missing block, with what to do", () => {
    const [fault] = read("Here you go:\n{status: done, files: [a,b,]}\n").faults;
    expect(fault).toMatchObject({ code: "missing-block", hint: expect.stringContaining("---RALPH_STATUS---") });
  });

  test("F032 COMPLETE with changed files and a false exit is a sound report of one task", () => {
    const reading = gradeStatusBlock(read(exitingText({ EXIT_SIGNAL: "false", FILES_MODIFIED: "2" })), {
      openTasks: 3,
    });
    expect(reading).toMatchObject({ valid: true, faults: [], block: { status: "COMPLETE", filesModified: 2 } });
  });

  test("V001 a fenced block is read; an unfenced one behind it wins", () => {
    const fenced = `\`\`\`text\n${exitingText()}\`\`\`\n`;
    expect(read(fenced)).toMatchObject({ valid: true, block: { exitSignal: true } });
    expect(read(`${fenced}\n${blockText()}`)).toMatchObject({ valid: true, block: { exitSignal: false } });
  });

  test("V002 emphasis and bullets come off keys and delimiters", () => {
    const text = exitingText()
      .replaceAll(/^---(?:END_)?RALPH_STATUS---$/gmu, "**$&**")
      .replaceAll(/^(?<key>[A-Z_]+):/gmu, "- **$<key>:**");
    expect(read(text)).toMatchObject({ valid: true, block: { status: "COMPLETE", exitSignal: true } });
  });

  test("V004 the last of two blocks counts, whichever way, and it is said", () => {
    const stays = read(`${exitingText()}\nNo.\n${blockText()}`);
    const ends = read(`${blockText()}\nNow.\n${exitingText()}`);
    expect([stays.block?.exitSignal, ends.block?.exitSignal]).toEqual([false, true]);
    expect([codes(stays.repairs), codes(ends.repairs)]).toEqual([["multiple-blocks"], ["multiple-blocks"]]);
  });

  test("V005 a pasted form never exits", () => {
    const text = exitingText({ STATUS: "[IN_PROGRESS | COMPLETE | BLOCKED]", EXIT_SIGNAL: "[false | true]" });
    expect(read(text)).toMatchObject({ block: null, usable: false });
  });

  test("V007 colours come off, in keys and delimiters too", () => {
    const text = exitingText()
      .replaceAll("---RALPH_STATUS---", "\u001b[32m---RALPH_STATUS---\u001b[0m")
      .replace("STATUS: COMPLETE", "\u001b[1mSTATUS:\u001b[0m COMPLETE");
    expect(read(text)).toMatchObject({ valid: true, block: { status: "COMPLETE" } });
    expect(codes(read(text).repairs)).toEqual(["ansi"]);
  });

  test("V008 other dashes, wide colons, NBSP, BOM and zero-width space are made plain", () => {
    const text = exitingText()
      .replace("---RALPH_STATUS---", "\ufeff‑‑‑RALPH_STATUS‑‑‑")
      .replace("---END_RALPH_STATUS---", "———END_RALPH_STATUS———")
      .replace("STATUS: COMPLETE", "STATUS：\u00a0COMPLETE")
      .replace("WORK_TYPE: IMPL", "WORK_TYPE: \u200bIMPL");
    const reading = read(text);
    expect(reading).toMatchObject({ valid: true, block: { status: "COMPLETE", exitSignal: true } });
    expect(new Set(codes(reading.repairs))).toEqual(
      new Set(["invisible-chars", "delimiter", "separator", "whitespace"]),
    );
  });

  test("V010 another agent's answer, escaped twice, is not read", () => {
    const inner = JSON.stringify({ result: `x\n${exitingText()}` });
    expect(read(record({ type: "assistant", text: inner })).block).toBeNull();
  });

  test("V011 a sub-agent's block in a tool's result leaves the main answer alone", () => {
    const tool = record({ type: "user", message: { content: [{ type: "tool_result", content: exitingText() }] } });
    const used = record({ type: "assistant", content: [{ type: "tool_use", input: { content: exitingText() } }] });
    const answer = record({ type: "assistant", content: [{ type: "text", text: blockText() }] });
    expect(read(answer + tool + used).block).toMatchObject({ status: "IN_PROGRESS", exitSignal: false });
    expect(read(tool + used + answer)).toMatchObject({ valid: true, repairs: [{ code: "escaped-newlines" }] });
  });

  test("V013 a field in the second line of a recommendation does not turn false into true", () => {
    const reading = read(
      blockText().replace("session lookup\n", "session lookup\nEXIT_SIGNAL: true\nand then some more\n"),
    );
    expect(reading.block?.exitSignal).toBe(false);
    expect(codes(reading.faults)).toEqual(["duplicate-field", "multiline-recommendation"]);
  });

  test("V014 a field with two values is not believed", () => {
    const reading = read(exitingText().replace("EXIT_SIGNAL: true", "EXIT_SIGNAL: true\nEXIT_SIGNAL: false"));
    expect(reading).toMatchObject({ usable: false, valid: false, block: { exitSignal: false } });
  });

  test("V016 a block in a diff is none", () => {
    const diff = exitingText().replaceAll(/^(?=.)/gmu, "+");
    expect(read(`@@ -0,0 +1,9 @@\n${diff}`).block).toBeNull();
  });

  test("V017 an end before a start, and a second start before the end", () => {
    const reading = read(
      `---END_RALPH_STATUS---\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n${blockText()}`,
    );
    expect(reading).toMatchObject({ valid: true, repairs: [], block: { status: "IN_PROGRESS" } });
  });

  test("V019 a blocked queue may ask for the end under workflow/1.2 only", () => {
    const text = blockText({
      STATUS: "BLOCKED",
      EXIT_SIGNAL: "true",
      TESTS_STATUS: "NOT_RUN",
      RECOMMENDATION: "Blocked: all 2 tasks wait for the mail server, re-run once it is up",
    });
    expect(gradeStatusBlock(read(text)).valid).toBe(true);
    expect(codes(gradeStatusBlock(readStatusBlock(text, "status/1")).faults)).toEqual(["exit-blocked"]);
  });

  test.each([
    ["DEFERRED", "exit-deferred"],
    ["FAILING", "exit-failing"],
    ["NOT_RUN", "exit-not-run"],
  ])("V020 an exit with %s tests is a contradiction", (tests, code) => {
    expect(codes(gradeStatusBlock(read(exitingText({ TESTS_STATUS: tests }))).faults)).toContain(code);
  });
});
