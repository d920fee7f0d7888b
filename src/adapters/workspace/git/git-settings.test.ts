import { chmod, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Aside } from "../../../ports/workspace.ts";
import { tempRepository } from "../../../testing/temp-repository.ts";
import { openWorkspace } from "./open-workspace.ts";

const one = { paths: ["a"], message: "feat: one", allowEmpty: false };
const nothing: Aside = { paths: [] };

describe("the person's own settings", () => {
  test("F155 with core.autocrlf a clean tree of CRLF files is clean, and texts compare as they lie there", async () => {
    await using repo = await tempRepository({ files: { a: "one\ntwo\n" } });
    await repo.git("config", "core.autocrlf", "true");
    await repo.remove("a");
    await repo.git("checkout", "--", "a");
    const { workspace, history } = await openWorkspace(repo.path);
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
    const { workspace, history, shelf } = await openWorkspace(repo.path);
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
    const { history } = await openWorkspace(repo.path);
    await expect(history.switchTo("side", null)).rejects.toMatchObject({
      code: "branch-taken",
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
    const { history } = await openWorkspace(repo.path);
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

describe("a landing or a snapshot that was killed on the way", () => {
  const request = { branch: "task", onto: "main", message: "m", files: { plan: "- [x]" } };

  test.each([
    ["before HEAD was pointed at the target", false, "refs/heads/task"],
    ["before the commit", false, "refs/heads/main"],
    ["before HEAD was pointed at a target that had moved", true, "refs/heads/task"],
    ["before the commit on a target that had moved", true, "refs/heads/main"],
  ])("L-29 is landed by asking again: %s", async (_, moved, head) => {
    await using repo = await tempRepository({ files: { a: "1\n\n\n\n1\n", plan: "- [ ]" } });
    const { history, workspace } = await openWorkspace(repo.path);
    await history.switchTo("task", "main");
    await repo.write("a", "2\n\n\n\n1\n");
    await repo.commitAll();
    if (moved) {
      await history.switchTo("main", null);
      await repo.write("a", "1\n\n\n\n3\n");
      await repo.commitAll();
      await history.switchTo("task", null);
      await repo.write("a", "2\n\n\n\n3\n");
    }
    await repo.write("plan", "- [x]");
    await repo.git("add", "--all");
    await repo.git("symbolic-ref", "HEAD", head);
    const sha = await history.squash(request);
    expect(await workspace.look()).toEqual({ head: sha, branch: "main", dirty: [] });
    expect(await repo.read("a")).toBe(moved ? "2\n\n\n\n3\n" : "2\n\n\n\n1\n");
    expect(await repo.git("show", "--format=", "--name-only", sha)).toBe("a\nplan");
  });

  test("an edit of the same size in the second of the last commit is in the snapshot", async () => {
    await using repo = await tempRepository({ files: { a: "1" }, commit: false });
    await repo.git("config", "core.trustctime", "false");
    const aged = (path: string) => utimes(join(repo.path, path), 1_000_000_000, 1_000_000_000);
    await aged("a");
    await repo.commitAll();
    await aged(".git/index");
    await repo.write("a", "2");
    await aged("a");
    const { workspace } = await openWorkspace(repo.path);
    const look = await workspace.look();
    expect(look.dirty).toEqual([{ path: "a", state: "modified" }]);
    const tree = await workspace.snapshot(look, nothing);
    expect(await repo.git("show", `${tree}:a`)).toBe("2");
  });

  test("V043 its index file is cleared away by the next", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { workspace } = await openWorkspace(repo.path);
    await repo.write(`.git/ralph/index-${2 ** 22 + 1}-1`, "");
    await repo.write("a", "2");
    await workspace.snapshot(await workspace.look(), nothing);
    expect(await readdir(join(repo.path, ".git", "ralph"))).toEqual([]);
  });
});

describe("F154 nothing is half put back", () => {
  test.skipIf(process.getuid?.() === 0)(
    "a file that can't be read stops it before the first change, with its name",
    async () => {
      await using repo = await tempRepository({ files: { a: "1", b: "1" } });
      const { shelf } = await openWorkspace(repo.path);
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
    const { shelf, workspace } = await openWorkspace(repo.path);
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
