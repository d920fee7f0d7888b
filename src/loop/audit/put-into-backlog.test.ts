import { describe, expect, test } from "vitest";
import type { AuditFinding } from "../../core/answer/audit-findings.ts";
import type { Task } from "../../core/task.ts";
import { BacklogError, type NewTask } from "../../ports/backlog.ts";
import { sampleTask } from "../../testing/sample-facts.ts";
import { type FilingTools, putIntoBacklog } from "./put-into-backlog.ts";

const audit: Task = { ...sampleTask("AB-1"), group: "Campaign", labels: ["audit-readonly"] };
const finding = (priority: AuditFinding["priority"], title: string): AuditFinding => ({
  priority,
  title,
  body: "token=hunter2 is in it",
  file: "src/a.ts",
  line: 3,
});

/** A backlog that takes tasks, but none with a label of `unknown`; it fails once as it is asked for the `failing`th task. */
function takes({
  unknown = [],
  failing = 0,
}: { readonly unknown?: readonly string[]; readonly failing?: number } = {}) {
  const tasks: Task[] = [audit];
  const made: NewTask[] = [];
  let asked = 0;
  const tools: FilingTools = {
    backlog: {
      load: () => Promise.resolve({ tasks: [...tasks], faults: [], revision: "" }),
      add: (task) => {
        asked += 1;
        if (asked === failing) return Promise.reject(new Error("killed"));
        const bad = (task.labels ?? []).filter((label) => unknown.includes(label));
        const fault = {
          code: "x",
          severity: "error",
          file: "",
          line: null,
          message: `no label ${bad[0]}`,
          hint: "",
          tasks: [],
        } as const;
        if (bad.length > 0) return Promise.reject(new BacklogError("unwritable", fault));
        const one = { ...sampleTask(`${task.stem}-${made.length + 1}`), body: task.body };
        made.push(task);
        tasks.push(one);
        return Promise.resolve(one);
      },
    },
    judge: { mask: (text) => text.replace("hunter2", "***") },
  };
  return { tools, made };
}

describe("B-43 what becomes of findings", () => {
  const found = [finding("P0", "one"), finding("P2", "two"), finding("P1", "three"), finding("P3", "four")];

  test("P0 and P1 are a task each below the audit, all the rest is one digest; secrets are masked", async () => {
    const { tools, made } = takes();
    const filing = await putIntoBacklog(audit, found, tools);
    expect(filing).toMatchObject({ filed: ["AUDIT-1", "AUDIT-2"], digest: "AUDIT-3", notes: [] });
    expect(made.map(({ title, labels, priority, parent, group }) => [title, labels, priority, parent, group])).toEqual([
      ["one", ["audit-fix"], 1, "AB-1", "Campaign"],
      ["three", ["audit-fix"], 2, "AB-1", "Campaign"],
      ["Digest of the audit AB-1: 2 findings", ["audit-digest"], 4, "AB-1", "Campaign"],
    ]);
    expect(made[0]?.body).toMatch(/^<!-- ralph: audit-fix -->[^]*token=\*\*\*[^]*`ralph:finding AB-1 [0-9a-f]{8}`$/);
    expect(made[0]?.acceptance).toEqual(["what was found is mended, or shown to be none, at `src/a.ts:3`"]);
    expect(made[2]?.body).toContain("- P2 two, at `src/a.ts:3`");
  });

  test("a kill on the way files nothing twice: what is there is found by its mark", async () => {
    const { tools, made } = takes({ failing: 2 });
    await expect(putIntoBacklog(audit, found, tools)).rejects.toThrow("killed");
    expect(await putIntoBacklog(audit, found, tools)).toMatchObject({
      filed: ["AUDIT-1", "AUDIT-2"],
      digest: "AUDIT-3",
    });
    expect(await putIntoBacklog(audit, found, tools)).toMatchObject({
      filed: ["AUDIT-1", "AUDIT-2"],
      digest: "AUDIT-3",
    });
    expect(made).toHaveLength(3);
  });

  test("where the source does not know the label, the task goes without: its text has the mark", async () => {
    const { tools, made } = takes({ unknown: ["audit-fix"] });
    const { filed, notes } = await putIntoBacklog(audit, [finding("P1", "one")], tools);
    expect([filed, made[0]?.labels, notes.length]).toEqual([["AUDIT-1"], undefined, 1]);
  });

  test("nothing found is nothing filed; a source that takes no tasks is told", async () => {
    expect(await putIntoBacklog(audit, [], takes().tools)).toEqual({ filed: [], digest: null, notes: [] });
    const { backlog, judge } = takes().tools;
    const filing = await putIntoBacklog(audit, found, { backlog: { load: backlog.load }, judge });
    expect([filing.filed, filing.notes[0]]).toMatchObject([[], { kind: "warned", code: "audit_not_filed" }]);
  });
});
