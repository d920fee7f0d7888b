import { rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { Remote } from "../ports/remote.ts";
import { repositoryAt, tempRepository, type TempRepository } from "./temp-repository.ts";

/** How the suite opens what is tried: with the path of a real clone. */
export type OpenRemote = (path: string) => Promise<Remote>;

/** A bare repository, a clone of it that work is done in, and another one of somebody else's. */
interface Clones extends AsyncDisposable {
  readonly bare: TempRepository;
  readonly mine: TempRepository;
  readonly theirs: TempRepository;
  readonly remote: Remote;
  /** Where the remote's branch stands. */
  readonly there: (branch: string) => Promise<string>;
}

async function clones(open: OpenRemote): Promise<Clones> {
  const seed = await tempRepository({ files: { a: "1\n", b: "1\n" } });
  const bare = repositoryAt(`${seed.path}-bare`);
  await seed.git("clone", "--quiet", "--bare", seed.path, bare.path);
  const clone = async (name: string): Promise<TempRepository> => {
    const made = repositoryAt(`${seed.path}-${name}`);
    await seed.git("clone", "--quiet", bare.path, made.path);
    await made.git("config", "user.name", name);
    await made.git("config", "user.email", `${name}@example.invalid`);
    await made.git("config", "commit.gpgsign", "false");
    return made;
  };
  const mine = await clone("mine");
  const theirs = await clone("theirs");
  return {
    bare,
    mine,
    theirs,
    remote: await open(mine.path),
    there: (branch) => bare.git("rev-parse", `refs/heads/${branch}`),
    async [Symbol.asyncDispose]() {
      for (const each of [seed, bare, mine, theirs]) await each[Symbol.asyncDispose]();
    },
  };
}

async function workOn(
  repository: TempRepository,
  branch: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  await repository.git("switch", "--quiet", "--force-create", branch);
  for (const [path, text] of Object.entries(files)) await repository.write(path, text);
  return repository.commitAll(`work on ${branch}`);
}

/** What every adapter of Remote keeps to. */
export function remoteContract(name: string, open: OpenRemote): void {
  describe(`${name}: push`, () => pushContract(open));
  describe(`${name}: what others have done`, () => incomingContract(open));
}

function pushContract(open: OpenRemote): void {
  test("a branch of ours is brought to the remote, again and again", async () => {
    await using it = await clones(open);
    const first = await workOn(it.mine, "ab-1/work", { a: "2\n" });
    await it.remote.push("ab-1/work");
    await it.remote.push("ab-1/work");
    expect(await it.there("ab-1/work")).toBe(first);
    await it.mine.write("a", "3\n");
    const second = await it.mine.commitAll();
    await it.remote.push("ab-1/work");
    expect(await it.there("ab-1/work")).toBe(second);
  });

  test("R-9 where no remote is called origin, it goes to that of the default branch", async () => {
    await using it = await clones(open);
    await it.mine.git("remote", "rename", "origin", "upstream");
    const work = await workOn(it.mine, "ab-1", { a: "2\n" });
    await it.remote.push("ab-1");
    expect([await it.there("ab-1"), await it.remote.fetch("ab-1")]).toEqual([work, work]);
  });

  test("R-8 by force only over what we ourselves have pushed", async () => {
    await using it = await clones(open);
    await workOn(it.mine, "ab-1", { a: "2\n" });
    await it.remote.push("ab-1");
    await it.mine.git("switch", "--quiet", "main");
    const anew = await workOn(it.mine, "ab-1", { a: "other\n" });
    await expect(it.remote.push("ab-1")).rejects.toMatchObject({ code: "conflict" });
    await it.remote.push("ab-1", "forced");
    expect(await it.there("ab-1")).toBe(anew);

    await it.theirs.git("fetch", "--quiet");
    await it.theirs.git("switch", "--quiet", "ab-1");
    await it.theirs.write("b", "theirs\n");
    const theirs = await it.theirs.commitAll("a person's");
    await it.theirs.git("push", "--quiet", "origin", "ab-1");
    // To know of their commit is no permission to drop it.
    expect(await it.remote.fetch("ab-1")).toBe(theirs);
    await expect(it.remote.push("ab-1", "forced")).rejects.toMatchObject({ code: "conflict" });
    expect(await it.there("ab-1")).toBe(theirs);
  });

  test("R-8 a branch that somebody else has made is never replaced", async () => {
    await using it = await clones(open);
    const theirs = await workOn(it.theirs, "ab-1", { a: "theirs\n" });
    await it.theirs.git("push", "--quiet", "origin", "ab-1");
    await workOn(it.mine, "ab-1", { a: "mine\n" });
    await expect(it.remote.push("ab-1", "forced")).rejects.toMatchObject({ code: "conflict" });
    expect(await it.there("ab-1")).toBe(theirs);
  });

  test("R-1 the default branch is never pushed to", async () => {
    await using it = await clones(open);
    const before = await it.there("main");
    await it.mine.write("a", "2\n");
    await it.mine.commitAll();
    await expect(it.remote.push("main")).rejects.toMatchObject({ code: "failed" });
    await expect(it.remote.push("main", "forced")).rejects.toMatchObject({ code: "failed" });
    expect(await it.there("main")).toBe(before);
  });

  test("a hook that refuses is heard, a person's own and the remote's", async () => {
    await using it = await clones(open);
    await workOn(it.mine, "ab-1", { a: "2\n" });
    await it.mine.hook("pre-push", "echo 'tests are red' >&2; exit 1");
    await expect(it.remote.push("ab-1")).rejects.toMatchObject({ detail: expect.stringContaining("tests are red") });
    await it.mine.remove(".git/hooks/pre-push");
    await it.bare.write("hooks/pre-receive", "#!/bin/sh\necho 'closed for today' >&2; exit 1\n", 0o755);
    await expect(it.remote.push("ab-1")).rejects.toMatchObject({
      code: "hook",
      message: expect.stringContaining("closed for today"),
    });
  });

  test("a remote that is gone is an error, without the password of its address", async () => {
    await using it = await clones(open);
    await workOn(it.mine, "ab-1", { a: "2\n" });
    await it.mine.git("remote", "set-url", "origin", "http://me:secret@127.0.0.1:9/x.git");
    const error: unknown = await it.remote.push("ab-1").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "WorkspaceError", code: "unreachable" });
    expect(JSON.stringify([String(error), error])).not.toContain("secret");
    await expect(it.remote.fetch("main")).rejects.toMatchObject({ code: "unreachable" });
    await expect(it.remote.follow("main")).rejects.toMatchObject({ code: "unreachable" });
    await rm(it.bare.path, { recursive: true });
    await it.mine.git("remote", "remove", "origin");
    await expect(it.remote.push("ab-1")).rejects.toMatchObject({ message: expect.stringContaining("git remote add") });
  });
}

