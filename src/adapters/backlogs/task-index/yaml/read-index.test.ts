import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idOf, type IndexReading, textOf } from "./index-entry.ts";
import { readDocument, readIndex } from "./read-index.ts";
import { withStatus } from "./write-status.ts";

const fieldsIn = ({ entries }: IndexReading) =>
  entries.map((entry) => ({ id: idOf(entry), line: entry.line, fields: Object.fromEntries(entry.fields) }));
const statuses = (text: string) => readIndex(text).entries.map((entry) => [idOf(entry), textOf(entry, "status")]);

describe("B-30 forms of an index", () => {
  test.each<[string, string, string]>([
    ["a list below tasks", "version: 3\ntasks:\n  - id: A\n    status: done\n", "entries"],
    ["a list in the column of its key", "tasks:\n- id: A\n  status: done\nother: 1\n", "entries"],
    ["a list at the top", "- id: A\n  status: done\n", "entries"],
    ["a map below tasks", "tasks:\n  A:\n    status: done\n", "entries"],
    ["a map at the top, beside other keys", "version: 3\nA:\n  status: done\nowners: [ana]\n", "entries"],
    ["entries in braces", "tasks:\n  - {id: A, status: done}\n", "entries"],
    ["all in brackets", "tasks: [{id: A, status: done}]\n", "document"],
    ["all over several lines of brackets", "tasks: [\n  {id: A, status: done},\n]\n", "document"],
    ["a document's start before it", "---\ntasks:\n  - id: A\n    status: done\n", "entries"],
    ["a BOM and CRLF", "\uFEFFtasks:\r\n  - id: A\r\n    status: done\r\n", "entries"],
  ])("%s", (_name, text, read) => {
    const reading = readIndex(text);
    expect(reading.problems).toEqual([]);
    expect(reading.read).toBe(read);
    expect(statuses(text)).toEqual([["A", "done"]]);
  });

  test("an empty list is an empty backlog; a file of nothing is none", () => {
    expect(readIndex("tasks: []\n")).toMatchObject({ entries: [], problems: [] });
    expect(readIndex("# nothing\n").problems).toMatchObject([{ code: "empty-file" }]);
  });
  test("F056 a file in another shape is told by its keys, and is no empty backlog", () => {
    const [problem] = readIndex("master:\n  tasks:\n    - id: A\n      status: done\n").problems;
    expect(problem).toMatchObject({ code: "no-task-list" });
    expect(problem?.message).toContain("master");
  });
  test("F047 a tab that indents is told by its line", () => {
    expect(readIndex("- id: A\n\tstatus: not-started\n").problems).toEqual([
      { line: 2, code: "tab-indent", message: expect.stringContaining("tab") as string },
    ]);
  });
  test("F043 a folded title is read whole", () => {
    const [entry] = readIndex("- id: M58-1\n  title: >-\n    Add very long\n    title\n").entries;
    expect(entry === undefined ? null : textOf(entry, "title")).toBe("Add very long title");
  });
  test("V032 words stay as they are written; what is no YAML is told by its line and hides no other entry", () => {
    const text = [
      "- id: 007",
      "  status: no",
      "- id: 1e3",
      '  deps: [1, "1"]',
      "- id: 2026-11-30",
      "  title: @x",
      "- id: Z",
      "  title: a: b",
      "- id: Y",
    ].join("\n");
    const reading = readIndex(text);
    expect(reading.entries.map(idOf)).toEqual(["007", "1e3", "2026-11-30", "Z", "Y"]);
    expect(reading.entries[0]?.fields.get("status")).toEqual({ kind: "text", text: "no" });
    expect(reading.entries[1]?.fields.get("deps")).toEqual({ kind: "list", items: ["1", "1"] });
    expect(reading.entries.map(({ problem }) => problem?.line ?? null)).toEqual([null, null, 6, 8, null]);
  });
  test("a key that stands twice in an entry is told", () => {
    expect(readIndex("- id: A\n  status: done\n  status: todo\n").entries[0]?.problem).toMatchObject({
      code: "repeated-key",
      line: 3,
    });
  });
});

