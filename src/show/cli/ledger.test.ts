import { expect, test } from "vitest";
import type { Entry } from "../../core/fact.ts";
import type { LedgerReader, QueryAnswer } from "../../ports/ledger.ts";
import { warned } from "../../testing/sample-facts.ts";
import { ledgerExport, ledgerQuery, ledgerRebuild } from "./ledger.ts";

const entries: readonly Entry[] = [
  { seq: 1, run: "r1", iteration: 0, at: 0, fact: warned("plain") },
  { seq: 2, run: "r1", iteration: 1, at: 0, fact: warned('say "a,b"\nthen go') },
];

const readerOf = (answer: QueryAnswer): LedgerReader => ({
  query: () => answer,
  entries: () => entries,
  factsOf: () => entries,
  lastRun: () => "r1",
  memoryOf: () => ({ iterations: 0, lastSession: null, answers: [] }),
  [Symbol.dispose]: () => {},
});
const rows = readerOf({
  ok: true,
  rows: [
    { id: "r1/1", cost: 0.5, notes: null },
    { id: "r1/10", cost: 12, notes: "red\u001b[31m\nline" },
  ],
});

test("U-41 a query prints an array of rows for programs, and nothing else", () => {
  const { stdout, stderr, exitCode } = ledgerQuery(rows, "", { json: true });
  expect([JSON.parse(stdout)[0], stderr, exitCode]).toEqual([{ id: "r1/1", cost: 0.5, notes: null }, "", 0]);
  expect(JSON.parse(ledgerQuery(readerOf({ ok: true, rows: [] }), "", { json: true }).stdout)).toEqual([]);
});

test("a query prints a table for people, in which no terminal code of an agent's is left", () => {
  expect(ledgerQuery(rows, "", { json: false }).stdout).toBe(
    ["id     cost  notes", "r1/1   0.5", "r1/10  12    red [31m line", ""].join("\n"),
  );
  expect(ledgerQuery(readerOf({ ok: true, rows: [] }), "", { json: false }).stdout).toBe("No rows.\n");
});

test("D-7 a refused query says why on stderr and exits 2", () => {
  const refused = readerOf({ ok: false, problem: "It would write." });
  expect(ledgerQuery(refused, "", { json: true })).toEqual({ stdout: "", stderr: "It would write.\n", exitCode: 2 });
});

test("D-7 as JSON lines each event is an object, which reads back as it was", () => {
  const text = [...ledgerExport(rows, "jsonl")].join("");
  expect(
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(entries);
});

test("D-7 as CSV each event is a record, its payload quoted where it has to be", () => {
  const text = [...ledgerExport(rows, "csv")].join("");
  const [head, first] = text.split("\n");
  expect(head).toBe("seq,run,iteration,at,kind,payload");
  expect(first).toBe(
    `1,r1,0,1970-01-01T00:00:00.000Z,warned,"{""code"":""sample"",""severity"":""warning"",""message"":""plain""}"`,
  );
});

test("an export is made piece by piece", () => {
  const pieces = ledgerExport(
    {
      ...rows,
      entries: () => {
        throw new Error("too early");
      },
    },
    "csv",
  );
  expect(pieces.next().value).toContain("seq");
  expect(() => pieces.next()).toThrow("too early");
});

test("a rebuild says of how many events the tables are made", () => {
  expect(ledgerRebuild(() => 1, { json: false }).stdout).toBe("The tables were made anew from 1 event.\n");
  expect(JSON.parse(ledgerRebuild(() => 7, { json: true }).stdout)).toEqual({ events: 7 });
});
