import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LiveLog } from "./live-log.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

const fresh = () => join(tempFolder("logs"), "live.log");
const never = (message: string) => expect.unreachable(message);

test("D-6 an event is one line, whatever was in it", () => {
  const path = fresh();
  using log = new LiveLog(path, 1000, never);
  log.add("claimed ABC-1");
  log.add("said \u001b[31mred\u001b[0m\nand more\n");
  expect(readFileSync(path, "utf8")).toBe("claimed ABC-1\nsaid  [31mred [0m and more\n");
});

test("D-6 the log is bounded: it is put aside when it is big, also when it was big at the start", () => {
  const path = fresh();
  for (let round = 0; round < 3; round += 1) {
    using log = new LiveLog(path, 1000, never);
    for (let n = 0; n < 100; n += 1) log.add("x".repeat(49));
  }
  const names = readdirSync(join(path, "..")).toSorted();
  expect(names).toEqual(["live.log", "live.log.1"]);
  for (const name of names) expect(readFileSync(join(path, "..", name)).length).toBeLessThanOrEqual(1050);
});

test("V043 a log that can't be written is warned of once", () => {
  const path = fresh();
  mkdirSync(path);
  const warnings: string[] = [];
  using log = new LiveLog(path, 1000, (message) => warnings.push(message));
  log.add("a");
  log.add("b");
  expect(warnings).toHaveLength(1);
});
