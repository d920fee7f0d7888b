import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { LockHolder } from "../../../ports/lock.ts";
import { tempRepository } from "../../../testing/temp-repository.ts";
import { fileLock } from "./file-lock.ts";
import { findCommonDir } from "./find-common-dir.ts";
import { ownIdentity } from "./process-identity.ts";

const starter = fileURLToPath(new URL("fixtures/start.ts", import.meta.url));

async function tempFolder(): Promise<AsyncDisposable & { path: string; file: string }> {
  const path = await mkdtemp(join(tmpdir(), "ralph-lock-"));
  return {
    path,
    file: join(path, "run.lock"),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

async function aHolder(over: Partial<LockHolder>): Promise<LockHolder> {
  return { run: "earlier", ...(await ownIdentity()), root: "/there", since: 1_000, ...over };
}

/** A lock that this holder has left. */
async function leave(file: string, over: Partial<LockHolder>): Promise<void> {
  await writeFile(file, JSON.stringify(await aHolder(over)));
}

/** Starts a process that takes the lock and holds it until its standard input ends; resolves with what it says. */
async function start(folder: string, run: string): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [starter, folder, run], { stdio: ["pipe", "pipe", "inherit"] });
  return { child, said: await firstLine(child.stdout) };
}

async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line;
  return "";
}

const mine = { run: "mine", root: "/here" };

describe("one repository, one run (L-31)", () => {
  test("a lock is taken, seen, and given back", async () => {
    await using folder = await tempFolder();
    const lock = fileLock(join(folder.path, "not", "there", "yet"));
    expect(await lock.read()).toEqual({ state: "free" });
    {
      await using held = await lock.acquire(mine);
      expect(held.tookOver).toBeNull();
      expect(await lock.read()).toMatchObject({
        state: "live",
        holder: { run: "mine", pid: process.pid, root: "/here" },
      });
    }
    expect(await lock.read()).toEqual({ state: "free" });
    expect(await readdir(join(folder.path, "not", "there", "yet"))).toEqual([]);
  });

  test("a live one refuses the second start and names the first: process, run, path and since when", async () => {
    await using folder = await tempFolder();
    const first = await start(folder.path, "night");
    try {
      const refused = fileLock(folder.path).acquire(mine);
      await expect(refused).rejects.toMatchObject({
        name: "LockError",
        code: "locked",
        holder: { run: "night", pid: first.child.pid },
      });
      await expect(refused).rejects.toThrow(new RegExp(`night .*process ${first.child.pid}.*/started/here, since 20`));
    } finally {
      first.child.kill("SIGKILL");
    }
  });

  test("of many starts at once exactly one wins, over a stale lock too", async () => {
    for (const stale of [false, true]) {
      await using folder = await tempFolder();
      if (stale) await leave(folder.file, { pid: 2 ** 22 + 1 });
      const starts = await Promise.all(Array.from({ length: 6 }, (_, n) => start(folder.path, `r${n}`)));
      const said = starts.map((one) => one.said.split(" ")[0]);
      for (const { child } of starts) child.kill("SIGKILL");
      expect(said.toSorted((a = "", b = "") => a.localeCompare(b))).toEqual([
        "held",
        ...Array.from({ length: 5 }, () => "locked"),
      ]);
    }
  });

  test("in one process, of many takers of a stale lock exactly one wins", async () => {
    await using folder = await tempFolder();
    await leave(folder.file, { pid: 2 ** 22 + 1 });
    const takers = Array.from({ length: 20 }, (_, n) => fileLock(folder.path).acquire({ run: `r${n}`, root: "/" }));
    const results = await Promise.allSettled(takers);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readdir(folder.path)).toEqual(["run.lock"]);
  });

  test("F170 the same run of the same process may take it again, and the first gives it back", async () => {
    await using folder = await tempFolder();
    const lock = fileLock(folder.path);
    const outer = await lock.acquire(mine);
    {
      await using inner = await lock.acquire(mine);
      expect(inner.tookOver).toBeNull();
    }
    expect(await lock.read()).toMatchObject({ state: "live" });
    await expect(lock.acquire({ ...mine, run: "other" })).rejects.toMatchObject({ code: "locked" });
    await outer[Symbol.asyncDispose]();
    expect(await lock.read()).toEqual({ state: "free" });
  });

  test("a lock that has become somebody else's is not given back", async () => {
    await using folder = await tempFolder();
    const held = await fileLock(folder.path).acquire(mine);
    await leave(folder.file, { run: "theirs" });
    await held[Symbol.asyncDispose]();
    expect(await readFile(folder.file, "utf8")).toContain("theirs");
  });
});

