import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { taskId } from "../../core/task-id.ts";
import { fileMergeQueue, PendingMergesError, readPendingMerges } from "./pending-merges.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ralph-merges-"));
  path = join(folder, ".ralph", "pending-merges.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const queueOf = (bound: number) => fileMergeQueue(path, { bound, now: () => Date.parse("2026-01-01T00:00:00Z") });
const merge = (pr: number) => ({ pr, task: taskId(`ABC-${pr}`), branch: `abc-${pr}` });

test("R-5 the file has the form that people and scripts read", async () => {
  const queue = queueOf(5);
  await queue.add(merge(1));
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
    version: 1,
    entries: [
      {
        pr_number: 1,
        ticket_id: "ABC-1",
        branch: "abc-1",
        created_at: "2026-01-01T00:00:00.000Z",
        last_check_at: null,
        ci_status: "pending",
        merge_status: "open",
        merge_sha: null,
        failure_reason: null,
      },
    ],
  });
});

test("R-5 the same pull request is not added twice, and a full queue takes none but what must not be forgotten", async () => {
  const queue = queueOf(1);
  expect([await queue.add(merge(1)), await queue.add(merge(1)), await queue.add(merge(2))]).toEqual([
    "added",
    "there-already",
    "full",
  ]);
  expect([await queue.add(merge(2), "always"), (await queue.list()).length]).toEqual(["added", 2]);
});

test("R-5 what is merged or failed leaves room for another", async () => {
  const queue = queueOf(1);
  await queue.add(merge(1));
  await queue.note(1, { status: "failed", checks: "red" });
  expect(await queue.add(merge(2))).toBe("added");
});

test("R-5 a red one can be tried again, a merged one stays merged, another is not there", async () => {
  const queue = queueOf(5);
  await queue.add(merge(1));
  await queue.note(1, { checks: "red", status: "failed", why: "lint" });
  expect(await queue.retry(1)).toBe(true);
  const written = async () => (await readPendingMerges(path)).entries[0];
  expect(await written()).toMatchObject({ ci_status: "pending", merge_status: "open", failure_reason: null });
  await queue.note(1, { status: "merged", commit: "abc", at: 0 });
  await queue.retry(1);
  expect(await written()).toMatchObject({
    merge_status: "merged",
    merge_sha: "abc",
    last_check_at: "1970-01-01T00:00:00.000Z",
  });
  expect(await queue.retry(9)).toBe(false);
});

test("R-5a an entry goes when its task is closed; what is not there does not go twice", async () => {
  const queue = queueOf(5);
  await queue.add(merge(1));
  await queue.remove(1);
  await queue.remove(1);
  expect(await queue.list()).toEqual([]);
});

test("additions at the same time are all there", async () => {
  await Promise.all(Array.from({ length: 8 }, (_, n) => queueOf(50).add(merge(n + 1))));
  expect(new Set((await queueOf(50).list()).map(({ pr }) => pr)).size).toBe(8);
});

test.each([
  '{"version": 1, "entries": [',
  '{"version": 2, "entries": []}',
  '{"version": 1, "entries": [{"pr_number": "1"}]}',
  '{"version": 1, "entries": [{"pr_number": -5, "ticket_id": "A-1", "branch": "a"}]}',
  '{"version": 1, "entries": [{"pr_number": 5, "ticket_id": "A-1", "branch": ""}]}',
])("a file that holds something else is left as it is, and said so: %s", async (text) => {
  await queueOf(5).add(merge(1));
  writeFileSync(path, text);
  await expect(queueOf(5).add(merge(2))).rejects.toBeInstanceOf(PendingMergesError);
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("R-5 what a person has left out or mistyped is as if it were fresh, and fields that nobody knows are kept", async () => {
  const queue = queueOf(5);
  await queue.add(merge(1));
  const mine = { pr_number: 2, ticket_id: "ABC-2", branch: "abc-2", merge_status: "opne", ci_status: 7, note: "mine" };
  writeFileSync(path, JSON.stringify({ version: 1, entries: [mine], by: "me" }));
  expect(await queue.list()).toEqual([{ ...merge(2), status: "open" }]);
  await queue.note(2, { status: "failed", why: "red" });
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
    by: "me",
    entries: [{ note: "mine", merge_status: "failed", ci_status: "pending", failure_reason: "red", merge_sha: null }],
  });
});
