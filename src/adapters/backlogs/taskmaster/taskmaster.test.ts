import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { taskId } from "../../../core/task-id.ts";
import type { Task } from "../../../core/task.ts";
import { backlogContract, type TaskSeed } from "../../../testing/backlog-contract.ts";
import { openTaskmaster, taskmasterFiles } from "./open-taskmaster.ts";

const home = mkdtempSync(join(tmpdir(), "taskmaster-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let roots = 0;
const [name] = taskmasterFiles;

function opened(text: string | null, tag?: string) {
  const root = join(home, `${roots++}`);
  const path = join(root, name);
  mkdirSync(join(root, ".taskmaster", "tasks"), { recursive: true });
  if (text !== null) writeFileSync(path, text);
  if (tag !== undefined) writeFileSync(join(root, ".taskmaster", "state.json"), JSON.stringify({ currentTag: tag }));
  const open = () => openTaskmaster(root, { path, name });
  return {
    path,
    backlog: open(),
    again: open,
    read: () => readFileSync(path, "utf8"),
    write: (to: string) => writeFileSync(path, to),
  };
}

const taskOf = ({ id, title, state, deps = [] }: TaskSeed) => ({
  id,
  title,
  description: "",
  status: state === "done" ? "done" : "pending",
  dependencies: deps,
  priority: "medium",
  details: id === "AB-2" ? "" : "as it is",
  subtasks: [],
});
const other = { tasks: [{ id: 1, title: "of another tag", status: "pending" }], metadata: { created: "2026-01-01" } };
const tagged = (tasks: readonly unknown[]): string =>
  `${JSON.stringify({ other, master: { tasks, metadata: { created: "now" } } }, null, 2)}\n`;

backlogContract("taskmaster, with tags", {
  open: async (seeds) => {
    const { backlog, again, read } = opened(tagged(seeds.map(taskOf)).replaceAll("\n", "\r\n"));
    return { backlog, again, content: async () => read() };
  },
  openMissing: async () => opened(null).backlog,
});

backlogContract("taskmaster, the old form", {
  open: async (seeds) => {
    const { backlog, again, read } = opened(JSON.stringify({ tasks: seeds.map(taskOf) }, null, "\t"));
    return { backlog, again, content: async () => read() };
  },
});

describe("B-55 tasks as Taskmaster writes them", () => {
  const text = tagged([
    { id: 1, title: "one", status: "done", priority: "critical", dependencies: [], details: "how", testStrategy: "so" },
    {
      id: 2,
      title: "two",
      description: "what",
      status: "review",
      priority: "low",
      dependencies: [1],
      subtasks: [
        { id: 1, title: "first", status: "done", dependencies: [] },
        { id: 2, title: "second", status: "deferred", dependencies: [1, "1.1"] },
      ],
    },
    { id: 3, title: "three", status: "in-progress", dependencies: ["2.2"] },
  ]);

  test("states, priorities, dependencies and subtasks", async () => {
    const { tasks, faults } = await opened(text).backlog.load();
    expect(tasks.map(({ id, state, priority, deps, parent }) => [id, state, priority, deps, parent])).toEqual([
      ["1", "done", 0, [], null],
      ["2", "needs_human", 3, ["1"], null],
      ["2.1", "done", 2, [], "2"],
      ["2.2", "deferred", 2, ["2.1", "1.1"], "2"],
      ["3", "in_progress", 2, ["2.2"], null],
    ]);
    expect(tasks[0]?.body).toBe("how\n\nTest strategy: so");
    expect(faults.map(({ code, message }) => [code, message.includes("1.1")])).toEqual([["unknown-dependency", true]]);
  });

  test("a subtask and its task are each written by themselves", async () => {
    const { backlog, read } = opened(text);
    await backlog.setState({ id: taskId("2.2"), state: "done" });
    await backlog.setState({ id: taskId("2"), state: "blocked", reason: "no key" });
    const before = text.split("\n");
    const changed = read()
      .split("\n")
      .filter((line) => !before.includes(line));
    expect(changed.map((line) => line.trim())).toEqual(['"status": "blocked",', '"details": " (blocked: no key)"']);
    expect((await backlog.load()).tasks[1]).toMatchObject({ state: "blocked", reason: "no key" });
  });

  test("the tag that was chosen is read; one that is not there is said with those that are", async () => {
    expect((await opened(text, "other").backlog.load()).tasks.map(({ title }) => title)).toEqual(["of another tag"]);
    await expect(opened(text, "none").backlog.load()).rejects.toMatchObject({
      fault: { code: "no-tag", message: expect.stringContaining("other, master") },
    });
  });

  test("B-3 unknown states, entries without id or title, each with its line", async () => {
    const bad = tagged([{ id: 1, title: "a", status: "open" }, { title: "b" }, { id: 3 }, 4]);
    const { faults } = await opened(bad).backlog.load();
    expect(faults.map(({ code }) => code)).toEqual(["unknown-state", "no-id", "no-title", "no-task"]);
    const lines = faults.map(({ line }) => line ?? 0);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });
});

describe("what others lose is put back", () => {
  const text = tagged([{ id: 1, title: "one", status: "pending" }]);

  test("F055 a write of one tag touches no byte of another, and an agent that removes one is undone", async () => {
    const { backlog, read, write } = opened(text);
    await backlog.setState({ id: taskId("1"), state: "in_progress" });
    expect(read()).toBe(text.replace(/"pending"(?![^]*"pending")/, '"in-progress"'));
    const before = read();
    const done = { tasks: [{ id: 1, title: "one", status: "done" }], metadata: { created: "now" } };
    for (const rewritten of [{ master: done }, { other: { ...other, tasks: [] }, master: done }]) {
      write(JSON.stringify(rewritten));
      await backlog.settle(before, { keepTicks: [taskId("1")], dropNotes: [] });
      expect(read()).toBe(before.replace("in-progress", "done"));
      write(before);
    }
  });

  test("F056 a file in another shape is put back, and never taken for an empty backlog", async () => {
    const old = JSON.stringify({ tasks: [{ id: 1, title: "one", status: "pending" }] });
    const { backlog, read, write } = opened(old);
    write(JSON.stringify({ master: JSON.parse(old) as unknown }));
    await backlog.settle(old, { keepTicks: [], dropNotes: [] });
    expect(read()).toBe(old);
    write('{"items":[]}');
    await expect(backlog.load()).rejects.toMatchObject({ code: "unreadable", fault: { code: "no-task-list" } });
  });
});

describe("Taskmaster's own lock", () => {
  test("a write waits for it, takes over one that was left behind, and leaves none", async () => {
    const { path, backlog, read } = opened(tagged([{ id: 1, title: "one", status: "pending" }]));
    writeFileSync(`${path}.lock`, "{}");
    const writing = backlog.setState({ id: taskId("1"), state: "done" });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(read()).not.toContain("done");
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(`${path}.lock`, longAgo, longAgo);
    await writing;
    expect(read()).toContain("done");
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});

test("tasks of another source get numbers, subtasks and what else has a place", async () => {
  const task = (id: string, more: Partial<Task>): Task => ({
    id: taskId(id),
    title: id.toLowerCase(),
    state: "todo",
    reason: null,
    priority: 2,
    deps: [],
    group: null,
    parent: null,
    labels: [],
    files: [],
    body: "",
    acceptance: [],
    gate: [],
    source: { file: "", line: 0 },
    optional: false,
    large: false,
    ...more,
  });
  const { backlog } = opened(null);
  const { ids, lost } = await backlog.addEntries([
    task("AB-1", { state: "blocked", reason: "no key", priority: 0 }),
    task("AB-2", { deps: [taskId("AB-1"), taskId("AB-3")], gate: ["npm test"] }),
    task("AB-3", { parent: taskId("AB-1"), acceptance: [{ text: "it is", done: false }] }),
  ]);
  expect([ids, lost]).toEqual([
    ["1", "1.1", "2"],
    ["id", "gate"],
  ]);
  const { tasks, faults } = await backlog.load();
  expect(faults).toEqual([]);
  expect(tasks.map(({ id, title, state, deps, parent }) => [id, title, state, deps, parent])).toEqual([
    ["1", "AB-1: ab-1", "blocked", [], null],
    ["1.1", "AB-3: ab-3", "todo", [], "1"],
    ["2", "AB-2: ab-2", "todo", ["1", "1.1"], null],
  ]);
  expect(tasks[0]?.reason).toBe("no key");
});

test("any file: blocking, closing and opening again gives every byte back", async () => {
  const raw = fc.constantFrom("1.50", "1e3", "12345678901234567890", '"\\u00e9\\/"', '"漢字🚀"', "[ ]", "null");
  const gaps = fc.constantFrom("", " ", "\n\t", "\r\n  ");
  const entry = fc.tuple(raw, gaps, fc.option(fc.string({ unit: "grapheme" }), { nil: undefined }));
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), fc.nat(), async (entries, which) => {
      const tasks = entries.map(([extra, gap, details], index) => {
        const words = details === undefined ? "" : `,${gap}"details":${JSON.stringify(details)}`;
        return `{${gap}"x":${extra},"id":${index + 1},"title":"t"${words},"status"${gap}:"pending",${gap}"subtasks":[]${gap}}`;
      });
      const text = `{"a":{"tasks":[${tasks[0] ?? ""}]},\n "master" : {"tasks": [${tasks.join(",\n")}]}}`;
      const { backlog, read } = opened(text);
      const id = taskId(String(1 + (which % entries.length)));
      for (const state of ["blocked", "done", "needs_human"] as const)
        await backlog.setState({ id, state, reason: "a (b)", note: "src/a.ts:1" });
      await backlog.setState({ id, state: "todo" });
      expect(read()).toBe(text);
    }),
    { numRuns: 30 },
  );
});
