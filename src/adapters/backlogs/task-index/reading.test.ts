import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { selectTask } from "../../../core/picking/select.ts";
import { taskId } from "../../../core/task-id.ts";
import type { TaskId } from "../../../core/task.ts";
import { branchOf } from "../../../core/texts/naming.ts";
import { BacklogError, type BacklogSnapshot } from "../../../ports/backlog.ts";
import { openTaskIndex } from "./open-task-index.ts";

const home = mkdtempSync(join(tmpdir(), "task-index-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let roots = 0;

interface Seed {
  readonly id: string;
  readonly status?: string;
  readonly rest?: readonly string[];
}

const opened = (files: Readonly<Record<string, string>>, alone = false) => {
  const root = join(home, `${roots++}`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const backlog = openTaskIndex({ root, name: "tasks/index.yaml", alone });
  return { root, backlog, read: (name: string) => readFileSync(join(root, name), "utf8") };
};
const onlyIndex = (text: string) => opened({ "tasks/index.yaml": text }, true);
const filesFor = (seeds: readonly Seed[]): Record<string, string> => ({
  "tasks/index.yaml": `tasks:\n${seeds.map(({ id, status = "not-started", rest = [] }) => `  - id: ${id}\n    title: do ${id}\n    status: ${status}\n${rest.map((line) => `    ${line}\n`).join("")}`).join("")}`,
  "docs/prd/index.md": `| ID | Title | Status |\n| --- | --- | --- |\n${seeds.map(({ id, status = "not-started" }) => `| ${id} | do ${id} | ${status} |\n`).join("")}`,
  ...Object.fromEntries(
    seeds.map(({ id, status = "not-started" }) => [
      `docs/prd/${id}.md`,
      `# ${id}: do it\n\n**Status:** ${status}\n\n## Acceptance Criteria\n\n- [ ] it is there\n- [x] it has a test\n\n## Notes\n\n- [ ] no criterion\n`,
    ]),
  ),
});
const seeded = (...seeds: readonly Seed[]) => opened(filesFor(seeds));
const faultsOf = ({ faults }: BacklogSnapshot) => faults.map((fault) => [fault.code, fault.file, fault.line] as const);
const faultyOf = ({ faults }: BacklogSnapshot): ReadonlyMap<TaskId, string> =>
  new Map(
    faults
      .filter(({ severity }) => severity === "error")
      .flatMap(({ tasks, message }) => tasks.map((id) => [id, message] as const)),
  );
const picked = (snapshot: BacklogSnapshot) => selectTask(snapshot.tasks, { faulty: faultyOf(snapshot) });
const errorOf = async (work: Promise<unknown>): Promise<BacklogError> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof BacklogError) return error;
  throw new Error("no BacklogError", { cause: error });
};

test("B-30 a task has all that its entry and its file say", async () => {
  const { backlog } = seeded({
    id: "M2-1",
    rest: [
      "priority: high",
      "deps: [M1-1]",
      "labels: [api, large]",
      "files: [src/a.ts]",
      "gate: npm test, quickly",
      "risk: High",
    ],
  });
  const { tasks } = await backlog.load();
  expect(tasks[0]).toMatchObject({
    id: "M2-1",
    title: "do M2-1",
    priority: 1,
    deps: ["M1-1"],
    group: "M2",
    labels: ["api", "large", "risk:high"],
    files: ["src/a.ts"],
    gate: ["npm test, quickly"],
    acceptance: [
      { text: "it is there", done: false },
      { text: "it has a test", done: true },
    ],
    source: { file: "tasks/index.yaml", line: 2 },
    large: true,
  });
  expect(tasks[0]?.body).toContain("# M2-1: do it");
});

test("B-32 tasks come by milestone number and natural id, whatever their order in the file", async () => {
  const { backlog } = onlyIndex(
    ["M10-1", "x-2", "M1-10", "M1-9", "M2-1"].map((id) => `- id: ${id}\n  status: done\n`).join(""),
  );
  expect((await backlog.load()).tasks.map(({ id }) => id)).toEqual(["M1-9", "M1-10", "M2-1", "M10-1", "x-2"]);
});

describe("B-3 faults, all at once", () => {
  test("unknown states, unknown dependencies and broken entries each with their line", async () => {
    const snapshot = await onlyIndex(
      "- id: A\n  status: sleeping\n- id: B\n  status: done\n  title: a: b\n- id: C\n  deps: [a]\n- status: done\n- id: D\n  status: done\n  priority: urgent\n",
    ).backlog.load();
    expect(faultsOf(snapshot).map(([code, , line]) => [code, line])).toEqual([
      ["unknown-status", 1],
      ["malformed-yaml", 5],
      ["no-status", 6],
      ["unknown-dependency", 6],
      ["no-id", 8],
      ["unknown-priority", 9],
    ]);
  });
  test("F053 ids are trimmed, their case counts, and a near one is suggested", async () => {
    const snapshot = await onlyIndex(
      '- id: M58-1\n  status: not-started\n- id: M58-2\n  status: not-started\n  deps: ["M58-1 "]\n- id: M58-3\n  status: not-started\n  deps: [m58-1]\n- id: M58-4\n  status: not-started\n  deps: [GHOST]\n',
    ).backlog.load();
    expect(snapshot.tasks[1]?.deps).toEqual(["M58-1"]);
    const errors = snapshot.faults.filter(({ severity }) => severity === "error");
    expect(errors.map(({ line }) => line)).toEqual([6, 9]);
    expect(errors[0]?.hint).toContain("M58-1");
  });
  test("F049 an id used twice is told with both lines, and nobody who waits for it is worked", async () => {
    const snapshot = await onlyIndex(
      "- id: M1-3\n  status: done\n- id: M1-3\n  status: not-started\n- id: M1-4\n  status: not-started\n  deps: [M1-3]\n",
    ).backlog.load();
    expect(snapshot.faults.map(({ code, line }) => [code, line])).toEqual([
      ["duplicate-id", 1],
      ["duplicate-id", 3],
    ]);
    expect(snapshot.faults[0]?.message).toContain("lines 1, 3");
    expect(picked(snapshot).task).toBeNull();
  });
  test("F049 open tasks that nothing says when they are done are named in one warning", async () => {
    const files = filesFor([{ id: "A" }, { id: "B" }, { id: "C" }]);
    for (const id of ["A", "C"]) files[`docs/prd/${id}.md`] = `**Status:** not-started\n`;
    const { faults } = await opened(files).backlog.load();
    expect(faults).toMatchObject([{ code: "no-criteria", severity: "warning", line: 2 }]);
    expect(faults[0]?.message).toContain("A, C");
  });
  test("F050 a circle is printed, what waits for it is held, and what is free is worked", async () => {
    const chain = { A: "B", B: "C", C: "A", D: "A" };
    const snapshot = await onlyIndex(
      `${Object.entries(chain)
        .map(([id, dep]) => `- id: ${id}\n  status: not-started\n  deps: [${dep}]\n`)
        .join("")}- id: E\n  status: not-started\n`,
    ).backlog.load();
    expect(snapshot.faults[0]?.message).toContain("A → B → C → A");
    const { task, others } = picked(snapshot);
    expect(task?.id).toBe("E");
    expect(others.map(({ id }) => id)).toEqual(["A", "B", "C", "D"]);
  });
  test("F052 a state that means nothing holds back whoever waits for it", async () => {
    const snapshot = await onlyIndex(
      "- id: A\n  status: skipped\n- id: B\n  status: not-started\n  deps: [A]\n",
    ).backlog.load();
    expect(snapshot.faults[0]).toMatchObject({ code: "unknown-status", tasks: ["A", "B"] });
    expect(picked(snapshot).task).toBeNull();
  });
  test("F047 a tab in the indentation is told by file, line and cure, and nothing is written", async () => {
    const { backlog, read } = onlyIndex("- id: A\n\tstatus: not-started\n");
    const { code, fault } = await errorOf(backlog.load());
    expect([code, fault.code, fault.file, fault.line]).toEqual(["unreadable", "tab-indent", "tasks/index.yaml", 2]);
    expect(fault.message).toContain("tab");
    expect((await errorOf(backlog.setState({ id: taskId("A"), state: "done" }))).fault.code).toBe("tab-indent");
    expect(read("tasks/index.yaml")).toBe("- id: A\n\tstatus: not-started\n");
  });
  test("F056 an index in another shape is an error, not an empty backlog", async () => {
    const { backlog } = onlyIndex("master:\n  tasks:\n    - id: A\n");
    expect(await errorOf(backlog.load())).toMatchObject({ code: "unreadable", fault: { code: "no-task-list" } });
  });
  test("several complaints about the whole text come together", async () => {
    const { faults } = await errorOf(onlyIndex("tasks: [}\n  ]: x: y\n").backlog.load());
    expect(faults.length).toBeGreaterThan(1);
  });
});

describe("B-31 three places", () => {
  test("each that is missing or disagrees is a fault of its task, at its place", async () => {
    const files = filesFor([{ id: "A" }, { id: "B" }, { id: "C" }, { id: "D" }]);
    files["docs/prd/index.md"] =
      files["docs/prd/index.md"]
        ?.replace("| A | do A | not-started |", "| A | do A | done |")
        .replace(/\| B .*\n/, "") ?? "";
    files["docs/prd/C.md"] = "# C\n";
    delete files["docs/prd/D.md"];
    const snapshot = await opened(files).backlog.load();
    expect(
      faultsOf(snapshot)
        .filter(([code]) => code !== "no-criteria")
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ).toEqual([
      ["missing-row", "docs/prd/index.md", 1],
      ["missing-spec", "docs/prd/D.md", null],
      ["no-spec-status", "docs/prd/C.md", 1],
      ["places-disagree", "docs/prd/index.md", 3],
    ]);
    expect(picked(snapshot).task).toBeNull();
  });
  test("the document of rows that is missing is one fault, not one for each task", async () => {
    const files = filesFor([{ id: "A" }, { id: "B" }]);
    delete files["docs/prd/index.md"];
    const { faults } = await opened(files).backlog.load();
    expect(faults).toMatchObject([{ code: "missing-rows", file: "docs/prd/index.md", tasks: ["A", "B"] }]);
  });
  test("B-6 an index that is read alone misses nothing", async () => {
    const { faults } = await onlyIndex("- id: A\n  status: done\n").backlog.load();
    expect(faults).toEqual([]);
  });
  test("F044 a finished copy elsewhere is told, and its task is not worked", async () => {
    const files = filesFor([{ id: "X" }, { id: "Y" }]);
    files["docs/completed/X.md"] = "**Status:** done\n";
    const snapshot = await opened(files).backlog.load();
    expect(snapshot.faults).toMatchObject([{ code: "finished-copy", tasks: ["X"] }]);
    expect(picked(snapshot).task?.id).toBe("Y");
  });
  test("G-10 a file outside of the repository is not read, be it by its name or by a link", async () => {
    const files = filesFor([
      { id: "A", rest: ["spec: ../out.md"] },
      { id: "B", rest: ["spec: /etc/hostname"] },
      { id: "C" },
    ]);
    delete files["docs/prd/C.md"];
    const { root, backlog } = opened(files);
    symlinkSync("/etc/hostname", join(root, "docs/prd/C.md"));
    const { faults, tasks } = await backlog.load();
    expect(faults.filter(({ code }) => code === "spec-outside").map(({ line }) => line)).toEqual([2, 6, 10]);
    expect(tasks.map(({ body }) => body)).toEqual(["", "", ""]);
  });
});

test("V034 a chain of 2,000 tasks and a fan of 500 are read without a deep call", async () => {
  const chain = Array.from(
    { length: 2_000 },
    (_, i) => `- id: C-${i}\n  status: not-started\n  deps: [${i > 0 ? `C-${i - 1}` : ""}]\n`,
  );
  const fan = Array.from({ length: 500 }, (_, i) => `- id: F-${i}\n  status: not-started\n  deps: [C-0]\n`);
  const snapshot = await onlyIndex([...chain.toReversed(), ...fan].join("")).backlog.load();
  expect(snapshot.faults).toEqual([]);
  expect(picked(snapshot).task?.id).toBe("C-0");
});
test("V035 ids and titles in any script give a branch that git takes", async () => {
  const { backlog } = onlyIndex(
    "- id: Ñ-1\n  title: 🚀\n  status: not-started\n- id: M58-1\n  title: >-\n    Add very long\n    title\n  status: not-started\n",
  );
  const { tasks } = await backlog.load();
  expect(tasks.map(branchOf)).toEqual(["m58-1-add-very-long-title", "n-1-work"]);
});
test("10,000 tasks are read and one is written, each plain entry without the parser", async () => {
  const text = Array.from(
    { length: 10_000 },
    (_, i) => `  - id: M${i % 50}-${i} # keep\n    title: "task ${i}"\n    status: not-started\n    deps: []\n`,
  ).join("");
  const { backlog, read } = onlyIndex(`tasks:\n${text}`);
  expect((await backlog.load()).tasks.length).toBe(10_000);
  await backlog.setState({ id: taskId("M7-9957"), state: "done" });
  expect(read("tasks/index.yaml").split("status: done").length).toBe(2);
});
