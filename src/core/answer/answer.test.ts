import { describe, expect, test } from "vitest";
import { keepReading, readAnswer, readingOf } from "./answer.ts";

const block = (exit: boolean): string => `---RALPH_STATUS---
STATUS: COMPLETE
TASKS_COMPLETED_THIS_LOOP: 1
FILES_MODIFIED: 2
TESTS_STATUS: PASSING
WORK_TYPE: IMPLEMENTATION
EXIT_SIGNAL: ${exit}
RECOMMENDATION: See src/a.ts:3
---END_RALPH_STATUS---`;

describe("what is taken from an agent's final text", () => {
  test("the block, and signs from the prose before it", () => {
    const answer = readAnswer(
      1,
      "implementer",
      `All tasks are complete. See 1a2b3c4d.\n\nShould I go on?\n\n${block(true)}`,
      { contract: "workflow/1.2" },
    );
    expect(answer).toMatchObject({ call: 1, question: "Should I go on?", evidence: ["src/a.ts:3", "1a2b3c4d"] });
    expect(answer.statements).toHaveLength(1);
    expect(answer.reading).toMatchObject({ usable: true, block: { exitSignal: true } });
    expect(answer.raw).toContain("STATUS: COMPLETE");
  });

  test("V004 of two blocks the last one counts", () => {
    expect(
      readAnswer(1, "implementer", `${block(true)}\n\nNo, wait.\n\n${block(false)}`, { contract: "workflow/1.2" })
        .reading.block?.exitSignal,
    ).toBe(false);
  });

  test("L-11 what stands in the block is no statement of completion", () => {
    expect(readAnswer(1, "implementer", block(true), { contract: "workflow/1.2" }).statements).toEqual([]);
  });

  test("no block: nothing is usable, and there is no text of one", () => {
    expect(readAnswer(1, "implementer", "All done.", { contract: "workflow/1.2" })).toMatchObject({
      raw: null,
      reading: { usable: false, block: null },
    });
  });

  test("a reading is kept as JSON and comes back as it was", () => {
    const kept = readAnswer(1, "implementer", block(true), { contract: "workflow/1.2" }).reading;
    expect(keepReading(readingOf(JSON.parse(JSON.stringify(kept)) as typeof kept))).toEqual(kept);
  });
});
