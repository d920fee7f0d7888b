import { chmod, stat, truncate, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Aside } from "../../../ports/workspace.ts";
import { tempRepository, type TempRepository } from "../../../testing/temp-repository.ts";
import { gitHistory } from "./git-history.ts";
import { gitRepository } from "./git-repository.ts";
import { gitShelf } from "./git-shelf.ts";
import { gitWorkspace } from "./git-workspace.ts";
import { openGit, type GitOptions } from "./git.ts";
import { openRepository } from "./open-repository.ts";

const nothing: Aside = { paths: [] };

async function openAt(path: string, options: GitOptions = {}) {
  const repository = gitRepository(await openRepository(path), options);
  return { workspace: gitWorkspace(repository), history: gitHistory(repository), shelf: gitShelf(repository) };
}

const one = { paths: ["a"], message: "feat: one", allowEmpty: false };

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
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  test("a cancelled call rejects with the signal's reason, and leaves no lock behind", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.hook("pre-commit", "sleep 300");
    await repo.write("a", "2");
    const { history } = await openAt(repo.path);
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
    const { history } = await openAt(repo.path);
    const began = performance.now();
    expect(await history.commit(one)).toBe(await repo.head());
    expect(performance.now() - began).toBeLessThan(15_000);
    process.kill(Number(await repo.read("bg")));
  });

  test("F064 a damaged index is an error, never an absence of changes", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { workspace } = await openAt(repo.path);
    await truncate(join(repo.path, ".git", "index"), 20);
    await expect(workspace.look()).rejects.toMatchObject({
      code: "failed",
      message: expect.stringContaining("index is damaged"),
    });
  });

  test.runIf(process.platform === "linux")("a name that is no UTF-8 is measured, kept, and put back", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { workspace, shelf, history } = await openAt(repo.path);
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
    const { history } = await openAt(repo.path);
    await repo.write("a", "2");
    await repo.write(".git/index.lock", "");
    setTimeout(() => void repo.remove(".git/index.lock"), 300);
    expect(await history.commit(one)).toBe(await repo.head());
  });

  test("is told with its age when it stays, and is never removed", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history, workspace } = await openAt(repo.path, { lockPatienceMs: 100 });
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

