import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Aside } from "../ports/workspace.ts";
import { tempRepository } from "./temp-repository.ts";
import type { OpenPorts } from "./workspace-ports.ts";

const nothing: Aside = { paths: [] };

/** What every adapter of History keeps to. */
export function historyContract(name: string, open: OpenPorts): void {
  describe(`${name}: commits and branches`, () => commitsContract(open));
  describe(`${name}: squash`, () => squashContract(open));
}

function commitsContract(open: OpenPorts): void {
  test("a commit holds the paths asked for and nothing else, whatever else is staged", async () => {
    await using repo = await tempRepository({ files: { a: "1", b: "1", "d/x": "1", l: "1" } });
    const { history, workspace } = await open(repo.path);
    await repo.write("mine.txt", "private");
    await repo.git("add", "mine.txt");
    await repo.write("a", "2");
    await repo.write("new file", "2");
    await repo.remove("b");
    await repo.remove("d");
    await repo.write("d", "file now");
    await workspace.look();
    const sha = await history.commit({
      paths: ["a", "b", "new file", "d", "d/x"],
      message: "feat: it\n\nRalph-Run: r",
      allowEmpty: false,
    });
    expect(sha).toBe(await repo.head());
    expect((await repo.git("show", "--format=", "--name-status", "--no-renames", sha)).split("\n")).toEqual([
      "M\ta",
      "D\tb",
      "A\td",
      "D\td/x",
      "A\tnew file",
    ]);
    expect((await workspace.look()).dirty).toEqual([{ path: "mine.txt", state: "added" }]);
  });

  test("changed, new and deleted paths are committed after a look and without one", async () => {
    for (const looks of [true, false]) {
      for (const extra of [["new"], []]) {
        await using repo = await tempRepository({ files: { a: "1", b: "1" } });
        const { history, workspace } = await open(repo.path);
        await repo.write("a", "2");
        await repo.remove("b");
        await Promise.all(extra.map((path) => repo.write(path, "1")));
        if (looks) await workspace.look();
        await history.commit({ paths: ["a", "b", ...extra], message: "m", allowEmpty: false });
        expect((await workspace.look()).dirty).toEqual([]);
      }
    }
  });

  test("a path that came and went is no obstacle", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history, workspace } = await open(repo.path);
    await repo.write("a", "2");
    await repo.write("brief", "1");
    await repo.git("add", "brief");
    await repo.remove("brief");
    await history.commit({ paths: ["a", "brief"], message: "m", allowEmpty: false });
    expect((await workspace.look()).dirty).toEqual([]);
  });

  test("an empty commit is made when allowed, and refused otherwise", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history, workspace } = await open(repo.path);
    const before = await repo.head();
    await expect(history.commit({ paths: [], message: "m", allowEmpty: false })).rejects.toMatchObject({
      code: "failed",
    });
    await expect(history.commit({ paths: ["a"], message: "m", allowEmpty: false })).rejects.toMatchObject({
      code: "failed",
    });
    const sha = await history.commit({ paths: [], message: "marker\n\n# kept\n\nRalph-Run: r1", allowEmpty: true });
    expect(await workspace.commitsBetween(before, sha)).toEqual([
      { sha, parents: [before], subject: "marker", body: "# kept", trailers: { "Ralph-Run": "r1" } },
    ]);
    expect(await repo.git("log", "-1", "--format=%B")).toContain("# kept");
  });

  test("switching makes the branch where it is not there, takes changes along, and rejects where they are in the way", async () => {
    await using repo = await tempRepository({ files: { a: "1", b: "1" } });
    const { history, workspace } = await open(repo.path);
    await repo.write("b", "dirty");
    await history.switchTo("task-1", "main");
    await history.switchTo("task-1", "main");
    expect(await workspace.look()).toMatchObject({ branch: "task-1", dirty: [{ path: "b" }] });
    await repo.write("a", "2");
    await history.commit({ paths: ["a"], message: "m", allowEmpty: false });
    await history.switchTo("main", null);
    await repo.write("a", "in the way");
    await expect(history.switchTo("task-1", "main")).rejects.toMatchObject({ code: "conflict" });
    expect(await repo.read("a")).toBe("in the way");
    await expect(history.switchTo("nowhere", null)).rejects.toMatchObject({ name: "WorkspaceError" });
  });

  test("a commit is found by its trailers, newest first, and not by prose that quotes them", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history } = await open(repo.path);
    const start = await repo.head();
    const first = await repo.commitAll("one\n\nRalph-Run: r\nRalph-Task: T.1");
    const second = await repo.commitAll("two\n\nRalph-Run: r\nRalph-Task: T.1");
    await repo.commitAll("three: Ralph-Task: T.1\n\nRalph-Run: r and Ralph-Task: T.1 were said\n\nSigned-off-by: x");
    await repo.commitAll("four\n\nRalph-Run: r\nRalph-Task: T.12");
    const wanted = { "Ralph-Run": "r", "Ralph-Task": "T.1" };
    expect(await history.findByTrailers(wanted, "HEAD", null)).toBe(second);
    expect(await history.findByTrailers(wanted, first, start)).toBe(first);
    expect(await history.findByTrailers(wanted, "HEAD", second)).toBeNull();
  });

  test("a branch of ours is made, moved and looked up", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history } = await open(repo.path);
    const first = await repo.head();
    const second = await repo.commitAll();
    expect(await history.branchTip("x/y")).toBeNull();
    await history.setBranch("x/y", first);
    await repo.git("pack-refs", "--all");
    expect(await history.branchTip("x/y")).toBe(first);
    await history.setBranch("x/y", second);
    expect(await history.branchTip("x/y")).toBe(second);
  });

  test("R-9 a branch that another work tree has checked out is known, and one whose work tree was deleted is free", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history } = await open(repo.path);
    const elsewhere = join(repo.path, ".git", "elsewhere");
    expect(await history.heldElsewhere("theirs")).toBeNull();
    await repo.git("worktree", "add", "--quiet", "-b", "theirs", elsewhere);
    expect(await history.heldElsewhere("theirs")).toBe(elsewhere);
    expect(await history.heldElsewhere("main")).toBeNull();
    await rm(elsewhere, { recursive: true });
    expect(await history.heldElsewhere("theirs")).toBeNull();
  });

  test("F137 a branch whose commits are kept nowhere else is not dropped", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history, shelf } = await open(repo.path);
    await history.switchTo("task", "main");
    const tip = await repo.commitAll("work");
    await history.switchTo("main", null);
    await expect(history.dropBranch("task")).rejects.toMatchObject({ name: "WorkspaceError" });
    await history.switchTo("task", null);
    const kept = await shelf.keep({ task: "t", why: "parked", aside: nothing });
    await expect(history.dropBranch("task")).rejects.toMatchObject({ code: "conflict" });
    await history.switchTo("main", null);
    await history.dropBranch("task");
    await history.dropBranch("task");
    expect(await history.branchTip("task")).toBeNull();
    expect(await repo.git("merge-base", tip, kept.commit)).toBe(tip);
  });

  test("a branch goes once all of its content is in the commit that it landed as, and not before", async () => {
    await using repo = await tempRepository({ files: { a: "1", b: "1" } });
    const { history } = await open(repo.path);
    await history.switchTo("task", "main");
    await repo.write("a", "2");
    await repo.commitAll("one");
    await repo.write("new", "1");
    await repo.commitAll("two");
    await history.switchTo("main", null);
    await repo.write("a", "2");
    const half = await repo.commitAll("half of it");
    await expect(history.dropBranch("task", half)).rejects.toMatchObject({ code: "failed" });
    await repo.write("new", "1");
    await repo.write("b", "somebody else's");
    const whole = await repo.commitAll("all of it, and more");
    await history.dropBranch("task", whole);
    expect(await history.branchTip("task")).toBeNull();
  });

  test("a branch that has landed and holds a later commit stays", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history } = await open(repo.path);
    await history.switchTo("task", "main");
    await repo.write("a", "2");
    const done = await repo.commitAll("done");
    await history.switchTo("main", null);
    await repo.git("merge", "--quiet", "--squash", "task");
    const landed = await repo.commitAll("landed");
    await history.switchTo("task", null);
    await repo.write("a", "3");
    const later = await repo.commitAll("later");
    await history.switchTo("main", null);
    await expect(history.dropBranch("task", landed)).rejects.toMatchObject({ name: "WorkspaceError" });
    expect(await history.branchTip("task")).toBe(later);
    await history.setBranch("task", done);
    await history.dropBranch("task", landed);
    expect(await history.branchTip("task")).toBeNull();
  });

  test("a branch on which nothing was done goes, since the default branch has all of it", async () => {
    await using repo = await tempRepository();
    const { history } = await open(repo.path);
    await history.switchTo("task", "main");
    await history.switchTo("main", null);
    await history.dropBranch("task");
    expect(await history.branchTip("task")).toBeNull();
  });
}

