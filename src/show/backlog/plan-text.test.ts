import { expect, test } from "vitest";
import { sampleId, sampleTask } from "../../testing/sample-facts.ts";
import { faultsJson, faultsText, planListText, taskText } from "./plan-text.ts";

const tasks = [
  { ...sampleTask("A-1"), group: "One", title: "first" },
  { ...sampleTask("A-2"), group: "One", title: "nested", parent: sampleId("A-1"), state: "done" as const },
  {
    ...sampleTask("B-1"),
    group: "Two",
    title: "steers \u001b[31m the\nterminal",
    state: "blocked" as const,
    reason: "no key",
    optional: true,
  },
];

test("B-5 tasks stand under their group, nested ones indented, each with its state and why", () => {
  expect(planListText(tasks)).toBe(
    [
      "One",
      "  [ ] A-1  first",
      "    [x] A-2  nested",
      "",
      "Two (optional)",
      "  [!] B-1  steers  [31m the terminal (blocked: no key)",
      "",
      "2 open, 1 closed",
      "",
    ].join("\n"),
  );
});

test("a task is shown with what it has, and nothing that it has not", () => {
  const text = taskText({
    ...sampleTask("A-1"),
    deps: [sampleId("A-0")],
    acceptance: [{ text: "it works", done: true }],
    body: "words",
  });
  expect(text).toContain("depends on  A-0");
  expect(text).toContain("[x] it works");
  expect(text).not.toContain("labels");
});

const fault = {
  code: "duplicate-id",
  severity: "error" as const,
  file: "plan.md",
  line: 3,
  message: "Twice.",
  hint: "Rename it.",
  tasks: ["A-1"],
};

test("U-42 faults have the keys of their fixed form", () => {
  expect(Object.keys(faultsJson([fault]).faults[0] ?? {})).toEqual([
    "code",
    "severity",
    "file",
    "line",
    "message",
    "hint",
  ]);
});

test("B-3 faults are said with file, line and mend, all at once", () => {
  expect(faultsText([fault, { ...fault, severity: "warning", line: null }])).toBe(
    "plan.md:3: error: Twice. Rename it.\nplan.md: warning: Twice. Rename it.\n\n1 error, 1 warning\n",
  );
  expect(faultsText([])).toBe("Nothing is wrong with the backlog.\n");
});
