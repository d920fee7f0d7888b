import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { callLogName, claimCallLog, iterationOfLog } from "./call-log.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

test("D-6 a call's log is named after its run, iteration and role, and no two calls share one", () => {
  const logs = join(tempFolder("logs"), "logs");
  const claim = (iteration: number, role: "implementer" | "reviewer") =>
    claimCallLog(logs, { run: "r1", iteration, role });
  expect(claim(1, "implementer")).toBe(join(logs, "r1", "1.implementer.jsonl"));
  const more = [claim(1, "implementer"), claim(1, "implementer"), claim(1, "reviewer"), claim(2, "implementer")];
  expect(more.map((path) => basename(path))).toEqual([
    "1.implementer.2.jsonl",
    "1.implementer.3.jsonl",
    "1.reviewer.jsonl",
    "2.implementer.jsonl",
  ]);
});

test("a log's name tells its iteration; the log of facts belongs to the run", () => {
  expect(iterationOfLog(callLogName(12, "judge", 2))).toBe(12);
  expect(iterationOfLog("events.jsonl")).toBeNull();
});
