import { describe, expect, test } from "vitest";
import { gradesJsonSchema, lowestScore, readGrades } from "./grades.ts";
import { readWorkSummary, workSummaryJsonSchema } from "./work-summary.ts";

const fenced = (value: unknown): string => `Done.\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n`;

describe("P-22 the work report", () => {
  test("is read from the fenced block at the end, unknown keys passed over", () => {
    const read = readWorkSummary(
      fenced({
        status: "pass",
        files: ["a.ts"],
        approach: " small ",
        focusedTests: { status: "FAIL", failingCommand: "npm test" },
        blockers: ["a key"],
        discoveries: [
          "money: whole cents",
          "critical: locks",
          "no area",
          { area: "api", text: "slow", critical: false },
        ],
        mood: "good",
      }),
    );
    expect(read).toEqual({
      ok: true,
      value: {
        status: "PASS",
        files: ["a.ts"],
        approach: "small",
        tests: "FAIL",
        failingCommand: "npm test",
        reviewerNotes: [],
        blockers: ["a key"],
        discoveries: [
          { area: "money", text: "whole cents", critical: false },
          { area: null, text: "locks", critical: true },
          { area: null, text: "no area", critical: false },
          { area: "api", text: "slow", critical: false },
        ],
      },
    });
  });

  test.each(["I did it. PASS.", fenced({ verdict: "PASS" }), fenced({ status: "MAYBE" }), '```json\n{"status":\n```'])(
    "F031 what holds no status is none: %s",
    (text) => {
      expect(readWorkSummary(text)).toMatchObject({ ok: false });
    },
  );

  test("odd parts do not make the rest unreadable", () => {
    const read = readWorkSummary(
      fenced({ status: "FAIL", files: "a.ts", blockers: [1, "real"], discoveries: [{}, "ok"] }),
    );
    expect(read).toMatchObject({ ok: true, value: { files: [], blockers: ["real"], discoveries: [{ text: "ok" }] } });
  });
});

test.each<[unknown, readonly string[]]>([
  [
    [{ description: "no key" }, { why: "x" }],
    ["no key", '{"why":"x"}'],
  ],
  ["no key", ["no key"]],
  [{ reason: "no key" }, ["no key"]],
  [["none", "N/A", "No blockers.", null], []],
  ["none", []],
  [undefined, []],
])("P-22 a blocker is not lost by its form: %j", (blockers, read) => {
  expect(readWorkSummary(fenced({ status: "PASS", blockers }))).toMatchObject({ value: { blockers: read } });
});

describe("P-28 grades", () => {
  const scores = { ac_coverage_score: 5, code_quality_score: 2, test_quality_score: 4 };

  test("are three whole numbers from 1 to 5; notes may be missing", () => {
    const read = readGrades(fenced({ ...scores, code_quality_notes: "copied" }));
    expect(read).toMatchObject({ ok: true, value: { codeQuality: 2, codeQualityNotes: "copied", overallNotes: "" } });
    expect(read.ok && lowestScore(read.value)).toBe(2);
  });

  test.each([{ ...scores, test_quality_score: 6 }, { ...scores, ac_coverage_score: "5" }, { ac_coverage_score: 5 }])(
    "are unreadable where one is no such number: %j",
    (value) => {
      expect(readGrades(fenced(value))).toMatchObject({ ok: false, problem: expect.stringContaining("1 to 5") });
    },
  );
});

test("A-12 schemas ask for every key and name no draft: some programs refuse one that does", () => {
  for (const schema of [workSummaryJsonSchema(), gradesJsonSchema()]) {
    expect(schema).toMatchObject({ type: "object", additionalProperties: false });
    expect(schema).not.toHaveProperty("$schema");
  }
});
