import { describe, expect, test } from "vitest";
import { readAuditFindings } from "./audit-findings.ts";

const fenced = (value: unknown): string =>
  `Looked.\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n\nSTATUS: COMPLETE\n`;

describe("B-43 findings of an audit", () => {
  test("each with its priority, place and words; what is not said is null", () => {
    const findings = [
      { priority: "p0", title: "  key in\nthe log ", body: "said", file: "./src/a.ts", line: 3 },
      { priority: "P3", title: "tidy" },
    ];
    expect(readAuditFindings(fenced({ findings }))).toEqual([
      { priority: "P0", title: "key in the log", body: "said", file: "src/a.ts", line: 3 },
      { priority: "P3", title: "tidy", body: "", file: null, line: null },
    ]);
  });

  test("an empty list is a clean audit; nothing said is none", () => {
    expect(readAuditFindings(fenced({ findings: [] }))).toEqual([]);
    expect(readAuditFindings("All is well.")).toBeNull();
    expect(readAuditFindings(fenced({ covered: true }))).toBeNull();
  });

  test.each([
    [{ priority: "P4", title: "x" }],
    [{ priority: "high", title: "x" }],
    [{ title: "x" }],
    [{ priority: "P1", title: " " }],
  ])("one that can't be read makes all unreadable: %j", (finding) => {
    expect(readAuditFindings(fenced({ findings: [{ priority: "P1", title: "good" }, finding] }))).toBeNull();
  });
});