describe("a stale lock is taken over and said", () => {
  const cases = {
    "F173 its process is gone": { pid: 2 ** 22 + 1 },
    "F178 its process number belongs to another process by now": { started: "1" },
    "F178 the machine was started anew": { boot: "yesterday" },
  };
  test.each(Object.entries(cases))("%s", async (_, over) => {
    await using folder = await tempFolder();
    await leave(folder.file, over);
    const lock = fileLock(folder.path);
    expect(await lock.read()).toMatchObject({ state: "stale", holder: { run: "earlier" } });
    await using held = await lock.acquire(mine);
    expect(held.tookOver).toMatch(/^Took over the lock of run earlier: .*\.$/);
    expect(await lock.read()).toMatchObject({ state: "live", holder: { run: "mine" } });
  });

  test("F178 a number below 1 names no process, and is left over once nobody can be writing it", async () => {
    await using folder = await tempFolder();
    for (const pid of [-1, 0, 1.5]) {
      await leave(folder.file, { pid });
      await utimes(folder.file, 1, 1);
      expect([pid, (await fileLock(folder.path).read()).state]).toEqual([pid, "stale"]);
    }
  });

  test("F172 its process was killed while it held it", async () => {
    await using folder = await tempFolder();
    const { child } = await start(folder.path, "killed");
    child.kill("SIGKILL");
    await once(child, "exit");
    await using held = await fileLock(folder.path).acquire(mine);
    expect(held.tookOver).toContain("run killed");
  });

  test.skipIf(process.platform !== "linux")("F173 its process is a zombie", async () => {
    await using folder = await tempFolder();
    // The shell replaces itself by a program that never asks how its child ended.
    const parent = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const pid = Number(await firstLine(parent.stdout));
      while (!/\) Z /.test(await readFile(`/proc/${pid}/stat`, "utf8"))) await sleep(20);
      await leave(folder.file, { pid, started: null });
      expect(await fileLock(folder.path).read()).toMatchObject({
        state: "stale",
        why: expect.stringContaining("zombie"),
      });
    } finally {
      parent.kill("SIGKILL");
    }
  });

  test.each(["", '{"run": "cu', "[]"])("its file was left unfinished (%j) and is some seconds old", async (text) => {
    await using folder = await tempFolder();
    await writeFile(folder.file, text);
    const lock = fileLock(folder.path);
    expect(await lock.read()).toMatchObject({ state: "uncertain", holder: null });
    await utimes(folder.file, new Date(1_000_000), new Date(1_000_000));
    expect(await lock.read()).toMatchObject({ state: "stale", holder: null });
    await using held = await lock.acquire(mine);
    expect(held.tookOver).toContain("an earlier run");
  });

  test("a taker that was killed in the middle does not stop the next", async () => {
    await using folder = await tempFolder();
    await leave(folder.file, { pid: 2 ** 22 + 1 });
    await leave(`${folder.file}.takeover`, { pid: 2 ** 22 + 2 });
    await using held = await fileLock(folder.path).acquire(mine);
    expect(held.tookOver).not.toBeNull();
    expect(await readdir(folder.path)).toEqual(["run.lock"]);
  });
});

describe("V044 what can't be judged from here is not judged", () => {
  const cases = {
    "on another machine": { host: "elsewhere", boot: "theirs", pid: 1 },
    "in another container of this machine": { host: "container", space: "pid:[1]", pid: 1 },
  };
  test.each(Object.entries(cases))("%s", async (_, over) => {
    await using folder = await tempFolder();
    await leave(folder.file, over);
    const refused = fileLock(folder.path).acquire(mine);
    await expect(refused).rejects.toMatchObject({ code: "uncertain" });
    await expect(refused).rejects.toThrow(`remove ${folder.file}`);
    expect(await fileLock(folder.path).read()).toMatchObject({ state: "uncertain", holder: { run: "earlier" } });
  });

  test("the same start of a machine under a new name is still the same machine", async () => {
    await using folder = await tempFolder();
    await leave(folder.file, { host: "renamed" });
    expect(await fileLock(folder.path).read()).toMatchObject({ state: "live" });
  });

  test("a folder that can't be used is said with its path", async () => {
    await using folder = await tempFolder();
    await writeFile(join(folder.path, "file"), "");
    await expect(fileLock(join(folder.path, "file")).acquire(mine)).rejects.toMatchObject({
      name: "LockError",
      code: "failed",
    });
  });
});

describe("F208 every path into a repository leads to one lock", () => {
  test("by a symbolic link, from a sub-folder and from a linked work tree", async () => {
    await using repo = await tempRepository({ files: { "deep/er/a": "1" } });
    await using folder = await tempFolder();
    const tree = join(folder.path, "tree");
    await repo.git("worktree", "add", "--quiet", tree, "-b", "other");
    const linked = join(folder.path, "link");
    await symlink(repo.path, linked);
    const places = [repo.path, linked, join(linked, "deep", "er"), tree];
    const files = await Promise.all(places.map(async (cwd) => stat((await findCommonDir(cwd)) ?? "none")));
    expect(new Set(files.map(({ ino }) => ino)).size).toBe(1);
    await using held = await fileLock(join(repo.path, ".git", "ralph")).acquire(mine);
    expect(held.holder.run).toBe("mine");
    for (const cwd of places) {
      const again = fileLock(join((await findCommonDir(cwd)) ?? "none", "ralph"));
      await expect(again.acquire({ run: "second", root: cwd })).rejects.toMatchObject({ code: "locked" });
    }
    expect(await repo.git("status", "--porcelain")).toBe("");
  });

  test("outside a repository there is none", async () => {
    await using folder = await tempFolder();
    await mkdir(join(folder.path, ".git"));
    expect(await findCommonDir(folder.path)).toBe(await findCommonDir(dirname(folder.path)));
  });
});
