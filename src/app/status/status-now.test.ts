import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { ownIdentity } from "../../adapters/system/lock/process-identity.ts";
import { tempFolder } from "../../testing/temp-folder.ts";
import { statusNow } from "./status-now.ts";

const now = Date.parse("2026-11-30T12:00:00Z");
/** The number of a process that is over. */
const gone = spawnSync(process.execPath, ["-e", ""]).pid;

let root = "";
beforeEach(() => {
  root = tempFolder("status-now");
  for (const folder of [".ralph", ".git/ralph"]) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(root, ".ralph", "fix_plan.md"), "## A\n\n- [ ] a\n");
});

/** What a run has written of itself last. */
const said = (over: object): void =>
  writeFileSync(
    join(root, ".ralph", "status.json"),
    JSON.stringify({
      run: "r1",
      state: "running",
      endReason: null,
      task: "A-1",
      stage: "work",
      iteration: 3,
      breaker: "closed",
      budget: null,
      pid: gone,
      updatedAt: "2026-11-30T09:00:00Z",
      ...over,
    }),
  );

const lockedBy = async (over: object): Promise<void> =>
  writeFileSync(
    join(root, ".git", "ralph", "run.lock"),
    JSON.stringify({ run: "r1", ...(await ownIdentity()), root, since: now, ...over }),
  );

const over = { state: "ended", endReason: "interrupted", task: null, stage: null, pid: null };

describe("F226 U-42 whether a run is at work is told by its process, never by what it wrote last", () => {
  test.each(["running", "paused", "waiting"])("%s was written, and the process is gone", async (state) => {
    said({ state });
    await lockedBy({ pid: gone });
    const { status, notes } = await statusNow(root, {}, now);
    expect(status).toMatchObject(over);
    expect(notes.join(" ")).toMatch(/cut off.*`ralph run` settles/);
  });

  test("and no lock is left, however old the words are", async () => {
    said({});
    expect((await statusNow(root, {}, now)).status).toMatchObject(over);
  });

  test("a live one is at work, whatever stands in the file: F227 an error of an earlier run, or nothing", async () => {
    await lockedBy({});
    expect((await statusNow(root, {}, now)).status).toMatchObject({ state: "running", run: "r1", pid: process.pid });
    said({ run: "r0", state: "ended", endReason: "internal_error" });
    expect((await statusNow(root, {}, now)).status).toMatchObject({ state: "running", run: "r1", endReason: null });
  });

  test("a file that can't be read, or holds something else, is passed over", async () => {
    for (const text of ["", "{", "null", '{"state":1}', "[]"]) {
      writeFileSync(join(root, ".ralph", "status.json"), text);
      expect((await statusNow(root, {}, now)).status).toMatchObject({ state: "idle", pid: null, open: 1 });
    }
  });
});