function squashContract(open: OpenPorts): void {
  const message = "feat: landed\n\nRalph-Task: T-1";

  test("a branch lands as one commit, with files replaced, and goes away", async () => {
    await using repo = await tempRepository({ files: { a: "1", "plan.md": "- [ ] one\n" } });
    const { history, workspace } = await open(repo.path);
    const start = await repo.head();
    await history.switchTo("task", "main");
    await repo.write("a", "2");
    await repo.commitAll("one");
    await repo.write("b", "new");
    await repo.commitAll("two");
    const sha = await history.squash({ branch: "task", onto: "main", message, files: { "plan.md": "- [x] one\n" } });
    expect(await workspace.look()).toEqual({ head: sha, branch: "main", dirty: [] });
    expect(await repo.git("rev-parse", `${sha}^`)).toBe(start);
    expect(await repo.git("show", "--format=", "--name-only", sha)).toBe("a\nb\nplan.md");
    expect(await repo.read("plan.md")).toBe("- [x] one\n");
    expect(await history.branchTip("task")).toBeNull();
    expect(await history.findByTrailers({ "Ralph-Task": "T-1" }, "main", start)).toBe(sha);
  });

  test("it is merged with what has come onto the target meanwhile", async () => {
    await using repo = await tempRepository({ files: { a: "1", c: "1" } });
    const { history, workspace } = await open(repo.path);
    await history.switchTo("task", "main");
    await repo.write("a", "2");
    await repo.commitAll("one");
    await history.switchTo("main", null);
    await repo.write("other", "1");
    await repo.remove("c");
    await repo.commitAll("meanwhile");
    await history.switchTo("task", null);
    await repo.write("mine.txt", "private");
    await history.squash({ branch: "task", onto: "main", message, files: {} });
    expect(await workspace.look()).toMatchObject({ branch: "main", dirty: [{ path: "mine.txt", state: "untracked" }] });
    expect(await repo.git("show", "--format=", "--name-only", "HEAD")).toBe("a");
    expect(await repo.git("ls-files")).toBe("a\nother");
  });

  test("a conflict rejects and changes nothing", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history, workspace } = await open(repo.path);
    await repo.write("a", "main");
    const main = await repo.commitAll("meanwhile");
    await history.switchTo("task", "main~1");
    await repo.write("a", "task");
    const task = await repo.commitAll("one");
    const before = await workspace.look();
    await expect(history.squash({ branch: "task", onto: "main", message, files: { a: "x" } })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("both changed a"),
    });
    expect(await workspace.look()).toEqual(before);
    expect([await history.branchTip("main"), await history.branchTip("task")]).toEqual([main, task]);
    expect(await repo.read("a")).toBe("task");
  });

  test("a branch without content of its own still gives a commit", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history, workspace } = await open(repo.path);
    await history.switchTo("task", "main");
    const sha = await history.squash({ branch: "task", onto: "main", message, files: {} });
    expect(await workspace.look()).toEqual({ head: sha, branch: "main", dirty: [] });
    expect(await repo.git("show", "--format=", "--name-only", sha)).toBe("");
  });

  test("what somebody has staged beside the branch's commits does not land, and stays", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { history, workspace } = await open(repo.path);
    await history.switchTo("task", "main");
    await repo.write("a", "2");
    await repo.commitAll("one");
    await repo.write("mine.txt", "private");
    await repo.git("add", "mine.txt");
    await history.squash({ branch: "task", onto: "main", message, files: {} });
    expect(await repo.git("show", "--format=", "--name-only", "HEAD")).toBe("a");
    expect((await workspace.look()).dirty).toEqual([{ path: "mine.txt", state: "untracked" }]);
  });
}