describe("B-7 a status that is shared", () => {
  test.each<[string, string, string, string]>([
    [
      "V031 behind a merge key: the task gets a key of its own",
      "defaults: &d {status: not-started}\ntasks:\n  - <<: *d\n    id: A\n  - <<: *d\n    id: B\n",
      "A",
      "defaults: &d {status: not-started}\ntasks:\n  - <<: *d\n    status: done\n    id: A\n  - <<: *d\n    id: B\n",
    ],
    [
      "behind a merge key in braces",
      "defaults: &d {status: not-started}\ntasks: [{<<: *d, id: A}, {<<: *d, id: B}]\n",
      "B",
      "defaults: &d {status: not-started}\ntasks: [{<<: *d, id: A}, {<<: *d, id: B, status: done}]\n",
    ],
    [
      "an alias: its place gets the word",
      "- id: A\n  status: &s not-started\n- id: B\n  status: *s # why\n",
      "B",
      "- id: A\n  status: &s not-started\n- id: B\n  status: done # why\n",
    ],
    [
      "the anchor of others: they get the word first",
      "- id: A\n  status: &s not-started\n- id: B\n  status: *s\n- id: C\n  status: *s\n",
      "A",
      "- id: A\n  status: &s done\n- id: B\n  status: not-started\n- id: C\n  status: not-started\n",
    ],
    [
      "a whole entry that another merges",
      "- &a\n  id: A\n  status: not-started\n- <<: *a\n  id: B\n",
      "A",
      "- &a\n  id: A\n  status: done\n- <<: *a\n  status: not-started\n  id: B\n",
    ],
  ])("%s", (_name, text, id, wanted) => {
    expect(withStatus(text, id, "done")).toBe(wanted);
  });
});

describe("a status is written into its own bytes", () => {
  test.each<[string, string]>([
    ["- id: A\n  status: not-started # why\n", "- id: A\n  status: done # why\n"],
    ["- id: A\n  status:   'not-started'   # x\r\n", "- id: A\n  status:   'done'   # x\r\n"],
    ['- {id: A, status: "not-started", x: [1]}', '- {id: A, status: "done", x: [1]}'],
    ["- id: A\n  status:\n  x: y\n", "- id: A\n  status: done\n  x: y\n"],
    ["- id: A\n  status: # none yet\n", "- id: A\n  status: done # none yet\n"],
    ["- id: A\n  status: >-\n    not-started\n  x: y\n", "- id: A\n  status: done\n  x: y\n"],
    ["- id: A\n  x: y", "- id: A\n  status: done\n  x: y"],
    ["- id: A", "- id: A\n  status: done"],
    ["- id: A # c\r\n  x: |\r\n    t\r\n", "- id: A # c\r\n  status: done\r\n  x: |\r\n    t\r\n"],
    ["tasks:\n  A: {}\n", "tasks:\n  A: {status: done}\n"],
    ["tasks: {A: {x: 1,}}\n", "tasks: {A: {x: 1, status: done,}}\n"],
    ["- id: A\n  status: !!str not-started\n", "- id: A\n  status: !!str done\n"],
  ])("%j", (text, wanted) => {
    expect(withStatus(text, "A", "done")).toBe(wanted);
  });
  test("F046 comments, order and quotes stay; the change is one line", () => {
    expect(withStatus("# keep me\n- id: A # why\n  status: not-started", "A", "in-progress")).toBe(
      "# keep me\n- id: A # why\n  status: in-progress",
    );
  });
  test("F055 groups beside the tasks stay byte for byte", () => {
    const groups = "master: {tasks: [x]}\na:\n  - keep\nb: &b\n  more: |\n    text\n";
    const text = `${groups}tasks:\n  - id: A\n    status: not-started\n${groups.replaceAll(/^(\w)/gm, "z$1")}`;
    expect(withStatus(text, "A", "done")).toBe(text.replace("not-started", "done"));
  });
});

