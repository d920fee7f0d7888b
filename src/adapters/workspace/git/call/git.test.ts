import { stat, truncate, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Aside } from "../../../../ports/workspace.ts";
import { tempRepository } from "../../../../testing/temp-repository.ts";
import { stateOf } from "../../../system/lock/process-identity.ts";
import { openGit } from "./git.ts";
import { openWorkspace } from "../open-workspace.ts";

const one = { paths: ["a"], message: "feat: one", allowEmpty: false };
const nothing: Aside = { paths: [] };

describe("starting git", () => {
  test("a call that does not end is stopped with all that it started", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.git("config", "alias.hang", "!sleep 300 & echo $! > pid; wait");
    const git = openGit(repo.path, { timeoutMs: 1_000 });
    await expect(git.run({ mode: "read", args: ["hang"] })).rejects.toMatchObject({
      code: "timed-out",
      message: expect.stringContaining("git hang"),
    });
    const pid = Number(await repo.read("pid"));
    await sleep(100);
    expect((await stateOf(pid)).alive).toBe(false);
  });

  test("a cancelled call rejects with the signal's reason, and leaves no lock behind", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.hook("pre-commit", "sleep 300");
    await repo.write("a", "2");
    const { history } = await openWorkspace(repo.path);
    const reason = new Error("enough");
    const controller = new AbortController();
    const commit = history.commit(one, controller.signal);
    setTimeout(() => controller.abort(reason), 700);
    await expect(commit).rejects.toBe(reason);
    await expect(stat(join(repo.path, ".git", "index.lock"))).rejects.toThrow("ENOENT");
  });

  test("a hook's background process that holds the output open does not hold the commit", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.hook("post-commit", "sleep 20 & echo $! > bg");
    await repo.write("a", "2");
    const { history } = await openWorkspace(repo.path);
    const began = performance.now();
    expect(await history.commit(one)).toBe(await repo.head());
    expect(performance.now() - began).toBeLessThan(15_000);
    process.kill(Number(await repo.read("bg")));
  });

  test("F064 a damaged index is an error, never an absence of changes", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { workspace } = await openWorkspace(repo.path);
    await truncate(join(repo.path, ".git", "index"), 20);
    await expect(workspace.look()).rejects.toMatchObject({
      code: "failed",
      message: expect.stringContaining("index is damaged"),
    });
  });

  test.runIf(process.platform === "linux")("a name that is no UTF-8 is measured, kept, and put back", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { workspace, shelf, history } = await openWorkspace(repo.path);
    const git = openGit(repo.path);
    const blob = await git.run({ mode: "write", args: ["hash-object", "-w", "--stdin"], stdin: "odd" });
    const entry = Buffer.concat([
      Buffer.from(`100644 ${blob.stdout.toString().trim()}\t`),
      Buffer.from([0x66, 0xff, 0xfe, 0]),
    ]);
    await git.run({ mode: "write", args: ["update-index", "-z", "--index-info"], stdin: entry });
    await git.run({ mode: "write", args: ["checkout-index", "--all"] });
    await git.run({ mode: "write", args: ["rm", "--cached", "-r", "--quiet", "f*"] });
    const look = await workspace.look();
    expect(look.dirty).toEqual([{ path: "f\uFFFD\uFFFD", state: "untracked" }]);
    const kept = await shelf.keep({ task: "t", why: "x", aside: nothing });
    await shelf.putBack(look.head, nothing);
    expect((await workspace.look()).dirty).toEqual([]);
    await shelf.putBack(kept.commit, nothing);
    const paths = (await workspace.look()).dirty.map(({ path }) => path);
    await history.commit({ ...one, paths });
    expect((await workspace.look()).dirty).toEqual([]);
  });
});

describe("F146 a lock that another git holds", () => {
  test("is waited for while it is held", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history } = await openWorkspace(repo.path);
    await repo.write("a", "2");
    await repo.write(".git/index.lock", "");
    setTimeout(() => void repo.remove(".git/index.lock"), 300);
    expect(await history.commit(one)).toBe(await repo.head());
  });

  test("is told with its age when it stays, and is never removed", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history, workspace } = await openWorkspace(repo.path, { lockPatienceMs: 100 });
    await repo.write("a", "2");
    await repo.write(".git/index.lock", "");
    await expect(history.commit(one)).rejects.toMatchObject({
      code: "index-locked",
      message: expect.stringContaining("another program"),
    });
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(repo.path, ".git", "index.lock"), hourAgo, hourAgo);
    await expect(history.commit(one)).rejects.toMatchObject({
      code: "index-locked",
      message: expect.stringMatching(/60 min old.*remove it: .*index\.lock/),
    });
    expect((await stat(join(repo.path, ".git", "index.lock"))).size).toBe(0);
    // Looking needs no lock.
    expect((await workspace.look()).dirty).toHaveLength(1);
  });
});
