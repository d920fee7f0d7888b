import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repositoryAt, type TempRepository, tempRepository } from "../../../../testing/temp-repository.ts";
import { openRepository } from "../open-repository.ts";
import { followRemote } from "./follow-remote.ts";

interface Clone extends AsyncDisposable {
  readonly theirs: TempRepository;
  readonly here: TempRepository;
  readonly follow: (branch?: string, mayTouchTree?: boolean) => ReturnType<typeof followRemote>;
}

/** A clone whose remote has gone on by so many commits since. */
async function clone(behind: number, branch = "main"): Promise<Clone> {
  const theirs = await tempRepository({ files: { a: "1" }, branch });
  const here = repositoryAt(`${theirs.path}-clone`);
  await theirs.git("clone", "--quiet", theirs.path, here.path);
  await here.git("config", "user.name", "Test");
  await here.git("config", "user.email", "test@example.invalid");
  for (let n = 0; n < behind; n++) {
    await theirs.write("a", `${n + 2}`);
    await theirs.commitAll(`their ${n}`);
  }
  return {
    theirs,
    here,
    follow: async (name = branch, mayTouchTree = true) =>
      followRemote(await openRepository(here.path), { branch: name, mayTouchTree }),
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]();
      await theirs[Symbol.asyncDispose]();
    },
  };
}

describe("F142 a branch that lies behind its remote", () => {
  test.each(["main", "trunk"])("%s is brought up to it where nothing of its own is in the way", async (branch) => {
    await using it = await clone(14, branch);
    expect(await it.follow()).toEqual({ kind: "moved", remote: `origin/${branch}`, behind: 14 });
    expect(await it.here.head()).toBe(await it.theirs.head());
    expect(await it.here.read("a")).toBe("15");
    expect(await it.here.git("status", "--porcelain")).toBe("");
    expect(await it.follow()).toEqual({ kind: "current" });
  });

  test("so is one that is not checked out, without a file being touched", async () => {
    await using it = await clone(2);
    await it.here.git("switch", "--quiet", "--create", "mine");
    expect(await it.follow("main", false)).toMatchObject({ kind: "moved", behind: 2 });
    expect(await it.here.git("rev-parse", "main")).toBe(await it.theirs.head());
    expect(await it.here.read("a")).toBe("1");
  });

  test("it stays where it would change a tree that is not to be touched, or somebody's changes", async () => {
    await using it = await clone(1);
    const before = await it.here.head();
    expect(await it.follow("main", false)).toMatchObject({ kind: "held", behind: 1 });
    await it.here.write("a", "mine");
    expect(await it.follow()).toMatchObject({ kind: "held", why: expect.stringMatching(/overwritten/) });
    expect([await it.here.head(), await it.here.read("a")]).toEqual([before, "mine"]);
  });

  test("one with commits of its own is never moved: it is ahead, or the two have gone apart", async () => {
    await using it = await clone(0);
    await it.here.write("b", "1");
    const own = await it.here.commitAll("mine");
    expect(await it.follow()).toEqual({ kind: "current" });
    await it.theirs.write("c", "1");
    await it.theirs.commitAll("their");
    expect(await it.follow()).toEqual({ kind: "apart", remote: "origin/main", ahead: 1, behind: 1 });
    expect(await it.here.head()).toBe(own);
  });

  test("a remote that can't be reached is said, without the password in its address", async () => {
    await using it = await clone(0);
    await rm(join(it.theirs.path, ".git"), { recursive: true });
    expect(await it.follow()).toMatchObject({ kind: "unreachable", remote: "origin" });
    await it.here.git("remote", "set-url", "origin", "http://me:secret@127.0.0.1:9/x.git");
    const found = await it.follow();
    expect(found).toMatchObject({ kind: "unreachable", why: expect.stringContaining("127.0.0.1") });
    expect(JSON.stringify(found)).not.toContain("secret");
  });

  test("no remote, no such branch there or here: nothing is asked for", async () => {
    await using it = await clone(0);
    await it.here.git("switch", "--quiet", "--create", "mine");
    expect(await it.follow("mine")).toEqual({ kind: "no-remote" });
    expect(await it.follow("nowhere")).toEqual({ kind: "no-remote" });
    await it.here.git("remote", "remove", "origin");
    expect(await it.follow()).toEqual({ kind: "no-remote" });
  });
});
