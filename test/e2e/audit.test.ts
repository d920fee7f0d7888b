import { expect, test } from "vitest";
import type { Acts } from "./agents/acts.ts";
import { opened } from "../../src/adapters/backlogs/linear/fixtures/played-linear.ts";
import { putIntoBacklog } from "../../src/loop/audit/put-into-backlog.ts";
import { startLinear } from "../../src/stand-ins/linear/start-linear.ts";
import { project } from "./repository.ts";

const finding = <P extends string>(priority: P, title: string) => ({
  priority,
  title,
  body: `${title}, seen`,
  file: "README.md",
  line: 1,
});
const audits = (findings: readonly object[], more: Acts = {}): Acts => ({
  say: `Looked.\n\n\`\`\`json\n${JSON.stringify({ findings })}\n\`\`\``,
  block: {
    status: "COMPLETE",
    exit: false,
    tests: "NOT_RUN",
    type: "AUDIT",
    tasks: 1,
    files: 0,
    recommendation: "Next: the next audit",
  },
  ...more,
});
const plan = `# Plan

## Campaign

- [ ] **AU-1** [audit-readonly] audit the first part
- [ ] **AU-2** audit the second part
  <!-- ralph: audit-readonly -->
- [ ] **AU-3** [audit-readonly] audit the third part

## Work

- [ ] **ABC-1** add a thing
`;

test("B-43 an audit run files what is found, closes its tasks without a merge, and ends with its campaign", async () => {
  await using it = await project({
    plan,
    gate: ["false"],
    rc: { RALPH_BRANCHING: "task" },
    agent: [
      audits([finding("P1", "the readme says nothing"), finding("P3", "a short name")]),
      audits([]),
      audits([finding("P0", "x")], { files: { "src/mended.js": "mended\n" } }),
    ],
  });
  const result = await it.run("--audit");
  expect(result).toMatchObject({ endReason: "needs_human", counts: { verified: 2 } });
  expect(it.calls().map(({ role, task }) => `${role} ${task}`)).toEqual(
    ["AU-1", "AU-2", "AU-3"].map((task) => `implementer ${task}`),
  );
  expect(result.warnings.map(({ code }) => code)).not.toContain("no_gate");
  expect(it.calls()[0]?.prompt).toContain("An audit is\nread-only");
  const text = await it.read(".ralph/fix_plan.md");
  expect(text).toMatch(/- \[x\] \*\*AU-1\*\*[^]*- \[x\] \*\*AU-2\*\*[^]*- \[ \] \*\*AU-3\*\* [^\n]*needs-human/);
  expect(text).toMatch(/\*\*AUDIT-001\*\* the readme says nothing\n {2}<!-- ralph: audit-fix -->/);
  expect(text).toMatch(/\*\*AUDIT-002\*\* Digest of the audit AU-1: 1 finding\n/);
  expect(await it.landings()).toEqual([]);
  expect(await it.git("branch", "--list", "ralph/*")).toContain("ralph/blocked/AU-3");
  expect(await it.git("status", "--porcelain")).toBe("");

  it.teach({
    implementer: [
      {
        files: { "things/{task}.txt": "done\n" },
        tick: "own",
        block: { ...audits([]).block, type: "IMPLEMENTATION" } as NonNullable<Acts["block"]>,
      },
    ],
  });
  await it.run("--max-iterations", "1");
  expect(it.calls().at(-1)?.task).toBe("AUDIT-001");
});

test("B-43 on Linear what is found becomes child issues of the audit, once", async () => {
  const labels = ["audit-readonly", "audit-fix"];
  await using server = await startLinear({
    seed: { projects: ["Demo"], issues: [{ identifier: "AB-1", title: "audit", labels }] },
  });
  const tools = { backlog: opened(server), judge: { mask: (text: string) => text } };
  const [audit] = (await tools.backlog.load()).tasks;
  if (audit === undefined) throw new Error("no issue");
  const found = [finding("P0", "a key in the log"), finding("P2", "a long name")];
  const filing = await putIntoBacklog(audit, found, tools);
  expect(filing).toMatchObject({ filed: ["AB-2"], digest: "AB-3", notes: [{ code: "audit_without_label" }] });
  expect(await putIntoBacklog(audit, found, tools)).toMatchObject({ filed: ["AB-2"], digest: "AB-3" });
  const tasks = (await tools.backlog.load()).tasks.map(({ id, group, priority, labels: named }) => [
    id,
    group,
    priority,
    named,
  ]);
  expect(tasks.slice(1)).toEqual([
    ["AB-2", "AB-1 audit", 1, ["audit-fix"]],
    ["AB-3", "AB-1 audit", 4, []],
  ]);
});
