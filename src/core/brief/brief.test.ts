import { describe, expect, test } from "vitest";
import { briefJsonSchema, briefText, readBrief, readBriefAnswer } from "./brief.ts";

const brief = {
  schema_version: 1,
  task_id: "MAIL-2",
  task_source: "linear",
  task_summary: "try again",
  risk_level: "MEDIUM",
  affected_modules: ["src/mail/send.ts"],
  acceptance_criteria: ["a busy server is tried again"],
  qa_required: true,
  delegate_to: "implementer",
  coordinator_confidence: 0.8,
  created_at: "2026-03-01T09:00:00Z",
};
const frame = { task: "MAIL-2", source: "linear", at: "2026-03-01T09:00:00Z" };
const answer = (value: object): string => `I had a look.\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n`;
const without = (key: keyof typeof brief): object =>
  Object.fromEntries(Object.entries(brief).filter(([name]) => name !== key));

describe("P-6 briefs", () => {
  test("a brief is read as it was written, and written as it was read", () => {
    const read = readBrief(JSON.stringify(brief));
    expect(read).toEqual({ ok: true, value: brief });
    if (read.ok) expect(readBrief(briefText(read.value))).toEqual(read);
  });

  test.each(["schema_version", "task_id", "risk_level", "affected_modules", "coordinator_confidence"] as const)(
    "one without %s is none, and the field is named",
    (key) => {
      expect(readBrief(JSON.stringify(without(key)))).toEqual({
        ok: false,
        problem: `missing or not as they have to be: ${key}`,
      });
    },
  );

  test.each([
    ["another version", { schema_version: 2 }],
    ["a risk that is no level", { risk_level: "SOME" }],
    ["confidence beyond 1", { coordinator_confidence: 1.5 }],
    ["a block without a reason", { block: { reason: " " } }],
  ])("%s is refused", (_what, change) => {
    expect(readBrief(JSON.stringify({ ...brief, ...change }))).toMatchObject({ ok: false });
  });

  test.each(["", "{", "null", "[]", '"brief"'])("%j is no brief", (text) => {
    expect(readBrief(text)).toMatchObject({ ok: false });
  });

  test("an answer's last fenced block counts; where it comes from and when, the harness knows", () => {
    const { task_source: _source, created_at: _at, ...said } = brief;
    expect(readBriefAnswer(`${answer({ example: 1 })}${answer(said)}`, frame)).toEqual({ ok: true, value: brief });
  });

  test("a brief for another task is none; prose, and the form itself, are none", () => {
    expect(readBriefAnswer(answer({ ...brief, task_id: "MAIL-3" }), frame)).toEqual({
      ok: false,
      problem: "it is a brief for MAIL-3, not for MAIL-2",
    });
    expect(readBriefAnswer("The task is clear.", frame)).toMatchObject({ ok: false });
    expect(readBriefAnswer(answer({ schema_version: 1, task_id: "MAIL-2" }), frame)).toMatchObject({ ok: false });
  });

  test("a block is a reason that parks; where a program always gives the key, null is none", () => {
    expect(readBriefAnswer(answer({ ...brief, block: { reason: "no key" } }), frame)).toMatchObject({
      value: { block: { reason: "no key" } },
    });
    const read = readBriefAnswer(answer({ ...brief, block: null }), frame);
    expect(read).toEqual({ ok: true, value: brief });
  });

  test("what is long is cut, and what is empty left out", () => {
    const read = readBrief(JSON.stringify({ ...brief, affected_modules: ["", ...Array(90).fill("a".repeat(9_000))] }));
    expect(read.ok && [read.value.affected_modules.length, read.value.affected_modules[0]?.length]).toEqual([
      40, 2_000,
    ]);
  });

  test("the schema for programs asks for no more than the reading knows", () => {
    expect(briefJsonSchema()).toMatchObject({ type: "object", properties: { task_id: { type: "string" } } });
  });
});
