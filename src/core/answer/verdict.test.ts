import { describe, expect, test } from "vitest";
import { readVerdict, verdictForms, verdictJsonSchema, wordsOf } from "./verdict.ts";

const json = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
const issue = {
  file: "src/a.ts",
  line: 3,
  category: "bug",
  description: "zero is wrong",
  suggestion: "begin with one",
};

describe("U-45 a verdict is JSON in the form that was asked for", () => {
  test("a rejection with its issues", () => {
    const answer = `I read it.\n\n${json({ verdict: "REJECT", summary: "one", issues: [issue], files: [], more: 1 })}\nDone.`;
    expect(readVerdict(answer, "review")).toEqual({
      ok: true,
      value: {
        verdict: "REJECT",
        summary: "one",
        issues: [
          {
            file: "src/a.ts",
            line: 3,
            category: "bug",
            severity: "medium",
            description: "zero is wrong",
            direction: "begin with one",
          },
        ],
        needs: [],
      },
    });
  });

  test("a doubt with the files that it needs", () => {
    expect(readVerdict(json({ verdict: "UNCERTAIN", summary: "?", files: ["b.ts"] }), "review")).toMatchObject({
      value: { verdict: "UNCERTAIN", needs: ["b.ts"], issues: [{ description: "?" }] },
    });
  });

  test.each([
    ["the bare answer", JSON.stringify({ verdict: "PASS", reason: "fine" })],
    ["an object within prose", `Here you go:\n{ "verdict": "PASS", "reason": "a } and a \\" in it" }\nThat is all.`],
    ["a fence without a language", `\`\`\`\n{"verdict": "pass"}\n\`\`\``],
    ["a fence that is not closed", `\`\`\`json\n{"verdict": "PASS"}`],
    ["the last of two", `${json({ verdict: "FAIL", reason: "a draft" })}\n${json({ verdict: "PASS" })}`],
  ])("%s", (_name, answer) => {
    expect(readVerdict(answer, "check")).toMatchObject({ ok: true, value: { verdict: "PASS", issues: [] } });
  });

  test("a failed check names its reason as the issue", () => {
    expect(readVerdict(json({ verdict: "FAIL", reason: "lint fails" }), "check")).toMatchObject({
      value: { verdict: "FAIL", summary: "lint fails", issues: [{ description: "lint fails", severity: "medium" }] },
    });
  });

  test("issues in words of their own are kept, and odd fields do not spoil the rest", () => {
    const issues = ["the lock is missing", { description: "late", line: "about 7", severity: "P2", category: "style" }];
    expect(readVerdict(json({ verdict: "REJECT", issues }), "review")).toMatchObject({
      value: {
        issues: [
          { description: "the lock is missing", file: null },
          { description: "late", line: null, severity: "medium", category: "other" },
        ],
      },
    });
  });
});

describe("words within prose decide nothing", () => {
  test.each([
    "The changes were NOT APPROVED. I cannot APPROVE this, and nobody should: DISAPPROVE.",
    "I would APPROVE.",
    "no, don't approve",
    "approved: false. not safe to execute",
    "APPROVE WITH NITS",
    "REQUEST CHANGES",
    "Decision: revise\nThe hard-reject path must reject orders",
    "findings: []",
    json({ issues: [] }),
    json({ verdict: "APPROVE WITH NITS", issues: [] }),
    json({ verdict: "PASS", issues: [] }),
    json({ approved: true }),
    "",
  ])("F250 F251 F254 %s", (answer) => {
    expect(readVerdict(answer, "review")).toMatchObject({ ok: false });
  });

  test("an approval over an issue of high severity contradicts itself", () => {
    const answer = json({ verdict: "APPROVE", issues: [{ ...issue, severity: "high" }] });
    expect(readVerdict(answer, "review")).toMatchObject({ ok: false });
  });

  test.each([
    ["under a heading", "## Verdict\nAPPROVE", "APPROVE"],
    ["alone", "**REJECT**", "REJECT"],
    ["after its name", "I looked at all of it.\n\nVERDICT: REJECT", "REJECT"],
    ["outside of the template in a fence", "```\nVERDICT: APPROVE\n```\nVERDICT: REJECT", "REJECT"],
  ])("F253 a line that is nothing but the verdict is one: %s", (_name, answer, verdict) => {
    expect(readVerdict(answer, "review")).toMatchObject({ ok: true, value: { verdict } });
  });

  test("two lines that disagree are none", () => {
    expect(readVerdict("APPROVE\n\nVERDICT: REJECT", "review")).toMatchObject({ ok: false });
  });

  test("F256 findings in prose are kept with their verdict", () => {
    expect(readVerdict("Finding: [P2] the lock is never freed\n\nREJECT", "review")).toMatchObject({
      value: { issues: [{ description: expect.stringContaining("the lock is never freed") as unknown }] },
    });
  });
});

test.each(verdictForms)("A-12 the schema that agents are held to asks for every key: %s", (form) => {
  const schema = JSON.stringify(verdictJsonSchema(form));
  // Named, the draft is looked up by Claude Code, which then ends before it has begun.
  expect(schema).not.toContain("$schema");
  expect(schema).toContain('"additionalProperties":false');
  for (const word of wordsOf[form]) expect(schema).toContain(`"${word}"`);
});
