import { array, assert, constantFrom, nat, oneof, property, string } from "fast-check";
import type { Arbitrary } from "fast-check";
import { describe, expect, test } from "vitest";
import { blockText, exitingText } from "./fixtures/block-text.ts";
import { profileNames } from "./profile.ts";
import { readStatusBlock, readStatusStream } from "./read-status-block.ts";
import { longestBlock, StatusStream } from "./status-stream.ts";

const scraps = [
  "---RALPH_STATUS---",
  "---END_RALPH_STATUS---",
  "———RALPH_STATUS———",
  "STATUS: COMPLETE",
  "STATUS: BLOCKED",
  "EXIT_SIGNAL: true",
  "EXIT_SIGNAL: false",
  "EXIT_SIGNAL: [true]",
  "exit_signal = **yes**",
  "EXIT_SIGNAL:",
  "true",
  "RECOMMENDATION: Next: more",
  "FILES_MODIFIED: 3 files",
  "TASKS_COMPLETED_THIS_LOOP: 1",
  "TESTS_STATUS: PASSING",
  "WORK_TYPE: TESTING",
  "\n",
  "\n",
  "\n",
  "\r\n",
  String.raw`\n`,
  '"',
  "> ",
  "- ",
  "```",
  "**",
  "\u001b[1m",
  "\u200b",
  " ",
  '{"type":"user","text":"',
];

// Long enough that what lies behind is no longer kept.
const fillers = ["a line of text\n".repeat(1_500), "x".repeat(9_000), " ".repeat(5_000), "\n".repeat(5_000)];

const messyText: Arbitrary<string> = array(
  oneof(
    { weight: 5, arbitrary: constantFrom(...scraps) },
    { weight: 1, arbitrary: constantFrom(blockText(), exitingText()) },
    { weight: 1, arbitrary: constantFrom(...fillers) },
    { weight: 1, arbitrary: string({ unit: "binary", maxLength: 8 }) },
  ),
  { maxLength: 40 },
).map((parts) => parts.join(""));

const inPieces = (text: string, cuts: readonly number[]): readonly string[] => {
  const places = [...cuts.map((cut) => cut % (text.length + 1)), 0, text.length].toSorted((a, b) => a - b);
  return places.slice(1).map((to, n) => text.slice(places[n], to));
};

describe("C-11 reading in a stream", () => {
  test("any text is read, and no text throws", () => {
    assert(
      property(messyText, constantFrom(...profileNames), (text, profile) => {
        const reading = readStatusBlock(text, profile);
        expect(reading.block === null).toBe(reading.span === null);
        if (reading.span !== null) expect(reading.span.end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 500 },
    );
  });

  test("how a text is cut into pieces makes no difference", () => {
    assert(
      property(messyText, array(nat(200_000), { maxLength: 12 }), (text, cuts) => {
        const stream = new StatusStream("workflow/1.2");
        for (const piece of inPieces(text, cuts)) stream.push(piece);
        expect(stream.end()).toEqual(readStatusBlock(text, "workflow/1.2"));
      }),
      { numRuns: 500 },
    );
  });

  test("C-9 EXIT_SIGNAL is true only where true, yes or 1 was written for it", () => {
    const written = /EXIT_SIGNAL[^\n]*?[:=：][^\n]*?(?:true|yes|1)/iu;
    assert(
      property(messyText, (text) => {
        const { block } = readStatusBlock(text, "workflow/1.2");
        return block?.exitSignal !== true || written.test(text.replaceAll("\u200b", ""));
      }),
      { numRuns: 1000 },
    );
  });

  test("a block deep in a long text is found at its place, with its line", async () => {
    const filler = "A line of some transcript, with nothing in it.\n".repeat(2_000);
    async function* pieces(): AsyncGenerator<string> {
      for (let n = 0; n < 50; n += 1) yield filler;
      yield blockText({ WORK_TYPE: "NONSENSE" });
    }
    const reading = await readStatusStream(pieces(), "workflow/1.2");
    expect(reading.span?.start).toBe(filler.length * 50);
    expect(reading.faults).toMatchObject([{ code: "unknown-value", line: 2_000 * 50 + 6 }]);
  });

  test("a delimiter cut in two between pieces is still one", () => {
    const text = `${"x\n".repeat(3_000)}${exitingText()}`;
    for (const cut of [6_001, 6_005, 6_017, 6_020, text.length - 10]) {
      const stream = new StatusStream("workflow/1.2");
      stream.push(text.slice(0, cut));
      stream.push(text.slice(cut));
      expect(stream.end()).toMatchObject({ valid: true, block: { exitSignal: true }, span: { start: 6_000 } });
    }
  });

  test("a block that never ends is read as far as it came, and a later one still counts", () => {
    const endless = `---RALPH_STATUS---\nSTATUS: COMPLETE\n${"prose\n".repeat(longestBlock / 4)}`;
    const alone = readStatusBlock(endless, "workflow/1.2");
    expect(alone).toMatchObject({ usable: false, valid: false, block: { status: "COMPLETE", exitSignal: false } });
    expect(readStatusBlock(endless + blockText(), "workflow/1.2")).toMatchObject({ valid: true, repairs: [] });
  });

  test("the end delimiter behind the last value on its line is taken where no other comes", () => {
    const glued = exitingText().replace("\n---END", " ---END");
    expect(readStatusBlock(glued, "workflow/1.2")).toMatchObject({
      valid: true,
      block: { exitSignal: true, recommendation: "All tasks complete, tests passing, cache in place" },
    });
    const mentioned = exitingText({ RECOMMENDATION: "All tasks complete, see ---END_RALPH_STATUS---" });
    expect(readStatusBlock(mentioned, "workflow/1.2")).toMatchObject({
      repairs: [],
      block: { recommendation: "All tasks complete, see ---END_RALPH_STATUS---" },
    });
  });
});