const word = fc.constantFrom(
  "a",
  "two words",
  "a: b".replace(": ", ":"),
  "x #y".replace(" #", "#"),
  "漢字 🚀",
  "-1",
  "no",
  "~",
  "007",
  "'q",
  "it's",
  "50%",
);
const scalar = fc.oneof(
  word.filter((text) => !/^['"~]/.test(text)),
  word.map((text) => `'${text.replaceAll("'", "''")}'`),
  word.map((text) => `"${text}"`),
);
const end = fc.constantFrom("", " # c", "   ", "\t# c");
const value = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(scalar, end).map(([text, tail]) => ` ${text}${tail}`) },
  fc
    .tuple(fc.array(scalar, { maxLength: 3 }), end)
    .map(([items, tail]) => ` [${items.filter((item) => !/,/.test(item)).join(", ")}]${tail}`),
  fc.array(scalar, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `\n      - ${item}`).join("")),
  fc.constantFrom(
    " >-\n      folded\n      text",
    " |\n      # no comment\n      text",
    " {a: 1}",
    "",
    "  # only a comment",
    " 'over\n      two lines'",
  ),
);
const statusValue = fc.constantFrom(
  "not-started",
  "'not-started'",
  '"not-started"',
  "not-started # why",
  "'not-started'   # c",
);
const anyEntry = fc.record({
  status: statusValue,
  values: fc.uniqueArray(fc.tuple(fc.constantFrom("title", "deps", "note", "owner", "labels"), value), {
    selector: ([key]) => key,
    maxLength: 4,
  }),
  at: fc.nat({ max: 4 }),
  gap: fc.constantFrom("", "\n", "  # between\n", "    # deeper\n"),
});
const anyIndex = fc
  .tuple(
    fc.array(anyEntry, { minLength: 1, maxLength: 4 }),
    fc.constantFrom("list", "map"),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "\uFEFF", "# top\nversion: 3\n"),
  )
  .map(([entries, form, eol, head]) => {
    const texts = entries.map(({ status, values, at, gap }, i) => {
      const lines = values.map(([key, text]) => `    ${key}:${text}`);
      lines.splice(Math.min(at, lines.length), 0, `    status: ${status}`);
      const first = form === "list" ? `  - id: T-${i}` : `  T-${i}:`;
      return `${first}\n${lines.join("\n")}\n${gap}`;
    });
    return `${head}tasks:\n${texts.join("")}`.replaceAll("\n", eol);
  });

describe("for any index", () => {
  test("reading entry by entry finds what the real parser finds in the whole", () => {
    fc.assert(
      fc.property(anyIndex, (text) => {
        const whole = readDocument(text);
        expect(whole.problems).toEqual([]);
        const quick = readIndex(text);
        expect(quick.read).toBe("entries");
        expect(fieldsIn(quick).map(({ id, fields }) => ({ id, fields }))).toEqual(
          fieldsIn(whole).map(({ id, fields }) => ({ id, fields })),
        );
      }),
      { numRuns: 1_000 },
    );
  });
  test("B-30 a change of status changes the bytes of the status, and every other field reads as before", () => {
    fc.assert(
      fc.property(anyIndex, fc.nat(), (text, pick) => {
        const before = readIndex(text);
        const ids = before.entries.map((entry) => idOf(entry) ?? "");
        const id = ids[pick % ids.length] ?? "";
        const after = withStatus(text, id, "in-progress");
        if (after === null) throw new Error("not written");
        expect(after.replace("in-progress", "not-started")).toBe(text);
        const changed = readIndex(after).entries.filter((entry) => textOf(entry, "status") !== "not-started");
        expect(changed.map(idOf)).toEqual([id]);
        expect(withStatus(after, id, "not-started")).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
