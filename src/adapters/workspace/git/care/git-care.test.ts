import { spawn } from "node:child_process";
import { existsSync, lstatSync, readlinkSync, symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type TempRepository, tempRepository } from "../../../../testing/temp-repository.ts";
import { gitRepository } from "../git-repository.ts";
import { openRepository } from "../open-repository.ts";
import { gitCare } from "./git-care.ts";

const careOf = async (repo: TempRepository) => gitCare(gitRepository(await openRepository(repo.path)), process.env);

describe("what is in the way of work", () => {
  test("nothing, in a repository as it should be", async () => {
    await using repo = await tempRepository({ files: { a: "1", ".gitattributes": "*.md text\n" } });
    expect(await (await careOf(repo)).obstacle()).toBeNull();
  });

  test("a filter that is not required, or whose program is there, is none", async () => {
    await using repo = await tempRepository({ files: { ".gitattributes": "*.a filter=one\n*.b filter=two\n" } });
    await repo.git("config", "filter.one.clean", "no-such-program");
    await repo.git("config", "filter.two.clean", "cat");
    await repo.git("config", "filter.two.required", "true");
    const care = await careOf(repo);
    expect(await care.obstacle()).toBeNull();
    await repo.git("config", "filter.one.required", "true");
    expect(await care.obstacle()).toMatchObject({ what: expect.stringContaining("no-such-program") });
  });
});

describe("what agents and kills leave behind", () => {
  test("where nothing is wrong nothing is done", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    expect(await (await careOf(repo)).mend("main")).toEqual([]);
  });

  test.runIf(process.platform === "linux")("F146 a lock that a git process may hold is not touched", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const care = await careOf(repo);
    await repo.write(".git/index.lock", "");
    const git = spawn("git", ["hash-object", "--stdin"], { cwd: repo.path, stdio: ["pipe", "ignore", "ignore"] });
    await new Promise((done) => git.once("spawn", done));
    expect(await care.mend("main")).toEqual([]);
    expect(existsSync(join(repo.path, ".git/index.lock"))).toBe(true);
    git.stdin.end();
    await new Promise((done) => git.once("close", done));
    expect(await care.mend("main")).toHaveLength(1);
    expect(existsSync(join(repo.path, ".git/index.lock"))).toBe(false);
  });

  test("P-44 what a rebase had put aside is in the stash once it is called off", async () => {
    await using repo = await tempRepository({ files: { a: "1", b: "1" } });
    const care = await careOf(repo);
    await repo.git("switch", "--quiet", "--create", "side");
    await repo.write("a", "2");
    await repo.commitAll("two");
    await repo.git("switch", "--quiet", "main");
    await repo.write("a", "3");
    await repo.commitAll("three");
    await repo.write("b", "unfinished");
    await repo.git("rebase", "--quiet", "--autostash", "side").catch(() => "");
    expect(await care.mend("main")).toHaveLength(1);
    expect(await care.obstacle()).toBeNull();
    expect(await repo.git("show", "stash@{0}:b")).toBe("unfinished");
  });
});

describe("a person's untracked files", () => {
  const own = ["notes.txt", "bin/run", "link", "ü ß.txt"];

  async function withOwn(): Promise<TempRepository> {
    const repo = await tempRepository({ files: { a: "1" } });
    await repo.git("config", "core.autocrlf", "true");
    await repo.write("notes.txt", "mine\r\nmine\n");
    await repo.write("bin/run", "#!/bin/sh\n", 0o755);
    await repo.write("ü ß.txt", "mine\n");
    symlinkSync("nowhere", join(repo.path, "link"));
    return repo;
  }

  test("those that are gone come back byte for byte, those that are there are not touched", async () => {
    await using repo = await withOwn();
    const care = await careOf(repo);
    await care.keepOwn("r1", own);
    await repo.write("ü ß.txt", "changed\n");
    for (const path of ["notes.txt", "bin", "link"]) await rm(join(repo.path, path), { recursive: true });
    expect(await care.bringBack("r1", own)).toEqual({ back: ["notes.txt", "bin/run", "link"], lost: [] });
    expect(await repo.read("notes.txt")).toBe("mine\r\nmine\n");
    expect(await repo.read("ü ß.txt")).toBe("changed\n");
    expect(lstatSync(join(repo.path, "bin/run")).mode & 0o111).not.toBe(0);
    expect(readlinkSync(join(repo.path, "link"))).toBe("nowhere");
    expect(await repo.git("status", "--porcelain", "--untracked-files=no")).toBe("");
    await care.forgetOwn("r1");
    expect(await repo.git("for-each-ref", "refs/ralph")).toBe("");
  });

  test("what is too large to be kept is told as lost, unless an agent's stash has it", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const care = await careOf(repo);
    await repo.write("large.bin", Buffer.alloc(17 * 1024 * 1024, 7));
    await care.keepOwn("r1", ["large.bin"]);
    await repo.git("stash", "push", "--quiet", "--include-untracked");
    expect(await care.bringBack("r1", ["large.bin"])).toEqual({ back: ["large.bin"], lost: [] });
    await repo.remove("large.bin");
    await repo.git("stash", "drop", "--quiet");
    expect(await care.bringBack("r1", ["large.bin"])).toEqual({ back: [], lost: ["large.bin"] });
  });
});

describe("ignore lists", () => {
  test.each([
    ["everything", "*\n", true],
    ["everything from the root", "/*\n", true],
    ["everything but sources", "*\n!*/\n!*.js\n", false],
    ["much", "*.log\nnode_modules/\n", false],
  ])("one that hides %s", async (_, text, hides) => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const care = await careOf(repo);
    await repo.write(".gitignore", text);
    expect(await care.hidesNewFiles("HEAD")).toBe(hides);
  });

  test("one that has always been so is a person's", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.write(".gitignore", "*\n");
    await repo.git("add", "--force", ".gitignore");
    await repo.commitAll("a list of mine");
    expect(await (await careOf(repo)).hidesNewFiles("HEAD")).toBe(false);
  });

  test("F112 so are more files than a command line takes", async () => {
    const names = Array.from({ length: 3_000 }, (_, n) => `a folder with a long name/${"x".repeat(40)}/${n}`);
    await using repo = await tempRepository({ files: Object.fromEntries(names.map((name) => [name, "1"])) });
    const care = await careOf(repo);
    for (const name of names) await repo.write(name, "2");
    await care.restore(names, "HEAD");
    expect(await repo.git("status", "--porcelain")).toBe("");
  });

  test("a file is again what it was; one that was not there is out of the way and kept", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const care = await careOf(repo);
    await repo.write("a", "2");
    await repo.write(".gitignore", "*\n");
    await care.restore(["a", ".gitignore"], "HEAD");
    expect(await repo.read("a")).toBe("1");
    expect(existsSync(join(repo.path, ".gitignore"))).toBe(false);
    expect(await repo.git("status", "--porcelain")).toBe("");
  });
});
