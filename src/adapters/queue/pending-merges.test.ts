import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changePendingMerges, PendingMergesError, readPendingMerges, retried, withMerge } from "./pending-merges.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ralph-merges-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = "2026-01-01T00:00:00.000Z";
const merge = (pr_number: number) => ({ pr_number, ticket_id: `ABC-${pr_number}`, branch: `abc-${pr_number}` });
const empty = { version: 1, entries: [] } as const;

test("R-5 the same pull request is not added twice, and a full queue takes none", () => {
  const [first, one] = withMerge(empty, merge(1), 1, at);
  expect([first, one.entries.length]).toEqual(["added", 1]);
  expect(withMerge(one, merge(1), 1, at)).toEqual(["there-already", one]);
  expect(withMerge(one, merge(2), 1, at)).toEqual(["full", one]);
});

test("R-5 a red one can be tried again, a merged one stays merged", () => {
  const [, queue] = withMerge(empty, merge(1), 5, at);
  const [entry] = queue.entries;
  if (entry === undefined) throw new Error("Nothing was added.");
  const red = {
    version: 1,
    entries: [{ ...entry, ci_status: "red", merge_status: "failed", failure_reason: "lint" }],
  } as const;
  expect(retried(red, 1)?.entries[0]).toMatchObject({
    ci_status: "pending",
    merge_status: "open",
    failure_reason: null,
  });
  const merged = { version: 1, entries: [{ ...entry, merge_status: "merged" }] } as const;
  expect(retried(merged, 1)).toEqual(merged);
  expect(retried(red, 9)).toBeNull();
});

test("additions of several processes at once are all kept", async () => {
  const path = join(folder, "sub", "pending-merges.json");
  await Promise.all([1, 2, 3, 4].map((n) => changePendingMerges(path, (queue) => withMerge(queue, merge(n), 5, at))));
  expect((await readPendingMerges(path)).entries.map(({ pr_number }) => pr_number).toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4,
  ]);
});

test("a file of another form is refused and stays as it is", async () => {
  const path = join(folder, "pending-merges.json");
  writeFileSync(path, '{"version":2}');
  await expect(changePendingMerges(path, (queue) => withMerge(queue, merge(1), 5, at))).rejects.toThrow(
    PendingMergesError,
  );
  expect(readFileSync(path, "utf8")).toBe('{"version":2}');
});
