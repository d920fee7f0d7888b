import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StatusFile } from "./status-file.ts";
import { tempFolder } from "../../../testing/temp-folder.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const fresh = () => join(tempFolder("logs"), ".ralph", "status.json");
const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const never = (message: string) => expect.unreachable(message);

test("D-6 the state is written at once, then at most four times a second, the newest last", () => {
  const path = fresh();
  using file = new StatusFile(path, never);
  file.set({ n: 1 });
  expect(read(path)).toEqual({ n: 1 });
  file.set({ n: 2 });
  file.set({ n: 3 });
  expect(read(path)).toEqual({ n: 1 });
  vi.advanceTimersByTime(250);
  expect(read(path)).toEqual({ n: 3 });
  vi.advanceTimersByTime(250);
  file.set({ n: 4 });
  expect(read(path)).toEqual({ n: 4 });
});

test("the last state is there at the end, though it came too soon after the one before", () => {
  const path = fresh();
  {
    using file = new StatusFile(path, never);
    file.set({ n: 1 });
    file.set({ n: 2 });
  }
  expect(read(path)).toEqual({ n: 2 });
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['{"loop": 1', "", '{"loop":1}{"loop":2}'])(
  "F185 a broken file (%j) is replaced, with what a killed run left beside it",
  (broken) => {
    const path = fresh();
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, broken);
    writeFileSync(`${path}.tmp`, "half");
    using file = new StatusFile(path, never);
    file.set({ n: 1 });
    expect(read(path)).toEqual({ n: 1 });
    expect(readdirSync(join(path, ".."))).toEqual(["status.json"]);
  },
);

test("V043 a state that can't be written is warned of once, and hinders nothing", () => {
  const path = fresh();
  mkdirSync(path, { recursive: true });
  const warnings: string[] = [];
  using file = new StatusFile(path, (message) => warnings.push(message));
  for (const n of [1, 2, 3]) {
    file.set({ n });
    vi.advanceTimersByTime(250);
  }
  expect(warnings).toEqual([expect.stringMatching(/status\.json could not be written: .*goes on without it/)]);
});
