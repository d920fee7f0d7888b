import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  maxSafeNat,
  nat,
  oneof,
  option,
  property,
  record,
  string,
} from "fast-check";
import type { Arbitrary } from "fast-check";
import { describe, expect, test } from "vitest";
import { blockFromFacts, renderFromFacts } from "./block-from-facts.ts";
import type { StatusFacts } from "./facts.ts";
import { blockText } from "./fixtures/block-text.ts";
import { gradeStatusBlock } from "./grade.ts";
import { harnessBlock } from "./harness-block.ts";
import { profileNames, statuses, testsStatuses, workTypes } from "./profile.ts";
import { readStatusBlock } from "./read-status-block.ts";
import { oneLine, renderStatusBlock } from "./render-status-block.ts";
import type { RenderableBlock } from "./render-status-block.ts";
import { suggestWorkType } from "./suggest-work-type.ts";

const isForm = (text: string): boolean => /^(?:<.*>|\[.*\])$/su.test(text);
const ends = /^[\s\p{Cf}]|[\s\p{Cf}]$/u;
const traps = [
  "---RALPH_STATUS---",
  "---END_RALPH_STATUS---",
  "EXIT_SIGNAL: true",
  "LINEAR_ISSUE: A-1",
  "RECOMMENDATION:",
  String.raw`\n`,
  "```",
  "**",
  "> ",
  '"',
  "|",
  " ",
  "\u00a0",
  "\u200b",
];
const line: Arbitrary<string> = array(
  oneof(string({ unit: "grapheme", minLength: 1, maxLength: 30 }), constantFrom(...traps)),
  { minLength: 1, maxLength: 5 },
)
  .map((parts) => oneLine(parts.join("")))
  .filter((text) => text !== "" && !ends.test(text) && !isForm(text));
const id: Arbitrary<string> = string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 }).filter(
  (text) => /^[A-Za-z\d](?:[\w.#/-]*[A-Za-z\d])?$/u.test(text) && text.toUpperCase() !== "NONE",
);

const tracker = record(
  {
    issue: option(id),
    openCount: maxSafeNat(),
    doneCount: maxSafeNat(),
    epic: id,
    epicDone: maxSafeNat(),
    epicTotal: maxSafeNat(),
    nextIntended: option(id),
  },
  { requiredKeys: [] },
);

const workflowBlock: Arbitrary<RenderableBlock> = record({
  status: constantFrom(...statuses),
  tasksCompleted: maxSafeNat(),
  filesModified: maxSafeNat(),
  testsStatus: constantFrom(...testsStatuses),
  workType: constantFrom(...workTypes),
  exitSignal: boolean(),
  recommendation: line,
  tracker,
});

const plainBlock: Arbitrary<RenderableBlock> = record({
  status: constantFrom(...statuses),
  tasksCompleted: maxSafeNat(),
  filesModified: maxSafeNat(),
  testsStatus: constantFrom("PASSING" as const, "FAILING" as const, "NOT_RUN" as const),
  workType: constantFrom("IMPLEMENTATION" as const, "TESTING" as const),
  exitSignal: boolean(),
  recommendation: line,
  tracker: constant({}),
});

const facts: Arbitrary<StatusFacts> = record(
  {
    filesChanged: nat({ max: 40 }),
    tasksClosed: constantFrom(0, 1, 2),
    openTasks: constantFrom(0, 1, 7),
    gate: constantFrom("green" as const, "red" as const, "not_run" as const),
    errors: constantFrom(0, 3),
    epicBoundary: boolean(),
    taskBlocked: constantFrom("", "the signing key\nof the vendor"),
    queueBlocked: boolean(),
    workType: constantFrom(...workTypes),
    nextTask: constantFrom("", "QX-9 add paging"),
  },
  { requiredKeys: [] },
);

describe("C-15 rendering", () => {
  test.each([
    ["workflow/1.2", workflowBlock],
    ["status/1", plainBlock],
  ] as const)("a block of %s read back is the same block, with no repair and no fault", (profile, blocks) => {
    assert(
      property(blocks, (block) => {
        const reading = readStatusBlock(renderStatusBlock(block), profile);
        expect(reading).toMatchObject({ repairs: [], faults: [], usable: true, valid: true });
        expect(reading.block).toEqual(block);
      }),
      { numRuns: 500 },
    );
  });

  test("the text is exact", () => {
    const reading = readStatusBlock(blockText({ NEXT_INTENDED_ISSUE: "none" }), "workflow/1.2");
    const { block } = reading;
    if (block === null || block.workType === null) throw new Error("the sound block was not read");
    expect(renderStatusBlock({ ...block, workType: block.workType })).toBe(
      blockText({ NEXT_INTENDED_ISSUE: "NONE" }).trimEnd(),
    );
  });

  test("a recommendation of several lines, with colours, is rendered as one", () => {
    expect(oneLine("  Next:\r\n\tpaging \u001b[31mand\u001b[0m\u2028more\n")).toBe("Next: paging and more");
  });
});

describe("C-16 blocks of the harness's own", () => {
  test("from whatever facts, the block is right by its own grading", () => {
    assert(
      property(facts, constantFrom(...profileNames), (known, profile) => {
        const reading = readStatusBlock(renderFromFacts(known, profile), profile);
        expect(gradeStatusBlock(reading, known)).toMatchObject({ valid: true, faults: [], repairs: [] });
      }),
      { numRuns: 500 },
    );
  });

  test("an early end is blocked by its cause and claims nothing", () => {
    const graded = harnessBlock({ filesChanged: 3, openTasks: 2 }, "the hook refused\n`rm -rf`", "status/1");
    expect(graded).toMatchObject({
      valid: true,
      block: { status: "BLOCKED", tasksCompleted: 0, filesModified: 0, testsStatus: "NOT_RUN", exitSignal: false },
    });
    expect(graded.block?.recommendation).toBe("Blocked: the hook refused `rm -rf`");
  });

  test("without a cause the facts make the block", () => {
    const graded = harnessBlock({ filesChanged: 3, openTasks: 2, gate: "green" }, null, "workflow/1.2");
    expect(graded.block).toMatchObject({ status: "IN_PROGRESS", filesModified: 3, testsStatus: "PASSING" });
  });

  test("tests put off inside an epic are DEFERRED, where the profile has it", () => {
    expect(blockFromFacts({ openTasks: 2, epicBoundary: false }, "workflow/1.2").testsStatus).toBe("DEFERRED");
    expect(blockFromFacts({ openTasks: 2, epicBoundary: false }, "status/1").testsStatus).toBe("NOT_RUN");
    expect(blockFromFacts({ openTasks: 2, epicBoundary: true }, "workflow/1.2").testsStatus).toBe("NOT_RUN");
  });
});

test.each([
  [[], "VERIFICATION"],
  [["docs/guide.md", "README.md"], "DOCUMENTATION"],
  [["src/a.test.ts", "test/b.ts"], "TESTING"],
  [["src/a.ts", "src/a.test.ts", "docs/a.md"], "IMPLEMENTATION"],
] as const)("C-14 the paths %j suggest %s", (paths, type) => {
  expect(suggestWorkType(paths)).toBe(type);
});
