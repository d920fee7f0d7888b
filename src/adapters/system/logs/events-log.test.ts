import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Entry } from "../../../core/fact.ts";
import { warned } from "../../../testing/sample-facts.ts";
import { EventsLog, eventsLogTexts } from "./events-log.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

const fresh = () => join(tempFolder("logs"), "logs");
const entry = (seq: number): Entry => ({ seq, run: "r1", iteration: 1, at: 1, fact: warned(`${seq}`) });
const never = (message: string) => expect.unreachable(message);
const linesOf = (logs: string) => readFileSync(join(logs, "r1", "events.jsonl"), "utf8").split("\n");

test("D-6 each fact is a line, as the ledger has it", () => {
  const logs = fresh();
  using log = new EventsLog(logs, "r1", never);
  log.add([entry(1), entry(2)]);
  log.add([]);
  log.add([entry(3)]);
  expect(
    linesOf(logs)
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  ).toEqual([entry(1), entry(2), entry(3)]);
});

test("F185 after a line that a killed process left half-written the next one begins anew", () => {
  const logs = fresh();
  {
    using log = new EventsLog(logs, "r1", never);
    log.add([entry(1)]);
  }
  appendFileSync(join(logs, "r1", "events.jsonl"), '{"seq":2,');
  using log = new EventsLog(logs, "r1", never);
  log.add([entry(3)]);
  expect(linesOf(logs)).toEqual([JSON.stringify(entry(1)), '{"seq":2,', JSON.stringify(entry(3)), ""]);
});

test("V043 a log that can't be written is warned of once, and hinders nothing", () => {
  const logs = fresh();
  writeFileSync(logs, "a file in the place of the folder");
  const warnings: string[] = [];
  using log = new EventsLog(logs, "r1", (message) => warnings.push(message));
  log.add([entry(1)]);
  log.add([entry(2)]);
  expect(warnings).toHaveLength(1);
});

test("the texts of all runs' logs are given, and what is none is passed over", () => {
  const logs = fresh();
  for (const run of ["r1", "r2"]) {
    using log = new EventsLog(logs, run, never);
    log.add([entry(1)]);
  }
  mkdirSync(join(logs, "r3"));
  writeFileSync(join(logs, "sizes.json"), "{}");
  expect([...eventsLogTexts(logs)]).toHaveLength(2);
  expect([...eventsLogTexts(join(logs, "nowhere"))]).toEqual([]);
});
