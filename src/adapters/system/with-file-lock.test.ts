import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withFileLock } from "./with-file-lock.ts";
import { tempFolder } from "../../testing/temp-folder.ts";

const newPath = (): string => join(tempFolder("lock"), "plan.md");
const lockOf = (path: string): string => path.replace("plan.md", ".plan.md.lock");
const neverAPid = 2 ** 22 + 1;

test("one at a time, and no lock is left", async () => {
  const path = newPath();
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      withFileLock(path, async () => {
        most = Math.max(most, ++inside);
        await new Promise((done) => setTimeout(done, 2));
        inside--;
      }),
    ),
  );
  expect([most, readdirSync(join(path, ".."))]).toEqual([1, []]);
});

test.each([
  ["a dead owner", `${neverAPid} ${hostname()} x\n`, 0],
  ["an owner of another host, 31 seconds old", "1 elsewhere x\n", 31],
  ["an owner that never wrote its name, 31 seconds old", "", 31],
])("the lock of %s is taken over", async (_, text, ageSeconds) => {
  const path = newPath();
  writeFileSync(lockOf(path), text);
  const then = Date.now() / 1000 - ageSeconds;
  utimesSync(lockOf(path), then, then);
  expect(await withFileLock(path, async () => "done")).toBe("done");
});

test("the lock of a living owner is waited for, until the signal ends it", async () => {
  const path = newPath();
  writeFileSync(lockOf(path), `${process.pid} ${hostname()} x\n`);
  await expect(withFileLock(path, async () => "done", AbortSignal.timeout(50))).rejects.toThrow();
});

test("a body that throws frees the lock", async () => {
  const path = newPath();
  await expect(withFileLock(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await withFileLock(path, async () => "done")).toBe("done");
});
