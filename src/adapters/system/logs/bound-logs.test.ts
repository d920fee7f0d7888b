import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { boundLogs, type LogBounds, type LogKeeping } from "./bound-logs.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

const day = 86_400_000;
const now = Date.UTC(2026, 0, 31);

// Runs with two iterations of 1000 bytes and 500 bytes of facts each; `days`: how long ago each ended.
function logsOf(days: Readonly<Record<string, number>>): string {
  const logs = join(tempFolder("logs"), "logs");
  for (const [run, age] of Object.entries(days)) {
    mkdirSync(join(logs, run), { recursive: true });
    for (const n of [1, 2]) writeFileSync(join(logs, run, `${n}.implementer.jsonl`), "x".repeat(1000));
    const events = join(logs, run, "events.jsonl");
    writeFileSync(events, "x".repeat(500));
    utimesSync(events, (now - age * day) / 1000, (now - age * day) / 1000);
  }
  return logs;
}

const bound = (logs: string, bounds: Partial<LogBounds>, isNeeded: LogKeeping["isNeeded"] = () => false) =>
  boundLogs(logs, { maxBytes: null, maxAgeDays: null, ...bounds }, { isNeeded, current: "now" }, now);
const runsIn = (logs: string) =>
  readdirSync(logs)
    .filter((name) => name !== "sizes.json")
    .toSorted();
const filesIn = (logs: string, run: string) => readdirSync(join(logs, run)).toSorted();

test("D-6 logs of runs that ended too long ago go, with their folders; younger ones stay", () => {
  const logs = logsOf({ old: 15, young: 3 });
  const { removed, bytes, problems } = bound(logs, { maxAgeDays: 14 });
  expect(removed.map((path) => basename(path))).toEqual(["1.implementer.jsonl", "2.implementer.jsonl", "events.jsonl"]);
  expect([runsIn(logs), bytes, problems]).toEqual([["young"], 2500, []]);
});

test("D-6 the oldest go first, call by call, until the rest is small enough", () => {
  const logs = logsOf({ b: 2, a: 3, c: 1 });
  expect(bound(logs, { maxBytes: 4500 }).bytes).toBe(4000);
  expect(runsIn(logs)).toEqual(["b", "c"]);
  expect(filesIn(logs, "b")).toEqual(["2.implementer.jsonl", "events.jsonl"]);
});

test("D-6 logs of unfinished tasks stay, however old and however many", () => {
  const logs = logsOf({ old: 100 });
  expect(bound(logs, { maxBytes: 0, maxAgeDays: 1 }, (_, iteration) => iteration !== 1).bytes).toBe(1500);
  expect(filesIn(logs, "old")).toEqual(["2.implementer.jsonl", "events.jsonl"]);
  expect(bound(logs, { maxAgeDays: 1 }).bytes).toBe(0);
  expect(runsIn(logs)).toEqual([]);
});

test("the logs of the run that is under way are not looked at", () => {
  const logs = logsOf({ now: 100 });
  expect(bound(logs, { maxBytes: 0, maxAgeDays: 1 })).toMatchObject({ removed: [], bytes: 0 });
  expect(filesIn(logs, "now")).toHaveLength(3);
});

test("D-5 what was summed up is remembered: within the bounds a start looks into no folder again", () => {
  const logs = logsOf({ a: 1 });
  expect(bound(logs, { maxBytes: 10_000 }).bytes).toBe(2500);
  const memory = join(logs, "sizes.json");
  writeFileSync(memory, readFileSync(memory, "utf8").replace("2500", "7"));
  expect(bound(logs, { maxBytes: 10_000 }).bytes).toBe(7);
  writeFileSync(join(logs, "a", "3.fixer.jsonl"), "x");
  expect(bound(logs, { maxBytes: 10_000 }).bytes).toBe(2501);
});

test("F185 a memory that can't be read is made anew, and no logs at all are no problem", () => {
  const logs = logsOf({ a: 1 });
  writeFileSync(join(logs, "sizes.json"), '{"a":');
  expect(bound(logs, {}).bytes).toBe(2500);
  expect(bound(join(logs, "nowhere"), { maxBytes: 0 })).toMatchObject({ removed: [], bytes: 0, problems: [] });
  expect(existsSync(join(logs, "nowhere"))).toBe(false);
});