describe("hooks and signing of a person", () => {
  const signing = async (repo: TempRepository, script: string): Promise<void> => {
    await repo.write(".git/signer", `#!/bin/sh\n${script}\n`, 0o755);
    for (const [key, value] of [
      ["commit.gpgsign", "true"],
      ["gpg.format", "ssh"],
      ["user.signingkey", "key::ssh-ed25519 AAAA"],
      ["gpg.ssh.program", join(repo.path, ".git", "signer")],
    ] as const) {
      await repo.git("config", key, value);
    }
  };

  test("F143 a signer that asks a question nobody sees ends as signing, in bounded time, with a remedy", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await signing(repo, "exec sleep 999");
    await repo.write("a", "2");
    const before = await repo.head();
    const { history } = await openAt(repo.path, { commitTimeoutMs: 1_500 });
    await expect(history.commit(one)).rejects.toMatchObject({
      code: "signing",
      message: expect.stringContaining("commit.gpgsign"),
    });
    expect(await repo.head()).toBe(before);
    await expect(stat(join(repo.path, ".git", "index.lock"))).rejects.toThrow("ENOENT");
  });

  test("F145 a signer that fails after the hooks passed ends as signing, and nothing is lost", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.hook("pre-commit", "exit 0");
    await signing(repo, "echo no agent >&2; exit 1");
    await repo.write("a", "2");
    await repo.write("new", "2");
    const before = await repo.head();
    const { history, workspace } = await openAt(repo.path);
    await expect(history.commit({ ...one, paths: ["a", "new"] })).rejects.toMatchObject({
      code: "signing",
      detail: expect.stringContaining("no agent"),
    });
    expect(await repo.head()).toBe(before);
    expect((await workspace.look()).dirty.map(({ path }) => path)).toEqual(["a", "new"]);
    expect(await repo.read("new")).toBe("2");
  });

  test("F157 a hook whose last command succeeds lets the commit through: its success is no proof of anything", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.hook("pre-commit", "echo 'lint: 3 errors'; false\ntrue");
    await repo.write("a", "2");
    const { history } = await openAt(repo.path);
    expect(await history.commit(one)).toBe(await repo.head());
  });

  test("F158 a hook that rewrites files and refuses: HEAD stands, its words are told, the files stay", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.hook("pre-commit", "echo fixed > a; echo 'a: 2 problems'; echo details >&2; exit 1");
    await repo.write("a", "2");
    const before = await repo.head();
    const { history, workspace } = await openAt(repo.path);
    const refused = history.commit(one);
    await expect(refused).rejects.toMatchObject({
      code: "hook",
      detail: expect.stringMatching(/a: 2 problems[^]*details|details[^]*a: 2 problems/),
    });
    expect(await repo.head()).toBe(before);
    expect((await workspace.look()).dirty).toEqual([{ path: "a", state: "modified" }]);
  });

  test("a hook's own changes are in the commit, and the tree is clean after it", async () => {
    for (const extra of [[], ["new"]]) {
      await using repo = await tempRepository({ files: { a: "1" } });
      await repo.hook("pre-commit", "echo formatted > a && git add a");
      await repo.write("a", "2");
      await Promise.all(extra.map((path) => repo.write(path, "1")));
      const { history, workspace } = await openAt(repo.path);
      await workspace.look();
      await history.commit({ ...one, paths: ["a", ...extra] });
      expect(await repo.git("show", "HEAD:a")).toBe("formatted");
      expect((await workspace.look()).dirty).toEqual([]);
    }
  });

  test("a hook that refuses the landing leads back to the branch, with nothing lost", async () => {
    for (const moved of [false, true]) {
      await using repo = await tempRepository({ files: { a: "1", plan: "- [ ]" } });
      const { history, workspace } = await openAt(repo.path);
      await history.switchTo("task", "main");
      await repo.write("a", "2");
      await repo.commitAll();
      if (moved) {
        await history.switchTo("main", null);
        await repo.write("other", "1");
        await repo.commitAll();
        await history.switchTo("task", null);
      }
      await repo.write("mine.txt", "private");
      await repo.hook("commit-msg", "echo 'bad message'; exit 1");
      const before = await workspace.look();
      const request = { branch: "task", onto: "main", message: "m", files: { plan: "- [x]" } };
      await expect(history.squash(request)).rejects.toMatchObject({
        code: "hook",
        detail: expect.stringContaining("bad message"),
      });
      expect(await workspace.look()).toEqual(before);
      expect(await repo.read("plan")).toBe("- [ ]");
    }
  });

  test("a commit without an identity is refused by name", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.git("config", "--unset", "user.email");
    await repo.git("config", "--unset", "user.name");
    await repo.git("config", "user.useConfigOnly", "true");
    await repo.write("a", "2");
    const env = { PATH: process.env["PATH"], HOME: repo.path, GIT_CONFIG_NOSYSTEM: "1" };
    const { history, shelf } = await openAt(repo.path, { env });
    await expect(history.commit(one)).rejects.toMatchObject({ code: "identity" });
    // Keeping must not fail for it.
    expect(await shelf.keep({ task: "t", why: "x", aside: nothing })).toMatchObject({ attempt: "1" });
  });

  test("F248 what an agent sets in the repository's configuration does not run in our calls", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { workspace, history, shelf } = await openAt(repo.path);
    await repo.git("config", "core.fsmonitor", "touch ran-fsmonitor; false");
    for (const hook of ["post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc"])
      await repo.hook(hook, `touch ran-${hook}`);
    const look = await workspace.look();
    await repo.write("b", "1");
    await history.switchTo("task", "main");
    await shelf.keep({ task: "t", why: "x", aside: nothing });
    await shelf.putBack(look.head, nothing);
    await history.setBranch("x", look.head);
    expect((await workspace.look()).dirty).toEqual([]);
  });
});

