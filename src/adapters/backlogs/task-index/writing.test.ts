import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { taskId } from "../../../core/task-id.ts";
import type { TaskState } from "../../../core/task.ts";
import type { Backlog } from "../../../ports/backlog.ts";
import { backlogContract, type TaskSeed } from "../../../testing/backlog-contract.ts";
import { openTaskIndex } from "./open-task-index.ts";

const home = mkdtempSync(join(tmpdir(), "task-index-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let roots = 0;

const open = (root: string): Backlog => openTaskIndex({ root, name: "tasks/index.yaml", alone: false });

function written(files: Readonly<Record<string, string>>): string {
  const root = join(home, `${roots++}`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const word = ({ state }: TaskSeed): string => (state === "done" ? "done" : "not-started");
const entry = (seed: TaskSeed): string =>
  `  - id: ${seed.id} # keep\r\n    title: "${seed.title}"\r\n    status: '${word(seed)}'   # spaces\r\n    deps: [${(seed.deps ?? []).join(", ")}]\r\n    spec: docs/prd/${seed.id}.md\r\n`;

function seeded(seeds: readonly TaskSeed[]): string {
  const specs = seeds.map((seed) => [
    `docs/prd/${seed.id}.md`,
    `# ${seed.id}\r\n\r\n**Status:** ${word(seed)}  \r\n\r\n## Acceptance Criteria\r\n\r\n- [ ] it is there\r\n`,
  ]);
  return written({
    ...Object.fromEntries(specs),
    "tasks/index.yaml": `\uFEFF# the backlog\r\nversion: 3\r\ntasks:\r\n${seeds.map(entry).join("")}# the end`,
    "docs/prd/index.md": `# Product\r\n\r\n| ID | Title | Status |\r\n|---|:--|---|\r\n${seeds.map((seed) => `| ${seed.id} | ${seed.title} | ${word(seed)} |\r\n`).join("")}`,
  });
}

const contentOf = (root: string): string =>
  [
    "tasks/index.yaml",
    ...readdirSync(join(root, "docs/prd"))
      .toSorted()
      .map((name) => `docs/prd/${name}`),
  ]
    .map((name) => `== ${name}\n${readFileSync(join(root, name), "utf8")}`)
    .join("\n");

backlogContract("task-index", {
  open: async (seeds) => {
    const root = seeded(seeds);
    return { backlog: open(root), again: () => open(root), content: async () => contentOf(root) };
  },
  openMissing: async () => open(join(home, "none")),
});

const three: readonly TaskSeed[] = ["M1-1", "M1-2", "M1-3"].map((id) => ({ id, title: `do ${id}` }));
const opened = (seeds: readonly TaskSeed[] = three) => {
  const root = seeded(seeds);
  const at = (name: string): string => join(root, name);
  return {
    root,
    backlog: openTaskIndex({ root, name: "tasks/index.yaml", alone: false }),
    read: (name: string): string => readFileSync(at(name), "utf8"),
    write: (name: string, text: string): void => writeFileSync(at(name), text),
    edit: (name: string, from: string, to: string): void =>
      writeFileSync(at(name), readFileSync(at(name), "utf8").replace(from, to)),
    remove: (name: string): void => rmSync(at(name), { force: true }),
    content: (): string => contentOf(root),
  };
};
const id = taskId;
const codes = async (backlog: Backlog): Promise<readonly string[]> =>
  (await backlog.load()).faults.map(({ code }) => code);

describe("B-31 the three places go together", () => {
  test("one change is three small edits", async () => {
    const { backlog, content } = opened();
    const before = content();
    await backlog.setState({ id: id("M1-2"), state: "blocked", reason: "no key" });
    const after = content();
    expect(after.split("blocked").length - 1).toBe(3);
    expect(
      after.replace("**Status:** blocked (no key)", "**Status:** not-started").replaceAll("blocked", "not-started"),
    ).toBe(before);
  });
  test("needs-human-review is a word of its own; what has none is the nearest word with a note in the task's file", async () => {
    const { backlog, read } = opened();
    const states: readonly TaskState[] = ["needs_human", "deferred", "cancelled"];
    for (const state of states) {
      expect(await backlog.setState({ id: id("M1-1"), state, reason: "why" })).toMatchObject({ state, reason: "why" });
    }
    expect(read("docs/prd/M1-1.md")).toContain("**Status:** done (cancelled: why)");
    expect(read("docs/prd/index.md")).toContain("| M1-1 | do M1-1 | done |");
  });
  test("nothing is half-written: where one place can't be written all stand as they were", async () => {
    const { root, backlog, content } = opened();
    const before = content();
    // A folder where the temporary file of the index would be renamed to.
    rmSync(join(root, "tasks/index.yaml"));
    mkdirSync(join(root, "tasks/index.yaml"));
    await expect(backlog.setState({ id: id("M1-1"), state: "done" })).rejects.toMatchObject({ code: "unreadable" });
    rmSync(join(root, "tasks/index.yaml"), { recursive: true });
    writeFileSync(
      join(root, "tasks/index.yaml"),
      before.split("== docs")[0]?.replace("== tasks/index.yaml\n", "").slice(0, -1) ?? "",
    );
    expect(content()).toBe(before);
  });
  test("a writer that was killed between two places is finished by the next reading", async () => {
    const { root, backlog, read, write } = opened();
    const before = { rows: read("docs/prd/index.md"), index: read("tasks/index.yaml") };
    await backlog.setState({ id: id("M1-1"), state: "done" });
    const after = { rows: read("docs/prd/index.md"), index: read("tasks/index.yaml") };
    write("tasks/index.yaml", before.index);
    const files = [
      { name: "docs/prd/index.md", before: before.rows, after: after.rows },
      { name: "tasks/index.yaml", before: before.index, after: after.index },
      { name: ".ralphrc", before: null, after: "RALPH_AGENT_COMMAND=evil" },
      { name: "../out.md", before: null, after: "out" },
    ];
    write("tasks/.index.yaml.pending", JSON.stringify({ files }));
    expect(await codes(backlog)).toEqual([]);
    expect(read("tasks/index.yaml")).toBe(after.index);
    expect(readdirSync(join(root, "tasks"))).toEqual(["index.yaml"]);
    expect([existsSync(join(root, ".ralphrc")), existsSync(join(root, "../out.md"))]).toEqual([false, false]);
  });
  test("what nobody can make sense of is no note of a writer", async () => {
    const { root, backlog, write } = opened();
    write("tasks/.index.yaml.pending", "{");
    expect(await codes(backlog)).toEqual([]);
    expect(readdirSync(join(root, "tasks"))).toEqual(["index.yaml"]);
  });
});

describe("B-31 repair", () => {
  test("the others follow the index; what is missing is made", async () => {
    const { backlog, read, edit, remove, write } = opened();
    edit("docs/prd/index.md", "| M1-1 | do M1-1 | not-started |", "| M1-1 | do M1-1 | **done** |");
    edit("docs/prd/index.md", "| M1-2 | do M1-2 | not-started |\r\n", "");
    edit("docs/prd/M1-2.md", "not-started", "blocked");
    remove("docs/prd/M1-3.md");
    write("docs/prd/M1-1.md", "# M1-1\n\n- [ ] x");
    const before = await codes(backlog);
    const mended = await backlog.repair();
    expect(mended.map(({ code }) => code).toSorted()).toEqual(before.toSorted());
    expect(await codes(backlog)).toEqual([]);
    expect(read("docs/prd/index.md")).toContain("| M1-1 | do M1-1 | **not-started** |");
    expect(read("docs/prd/index.md")).toContain("| M1-2 | do M1-2 | not-started |\r\n");
    expect(read("docs/prd/M1-1.md")).toBe("# M1-1\n\n**Status:** not-started\n\n- [ ] x");
    expect(read("docs/prd/M1-3.md")).toContain("**Status:** not-started");
  });
  test("where nothing is wrong nothing is written", async () => {
    const { backlog, content } = opened();
    const before = content();
    expect(await backlog.repair()).toEqual([]);
    expect(content()).toBe(before);
  });
  test("the document of rows is made where it is missing", async () => {
    const { backlog, read, remove } = opened();
    remove("docs/prd/index.md");
    await backlog.repair();
    expect(await codes(backlog)).toEqual([]);
    expect(read("docs/prd/index.md").split("| M1-").length).toBe(4);
  });
});

describe("B-34 words for a person", () => {
  test("stand under Escalation in the task's file, once, before what follows", async () => {
    const { backlog, read, write } = opened();
    await backlog.annotate({ kind: "escalation", id: id("M1-1"), text: "Which colour?" });
    await backlog.annotate({ kind: "escalation", id: id("M1-1"), text: "Which colour?" });
    expect(read("docs/prd/M1-1.md").split("## Escalation")[1]).toBe("\r\n\r\nWhich colour?\r\n");
    write("docs/prd/M1-2.md", "# M1-2\n\n**Status:** not-started\n\n## Escalation\n\nOld.\n\n## Notes\n\nx\n");
    await backlog.annotate({ kind: "escalation", id: id("M1-2"), text: "New." });
    expect(read("docs/prd/M1-2.md")).toContain("## Escalation\n\nOld.\n\nNew.\n\n## Notes\n\nx\n");
  });
  test("an unknown task is told", async () => {
    await expect(opened().backlog.annotate({ kind: "escalation", id: id("M9-9"), text: "x" })).rejects.toMatchObject({
      code: "unknown-task",
    });
  });
});

describe("B-35 a task of the harness's own", () => {
  test("gets the next free number, an entry, a row and a file in its milestone's folder", async () => {
    const { backlog, read } = opened();
    const news = {
      stem: "fix-preflight",
      title: 'make "it" green',
      state: "in_progress",
      body: "The gate is red.",
      acceptance: ["the gate is green"],
      group: "M1",
    } as const;
    expect(await backlog.add(news)).toMatchObject({
      id: "fix-preflight-001",
      title: news.title,
      state: "in_progress",
      group: "M1",
      acceptance: [{ text: "the gate is green", done: false }],
    });
    expect((await backlog.add(news)).id).toBe("fix-preflight-002");
    expect(await codes(backlog)).toEqual([]);
    expect(read("docs/prd/M1/fix-preflight-001.md")).toContain("The gate is red.");
    expect(read("tasks/index.yaml").endsWith("# the end")).toBe(true);
  });
});

describe("G-2 an agent's edits", () => {
  test("a tick in one place alone is a tick, and stands in all three if it is kept", async () => {
    const { backlog, edit, read } = opened();
    const { revision } = await backlog.load();
    edit("docs/prd/M1-2.md", "not-started", "done");
    expect((await backlog.compare(revision)).ticked).toEqual(["M1-2"]);
    await backlog.settle(revision, { keepTicks: [id("M1-2")], dropNotes: [] });
    expect(await codes(backlog)).toEqual([]);
    expect(read("tasks/index.yaml").split("'done'").length).toBe(2);
  });
  test("a task that is gone or reworded comes back with the index as it was; kept ticks and new tasks stay", async () => {
    const { backlog, edit, read } = opened();
    const { revision } = await backlog.load();
    edit("tasks/index.yaml", 'title: "do M1-1"', 'title: "do less"');
    edit(
      "tasks/index.yaml",
      /  - id: M1-3[\s\S]*?M1-3\.md\r\n/.exec(read("tasks/index.yaml"))?.[0] ?? "?",
      "  - id: M1-7\r\n    title: new\r\n    status: not-started\r\n",
    );
    edit(
      "tasks/index.yaml",
      "    status: 'not-started'   # spaces\r\n    deps: []\r\n    spec: docs/prd/M1-2.md",
      "    status: 'done'   # spaces\r\n    deps: []\r\n    spec: docs/prd/M1-2.md",
    );
    const changes = await backlog.compare(revision);
    expect([changes.ticked, changes.lost, changes.added]).toEqual([["M1-2"], ["M1-1", "M1-3"], ["M1-7"]]);
    await backlog.settle(revision, { keepTicks: [id("M1-2")], dropNotes: [] });
    const { tasks } = await backlog.load();
    expect(tasks.map((task) => [task.id, task.title, task.state])).toEqual([
      ["M1-1", "do M1-1", "todo"],
      ["M1-2", "do M1-2", "done"],
      ["M1-3", "do M1-3", "todo"],
      ["M1-7", "new", "todo"],
    ]);
  });
  test("deleted documents come back", async () => {
    const { backlog, content, remove } = opened();
    await backlog.setState({ id: id("M1-1"), state: "in_progress" });
    const before = content();
    const { revision } = await backlog.load();
    for (const name of ["docs/prd/index.md", "docs/prd/M1-1.md", "tasks/index.yaml"]) remove(name);
    await backlog.settle(revision, { keepTicks: [], dropNotes: [] });
    expect(content()).toBe(before);
  });
  test("an index that can't be read any more is replaced by the one that was", async () => {
    const { backlog, content, write } = opened();
    const before = content();
    const { revision } = await backlog.load();
    write("tasks/index.yaml", "master:\n\ttasks: [");
    await expect(backlog.compare(revision)).rejects.toMatchObject({ code: "unreadable" });
    await backlog.replace(revision);
    expect(content()).toBe(before);
  });
  test("state on its way to another branch arrives in all places", async () => {
    const { backlog, content } = opened();
    const clean = await backlog.load();
    await backlog.setState({ id: id("M1-1"), state: "blocked", reason: "no key" });
    await backlog.setState({ id: id("M1-2"), state: "done", note: "src/a.ts:3" });
    const before = content();
    const { revision } = await backlog.load();
    await backlog.replace(clean.revision);
    expect(await codes(backlog)).toEqual([]);
    await backlog.replace(revision);
    expect(content()).toBe(before);
  });
  test("files that carry state are known before and after a reading", async () => {
    const { root, backlog } = opened();
    expect([backlog.carries("docs/prd/M1-1.md"), backlog.carries("docs/prd/M9-1.md")]).toEqual([true, false]);
    await backlog.load();
    expect([backlog.carries("docs/prd/M1-3.md"), backlog.carries("src/a.ts")]).toEqual([true, false]);
    expect(open(root).carries?.("docs/prd/M1-3.md")).toBe(true);
  });
});

const anyChange = fc.record({
  id: fc.constantFrom("M1-1", "M1-2", "M1-3"),
  state: fc.constantFrom<TaskState[]>("todo", "in_progress", "done", "blocked", "needs_human", "deferred", "cancelled"),
  reason: fc.constantFrom("why", "(a) b", "漢"),
});
test("for any changes the places agree, and all set to todo leaves every byte as it was", async () => {
  const { backlog, content } = opened();
  const before = content();
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 5 }), async (changes) => {
      for (const change of changes) {
        const task = await backlog.setState({ ...change, id: id(change.id) });
        expect(task.state).toBe(change.state);
      }
      expect(await codes(backlog)).toEqual([]);
      for (const { id: name } of three) await backlog.setState({ id: id(name), state: "todo" });
      expect(content()).toBe(before);
    }),
    { numRuns: 25 },
  );
});