function incomingContract(open: OpenRemote): void {
  test("the tip of a branch there is fetched; a branch that is not there has none", async () => {
    await using it = await clones(open);
    const theirs = await workOn(it.theirs, "main", { a: "2\n" });
    await it.theirs.git("push", "--quiet", "origin", "main");
    expect(await it.remote.fetch("main")).toBe(theirs);
    expect(await it.remote.fetch("nowhere")).toBeNull();
  });

  test("a local branch follows forward, and stays where it has commits of its own", async () => {
    await using it = await clones(open);
    await workOn(it.mine, "ab-1", { b: "mine\n" });
    const theirs = await workOn(it.theirs, "main", { a: "2\n" });
    await it.theirs.git("push", "--quiet", "origin", "main");
    expect(await it.remote.follow("main")).toBe(theirs);
    expect(await it.mine.git("rev-parse", "main")).toBe(theirs);
    await it.mine.git("switch", "--quiet", "main");
    expect(await it.mine.read("a")).toBe("2\n");
    await it.mine.write("b", "own\n");
    const own = await it.mine.commitAll("own");
    await it.theirs.write("a", "3\n");
    await it.theirs.commitAll("more");
    await it.theirs.git("push", "--quiet", "origin", "main");
    expect(await it.remote.follow("main")).toBe(own);
  });

  test("the remote's base is merged into the branch that is checked out", async () => {
    await using it = await clones(open);
    await workOn(it.mine, "ab-1", { b: "mine\n" });
    expect(await it.remote.bringUp("main")).toEqual({ kind: "current" });
    await workOn(it.theirs, "main", { a: "2\n" });
    await it.theirs.git("push", "--quiet", "origin", "main");
    expect(await it.remote.bringUp("main")).toEqual({ kind: "merged", taken: [] });
    expect([await it.mine.read("a"), await it.mine.read("b")]).toEqual(["2\n", "mine\n"]);
    expect(await it.mine.git("status", "--porcelain", "--branch")).toBe("## ab-1");
    expect(await it.remote.bringUp("main")).toEqual({ kind: "current" });
  });

  test("R-4 a conflict names its paths and changes nothing", async () => {
    await using it = await clones(open);
    const tip = await workOn(it.mine, "ab-1", { a: "mine\n", b: "mine\n", c: "mine\n" });
    await workOn(it.theirs, "main", { a: "theirs\n", b: "theirs\n" });
    await it.theirs.git("push", "--quiet", "origin", "main");
    expect(await it.remote.bringUp("main")).toEqual({ kind: "conflict", paths: ["a", "b"] });
    expect(await it.mine.head()).toBe(tip);
    expect(await it.mine.git("status", "--porcelain")).toBe("");
    await expect(it.remote.bringUp("nowhere")).rejects.toMatchObject({ code: "failed" });
  });

  test("paths that yield have the base's text, and only where nothing else stands against it", async () => {
    await using it = await clones(open);
    const tip = await workOn(it.mine, "ab-1", { a: "mine\n", b: "mine\n", c: "mine\n" });
    await workOn(it.theirs, "main", { a: "theirs\n", b: "theirs\n" });
    await it.theirs.git("push", "--quiet", "origin", "main");
    expect(await it.remote.bringUp("main", (path) => path === "a")).toEqual({ kind: "conflict", paths: ["a", "b"] });
    expect(await it.mine.head()).toBe(tip);
    expect(await it.remote.bringUp("main", (path) => path !== "c")).toEqual({ kind: "merged", taken: ["a", "b"] });
    expect([await it.mine.read("a"), await it.mine.read("c")]).toEqual(["theirs\n", "mine\n"]);
    expect(await it.mine.git("status", "--porcelain", "--branch")).toBe("## ab-1");
  });
}
