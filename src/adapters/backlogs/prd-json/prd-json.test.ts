import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { taskId } from "../../../core/task-id.ts";
import { BacklogError } from "../../../ports/backlog.ts";
import { backlogContract, type TaskSeed } from "../../../testing/backlog-contract.ts";
import { openPrdJson } from "./open-prd-json.ts";
import { cpuMsOf } from "../../../testing/cpu-time.ts";

const home = mkdtempSync(join(tmpdir(), "prd-json-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let files = 0;

function opened(text: string) {
  const path = join(home, `${files++}.json`);
  writeFileSync(path, text);
  const open = () => openPrdJson({ path, name: "prd.json" });
  return {
    backlog: open(),
    again: open,
    read: () => readFileSync(path, "utf8"),
    write: (to: string) => writeFileSync(path, to),
  };
}

const storyOf = ({ id, title, state, deps }: TaskSeed) => ({
  id,
  title,
  passes: state === "done",
  ...(deps === undefined ? {} : { dependsOn: deps }),
});
const snarktank = (stories: readonly unknown[]): string =>
  JSON.stringify({ project: "Numbers", branchName: "ralph/numbers", userStories: stories }, null, 4);

backlogContract("prd-json, as snarktank writes it", {
  open: async (seeds) => {
    const stories = seeds.map((seed) => ({ ...storyOf(seed), priority: 1, notes: seed.id === "AB-1" ? "read" : "" }));
    const { backlog, again, read } = opened(`\uFEFF${snarktank(stories).replaceAll("\n", "\r\n")}`);
    return { backlog, again, content: async () => read() };
  },
  openMissing: async () => openPrdJson({ path: join(home, "none", "prd.json"), name: "prd.json" }),
});

backlogContract("prd-json, as ralph-tui writes it, a line each", {
  open: async (seeds) => {
    const { backlog, again, read } = opened(
      `{"name":"Numbers","userStories":[\n${seeds.map((seed) => JSON.stringify(storyOf(seed))).join(",\n")}\n],"metadata":{}}`,
    );
    return { backlog, again, content: async () => read() };
  },
});

describe("B-53 both dialects are read", () => {
  test("criteria, priority, labels, dependencies and the story's own words", async () => {
    const { backlog } = opened(
      snarktank([
        {
          id: "US-1",
          title: "a",
          description: "As a user",
          acceptanceCriteria: ["x", "y"],
          priority: 2,
          passes: false,
        },
        { id: "US-2", title: "b", passes: false, dependsOn: ["US-1"], labels: ["large"], completionNotes: "" },
        { id: 7, title: "c", passes: true, priority: 1 },
      ]),
    );
    const { tasks, faults } = await backlog.load();
    expect(faults).toEqual([]);
    expect(tasks.map(({ id, priority, state, large }) => [id, priority, state, large])).toEqual([
      ["US-1", 2, "todo", false],
      ["US-2", 3, "todo", true],
      ["7", 1, "done", false],
    ]);
    expect(tasks[0]).toMatchObject({
      body: "As a user",
      acceptance: [{ text: "x" }, { text: "y" }],
      source: { file: "prd.json", line: 5 },
    });
    expect(tasks[1]?.deps).toEqual(["US-1"]);
  });

  test("a note goes where the story keeps notes", async () => {
    const { backlog, read } = opened(
      JSON.stringify({ userStories: [{ id: "a", title: "a", passes: false, completionNotes: "read\\u0020\u00e9" }] }),
    );
    const task = await backlog.setState({ id: taskId("a"), state: "needs_human", reason: 'which "key"?' });
    expect(task).toMatchObject({ state: "needs_human", reason: "which 'key'?" });
    expect(read()).toContain(String.raw`"completionNotes":"read\\u0020é (needs-human: which 'key'?)"`);
  });
});

describe("B-3 what is wrong is told with its line, all together", () => {
  test("one bad story never hides the others", async () => {
    const text = snarktank([
      { id: "US-1", title: "a", passes: "yes" },
      { title: "no id" },
      "nothing",
      { id: "US-4", passes: false },
      { id: "US-5", title: "e", passes: false, dependsOn: ["US-9"] },
      { id: "US-5", title: "f", passes: false },
      { id: "US-6", title: "g", passes: false },
    ]);
    const { tasks, faults } = await opened(text).backlog.load();
    expect(tasks.map(({ id }) => id)).toEqual(["US-1", "US-4", "US-5", "US-5", "US-6"]);
    const lineOf = (words: string): number => text.slice(0, text.indexOf(words)).split("\n").length;
    expect(faults.map(({ code, line }) => [code, line])).toEqual([
      ["unknown-state", lineOf('"US-1"') - 1],
      ["no-id", lineOf('"no id"') - 1],
      ["no-story", lineOf('"nothing"')],
      ["no-title", lineOf('"US-4"') - 1],
      ["duplicate-id", lineOf('"US-5"') - 1],
      ["unknown-dependency", lineOf('"US-5"') - 1],
      ["duplicate-id", lineOf('"f"') - 2],
    ]);
    expect(faults.every(({ hint }) => hint !== "")).toBe(true);
  });

  test.each([
    ["", "no-tasks", "empty-file"],
    ['{\n  "userStories": [\n    {]\n', "unreadable", "not-json"],
    ["[]", "unreadable", "no-story-list"],
    ['{"userStories":[]}', "no-tasks", "no-tasks"],
  ])("%j is an error with a cure", async (text, code, fault) => {
    const error = await opened(text)
      .backlog.load()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BacklogError);
    expect(error).toMatchObject({ code, fault: { code: fault, file: "prd.json" } });
    if (fault === "not-json") expect(error).toMatchObject({ fault: { line: 3 } });
  });
});

describe("what an agent's program made of the file is settled", () => {
  const stories = [
    { id: "US-1", title: "a", acceptanceCriteria: ["x"], passes: false, notes: "", size: 1 },
    { id: "US-2", title: "b", passes: false, notes: "" },
  ];
  const text = snarktank(stories).replace('"size": 1', '"size": 1.0e0').replaceAll("\n", "\r\n");
  const rewritten = (change: (stories: Record<string, unknown>[]) => unknown[]): string =>
    JSON.stringify(
      { project: "Numbers", branchName: "ralph/numbers", userStories: change(structuredClone(stories)) },
      null,
      2,
    );

  test("B-51 formatting comes back, kept ticks and notes stand", async () => {
    const { backlog, read, write } = opened(text);
    write(
      rewritten(([a, b]) => [
        { ...a, passes: true, notes: "learned" },
        { ...b, passes: true },
      ]),
    );
    expect(await backlog.compare(text)).toMatchObject({ ticked: ["US-1", "US-2"], lost: [], added: [] });
    const putBack = await backlog.settle(text, { keepTicks: [taskId("US-1")], dropNotes: [] });
    expect(putBack.ticked).toEqual(["US-2"]);
    expect(read()).toBe(text.replace('"passes": false', '"passes": true').replace('"notes": ""', '"notes": "learned"'));
  });

  test("G-2 a deleted and a reworded story stand again, an added one stays", async () => {
    const { backlog, read, write } = opened(text);
    write(
      rewritten(([a]) => [
        { ...a, acceptanceCriteria: [], passes: true },
        { id: "US-3", title: "new", passes: false },
      ]),
    );
    expect(await backlog.compare(text)).toMatchObject({ lost: ["US-1", "US-2"], added: ["US-3"] });
    await backlog.settle(text, { keepTicks: [], dropNotes: [] });
    const { tasks } = await backlog.load();
    expect(tasks.map(({ id, state }) => [id, state])).toEqual([
      ["US-1", "todo"],
      ["US-2", "todo"],
      ["US-3", "todo"],
    ]);
    expect(read().startsWith(text.slice(0, text.indexOf("US-2")))).toBe(true);
    expect(read()).not.toMatch(/[^\r]\n/);
  });

  test.each([
    ["F056 another shape", '{"master":{"userStories":[]}}'],
    ["no JSON", '{"userStories": ['],
    ["an empty file", ""],
  ])("%s is no empty backlog: the file stands again", async (_name, broken) => {
    const { backlog, read, write } = opened(text);
    write(broken);
    await expect(backlog.load()).rejects.toThrow(/prd\.json/);
    await backlog.settle(text, { keepTicks: [taskId("US-1")], dropNotes: [] });
    expect(read()).toBe(text);
  });
});

/* Any JSON, laid out and escaped in any way; numbers as people write them. */
const scalar = fc.oneof(
  fc.string({ unit: "grapheme" }).map((text) => JSON.stringify(text)),
  fc.constantFrom(
    "1.50",
    "1e3",
    "-0",
    "12345678901234567890",
    "null",
    "true",
    '"\\u00e9\\/"',
    "[ ]",
    "{ }",
    '"漢字🚀"',
  ),
);
const key = fc.string({ minLength: 1, maxLength: 6 }).map((text) => `x-${text}`);
const story = fc.record({
  notes: fc.option(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", " ", "a ", "ends \\")), {
    nil: undefined,
  }),
  more: fc.uniqueArray(fc.tuple(key, scalar), { selector: ([name]) => name, maxLength: 3 }),
  gap: fc.constantFrom("", " ", "\n\t", "\r\n      "),
});

