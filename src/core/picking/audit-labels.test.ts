import { describe, expect, test } from "vitest";
import { plainTask } from "../plain-task.ts";
import type { Task } from "../task.ts";
import { auditHindrance, isReadOnlyAudit, labelsAndMarkers } from "./audit-labels.ts";
import { selectTask } from "./select.ts";

const aTask = (id: string, more: Partial<Task>): Task => ({ ...plainTask(id, id), source: { url: id }, ...more });

describe("B-43 labels and markers of audits", () => {
  test.each([
    ["<!-- ralph: audit-digest -->", ["audit-digest"]],
    ["text\n<!--ralph:AUDIT-FIX--> and <!-- ralph: not-implementable -->", ["audit-fix", "not-implementable"]],
    ["<!-- another: audit-digest -->", []],
    ["<!-- ralph: audit digest -->", []],
    [`${"x".repeat(475)}<!-- ralph: audit-fix -->`, ["audit-fix"]],
    [`${"x".repeat(476)}<!-- ralph: audit-fix -->`, []],
  ])("a marker counts in the first 500 characters: %j", (body, expected) => {
    expect(labelsAndMarkers({ labels: [" Backend "], body })).toEqual(["backend", ...expected]);
  });

  test("a fix is a task like any other", () => {
    expect(auditHindrance({ labels: ["audit-fix"], body: "" }, false)).toBeNull();
  });

  test.each(["not-implementable", "audit-digest"])("%s is never picked, by label or by marker", (label) => {
    for (const isAuditRun of [false, true])
      for (const task of [
        { labels: [label], body: "" },
        { labels: [], body: `<!-- ralph: ${label} -->` },
      ])
        expect(auditHindrance(task, isAuditRun)).toBe(`it is a bundle of findings (${label}), not one task`);
  });

  test("a read-only audit is for an audit run, and an audit run for it alone", () => {
    const tasks = [
      aTask("audit", { labels: ["audit-readonly"] }),
      aTask("work", {}),
      aTask("fix", { labels: ["audit-fix"] }),
    ];
    expect(isReadOnlyAudit({ labels: [], body: "<!-- ralph: audit-readonly -->" })).toBe(true);
    expect(selectTask(tasks).task?.id).toBe("work");
    expect(selectTask(tasks, { audit: true }).task?.id).toBe("audit");
    expect(selectTask(tasks, { audit: true }).others.map(({ whyNot }) => whyNot)).toEqual([
      "it is no audit, and this is an audit run",
      "it is no audit, and this is an audit run",
    ]);
  });

  test("only bundles left: nothing can be picked", () => {
    const { task, reason } = selectTask([aTask("a", { labels: ["audit-digest"] })]);
    expect([task, reason]).toEqual([null, "no open task can be worked now"]);
  });
});