describe("the person's own settings", () => {
  test("F155 with core.autocrlf a clean tree of CRLF files is clean, and texts compare as they lie there", async () => {
    await using repo = await tempRepository({ files: { a: "one\ntwo\n" } });
    await repo.git("config", "core.autocrlf", "true");
    await repo.remove("a");
    await repo.git("checkout", "--", "a");
    const { workspace, history } = await openAt(repo.path);
    expect(await repo.read("a")).toBe("one\r\ntwo\r\n");
    expect((await workspace.look()).dirty).toEqual([]);
    expect(await workspace.textAt("HEAD", "a")).toBe("one\r\ntwo\r\n");
    await repo.write("a", "one\r\ntwo\r\nthree\r\n");
    await history.commit(one);
    expect(await repo.git("cat-file", "blob", "HEAD:a")).toBe("one\ntwo\nthree");
    expect((await workspace.look()).dirty).toEqual([]);
  });

  test("in a sparse checkout what is not checked out is not deleted, in snapshots, commits and put-backs alike", async () => {
    await using repo = await tempRepository({ files: { "in/a": "1", "out/b": "1" } });
    await repo.git("sparse-checkout", "set", "in");
    const { workspace, history, shelf } = await openAt(repo.path);
    const look = await workspace.look();
    expect(look.dirty).toEqual([]);
    await repo.write("in/a", "2");
    await repo.write("out/new", "2");
    const tree = await workspace.snapshot(await workspace.look(), nothing);
    expect(await repo.git("ls-tree", "-r", "--name-only", tree)).toBe("in/a\nout/b\nout/new");
    await shelf.putBack(look.head, nothing);
    expect(await workspace.look()).toEqual(look);
    await repo.write("in/a", "3");
    await history.commit({ ...one, paths: ["in/a"] });
    expect(await repo.git("ls-tree", "-r", "--name-only", "HEAD")).toBe("in/a\nout/b");
  });

  test("F149 a branch in use elsewhere names its holder; a holder that was deleted by hand does not count", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const tree = `${repo.path}-tree`;
    await repo.git("worktree", "add", "--quiet", "-b", "side", tree);
    const { history } = await openAt(repo.path);
    await expect(history.switchTo("side", null)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(tree),
    });
    await expect(history.squash({ branch: "side", onto: "main", message: "m", files: {} })).rejects.toMatchObject({
      code: "conflict",
    });
    await repo.remove(`../${tree.split("/").at(-1)}`);
    await history.switchTo("side", null);
    expect(await repo.git("branch", "--show-current")).toBe("side");
  });

  test("F137 a branch that got another commit while it landed is not deleted", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history } = await openAt(repo.path);
    await history.switchTo("task", "main");
    await repo.write("a", "2");
    const tip = await repo.commitAll();
    await repo.git("branch", "later", tip);
    await repo.hook(
      "post-commit",
      "git update-ref refs/heads/task $(git commit-tree -p refs/heads/task -m late HEAD^{tree})",
    );
    await history.squash({ branch: "task", onto: "main", message: "m", files: {} });
    expect(await repo.git("log", "-1", "--format=%s", "task")).toBe("late");
  });
});

describe("F154 nothing is half put back", () => {
  test.skipIf(process.getuid?.() === 0)(
    "a file that can't be read stops it before the first change, with its name",
    async () => {
      await using repo = await tempRepository({ files: { a: "1", b: "1" } });
      const { shelf } = await openAt(repo.path);
      await repo.write("a", "2");
      await repo.write("secret", "2");
      await chmod(join(repo.path, "secret"), 0);
      await expect(shelf.keep({ task: "t", why: "x", aside: nothing })).rejects.toMatchObject({
        message: expect.stringContaining("secret"),
      });
      await expect(shelf.putBack("HEAD", nothing)).rejects.toMatchObject({
        message: expect.stringContaining("secret"),
      });
      expect(await repo.read("a")).toBe("2");
    },
  );

  test("a submodule's pointer is put back too; one with uncommitted work of its own is left alone", async () => {
    await using inner = await tempRepository({ files: { x: "1" } });
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "sub");
    const start = await repo.commitAll();
    const commitInside = () =>
      repo.git(
        "-C",
        "sub",
        "-c",
        "user.name=T",
        "-c",
        "user.email=t@example.invalid",
        "commit",
        "--quiet",
        "--all",
        "--allow-empty",
        "-m",
        "y",
      );
    const { shelf, workspace } = await openAt(repo.path);
    await repo.write("sub/x", "2");
    await commitInside();
    await repo.write("a", "2");
    expect((await workspace.look()).dirty.map(({ path }) => path)).toEqual(["a", "sub"]);
    await shelf.putBack(start, nothing);
    expect((await workspace.look()).dirty).toEqual([]);
    expect(await repo.read("sub/x")).toBe("1");

    await repo.write("sub/x", "3");
    await commitInside();
    await repo.write("sub/x", "4");
    await repo.write("a", "2");
    await shelf.putBack(start, nothing);
    expect([await repo.read("a"), await repo.read("sub/x")]).toEqual(["1", "4"]);
  });
});