test("B-6 any file: blocking, closing and opening again gives every byte back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(story, { minLength: 1, maxLength: 4 }), fc.nat(), async (stories, which) => {
      const entries = stories.map(({ notes, more, gap }, index) => {
        const members = [
          ...more.map(([name, raw]) => `${JSON.stringify(name)}${gap}:${raw}`),
          `"id" :${gap}"S-${index}"`,
          `"title": "t"`,
          `"passes":${gap}false`,
          ...(notes === undefined ? [] : [`"notes":${gap}${JSON.stringify(notes).replaceAll("a", "\\u0061")}`]),
        ];
        return `{${gap}${members.join(`${gap},`)}${gap}}`;
      });
      const text = `{ "userStories" : [${entries.join(",\n ")}] ,"z":1.0}`;
      const { backlog, read } = opened(text);
      const id = taskId(`S-${which % stories.length}`);
      const before = (await backlog.load()).tasks.find((task) => task.id === id)?.state;
      if (before !== "todo") return;
      for (const state of ["blocked", "done", "cancelled"] as const)
        await backlog.setState({ id, state, reason: "a\nb (c)", note: "src/a.ts:1" });
      await backlog.setState({ id, state: "todo" });
      expect(read()).toBe(text);
    }),
    { numRuns: 40 },
  );
});

test("B-4 10,000 stories load, and one is written, and quickly", async () => {
  const many = Array.from({ length: 10_000 }, (_, i) => ({
    ...storyOf({ id: `US-${i}`, title: `story ${i}` }),
    notes: "",
  }));
  const { backlog } = opened(snarktank(many));
  const spent = await cpuMsOf(async () => {
    expect((await backlog.load()).tasks).toHaveLength(10_000);
    await backlog.setState({ id: taskId("US-5000"), state: "done" });
  });
  expect(spent).toBeLessThan(6_000);
});
