import { writeFileSync } from "node:fs";
import { lstat, mkdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Aside, History, Shelf, Workspace } from "../ports/workspace.ts";
import { tempRepository, type TempRepository } from "./temp-repository.ts";

/** The three ports over one repository, as an adapter opens them at a path. */
export interface WorkspacePorts {
  readonly workspace: Workspace;
  readonly history: History;
  readonly shelf: Shelf;
}

const nothing: Aside = { paths: [] };

/** What every adapter of Workspace, History and Shelf keeps to. `open` gets the path of a real repository with a commit. */
export function workspaceContract(name: string, open: (path: string) => Promise<WorkspacePorts>): void {
  describe(`${name}: looking`, () => lookingContract(open));
  describe(`${name}: what counts as a change`, () => changesContract(open));
  describe(`${name}: history`, () => historyContract(open));
  describe(`${name}: squash`, () => squashContract(open));
  describe(`${name}: shelf`, () => shelfContract(open));
}

type Open = (path: string) => Promise<WorkspacePorts>;

async function snapshot({ workspace }: WorkspacePorts, aside: Aside = nothing): Promise<string> {
  return workspace.snapshot(await workspace.look(), aside);
}

/** What a change to the tree in `files` makes of it, as the loop would measure it. */
async function measured(open: Open, files: Record<string, string>, act: (repo: TempRepository) => Promise<unknown>) {
  await using repo = await tempRepository({ files });
  const ports = await open(repo.path);
  const before = await snapshot(ports);
  await act(repo);
  const after = await snapshot(ports);
  const changes = await ports.workspace.changes(before, after);
  return { same: before === after, changes: changes.map(({ kind, path }) => `${kind} ${path}`).toSorted() };
}

function lookingContract(open: Open): void {
  test("a clean tree has head, branch and no dirt, and its snapshot is the commit's tree", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const ports = await open(repo.path);
    expect(await ports.workspace.look()).toEqual({ head: await repo.head(), branch: "main", dirty: [] });
    expect(await snapshot(ports)).toBe(await repo.git("rev-parse", "HEAD^{tree}"));
  });

  test("F065 untracked and deleted files are both seen", async () => {
    await using repo = await tempRepository({ files: { "old.ts": "1" } });
    const { workspace } = await open(repo.path);
    await repo.remove("old.ts");
    await repo.write("new/deep/new.ts", "2");
    expect((await workspace.look()).dirty).toEqual([
      { path: "old.ts", state: "deleted" },
      { path: "new/deep/new.ts", state: "untracked" },
    ]);
  });

  test("F148 a branch that was changed from outside is told, as is a detached HEAD", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { workspace } = await open(repo.path);
    await repo.git("switch", "--quiet", "--create", "other");
    expect((await workspace.look()).branch).toBe("other");
    await repo.git("switch", "--quiet", "--detach");
    expect((await workspace.look()).branch).toBeNull();
  });

  test("a snapshot touches neither index nor files", async () => {
    await using repo = await tempRepository({ files: { a: "1", b: "1" } });
    const ports = await open(repo.path);
    await repo.write("a", "2");
    await repo.git("add", "a");
    await repo.write("a", "3");
    await repo.write("c", "new");
    const status = await repo.git("status", "--porcelain");
    await snapshot(ports);
    expect(await repo.git("status", "--porcelain")).toBe(status);
    expect(await repo.git("ls-files", "--others", "--ignored", "--exclude-standard")).toBe("");
  });

  test("a person's untracked files and the harness's own are in no snapshot, staged or not", async () => {
    await using repo = await tempRepository({ files: { a: "1", "state/plan": "1" } });
    const ports = await open(repo.path);
    const aside = { paths: ["mine.txt", "state"] };
    const before = await snapshot(ports, aside);
    await repo.write("mine.txt", "private");
    await repo.write("state/plan", "2");
    await repo.write("state/new", "2");
    expect(await snapshot(ports, aside)).toBe(before);
    await repo.git("add", "--all");
    await repo.write("a", "2");
    const after = await snapshot(ports, aside);
    expect(await ports.workspace.changes(before, after)).toEqual([{ path: "a", kind: "modified" }]);
  });

  test("names with spaces, line breaks, quotes, other scripts and a leading dash are all names", async () => {
    const names = [
      "with space",
      "line\nbreak",
      'quo"te',
      "-dash",
      "--all",
      "ünï/日本.txt",
      ":(top)x",
      "star*",
      "back\\slash",
      "tab\t",
    ];
    const { changes } = await measured(open, { a: "1" }, async (repo) => {
      for (const path of names) await repo.write(path, "x");
    });
    expect(changes).toEqual(names.map((path) => `added ${path}`).toSorted());
  });

  test("ten thousand new files are one snapshot", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const ports = await open(repo.path);
    const before = await snapshot(ports);
    await mkdir(join(repo.path, "many"));
    for (let n = 0; n < 10_000; n += 1) writeFileSync(join(repo.path, "many", `f${n}`), String(n % 10));
    expect(await ports.workspace.changes(before, await snapshot(ports))).toHaveLength(10_000);
  }, 120_000);

  test("the text of a file at a commit is given, and null where there is none", async () => {
    await using repo = await tempRepository({ files: { "a b": "ü\n" } });
    const { workspace } = await open(repo.path);
    expect(await workspace.textAt("HEAD", "a b")).toBe("ü\n");
    expect(await workspace.textAt("HEAD", "none")).toBeNull();
  });

  test("F064 a revision that is gone is an error of the infrastructure, not an absent file or no change", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { workspace, history } = await open(repo.path);
    await expect(workspace.textAt("gone", "a")).rejects.toMatchObject({ name: "WorkspaceError" });
    await expect(workspace.changes("gone", "HEAD")).rejects.toMatchObject({ name: "WorkspaceError" });
    await expect(workspace.commitsBetween("gone", "HEAD")).rejects.toMatchObject({ name: "WorkspaceError" });
    await expect(history.findByTrailers({ A: "b" }, "gone", null)).rejects.toMatchObject({ name: "WorkspaceError" });
  });

  test("added lines are told with path and line; moved files and removed lines are not", async () => {
    await using repo = await tempRepository({
      files: { "a.ts": "one\ntwo\nthree\n", "old.ts": "TODO from long ago\nmore\n" },
    });
    const ports = await open(repo.path);
    const before = await snapshot(ports);
    await repo.write("a.ts", "one\n++ b/x\nthree\nTODO four");
    await repo.git("mv", "old.ts", "moved.ts");
    await repo.write('odd "name".ts', "@@ -1 +1 @@\n");
    const added = await ports.workspace.addedLines(before, await snapshot(ports));
    expect(added).toEqual([
      { path: "a.ts", line: 2, text: "++ b/x" },
      { path: "a.ts", line: 4, text: "TODO four" },
      { path: 'odd "name".ts', line: 1, text: "@@ -1 +1 @@" },
    ]);
  });

  test("only the (short) id of a commit that is here is a commit", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { workspace } = await open(repo.path);
    const head = await repo.head();
    const answers = await Promise.all(
      [head, head.slice(0, 8), "HEAD", "--all", "0".repeat(40), "deadbee"].map((id) => workspace.isCommit(id)),
    );
    expect(answers).toEqual([true, true, false, false, false, false]);
  });
}

function changesContract(open: Open): void {
  test("V041 deletions alone count", async () => {
    const { changes } = await measured(open, { a: "1", "d/b": "1" }, (repo) => repo.remove("d"));
    expect(changes).toEqual(["deleted d/b"]);
  });

  test("V041 ignored files alone do not count", async () => {
    const { same } = await measured(open, { ".gitignore": "out/\n" }, (repo) => repo.write("out/x", "1"));
    expect(same).toBe(true);
  });

  test.skipIf(process.platform === "win32")("V041 a file mode alone counts", async () => {
    const { changes } = await measured(open, { "run.sh": "1" }, (repo) => repo.write("run.sh", "1", 0o755));
    expect(changes).toEqual(["modified run.sh"]);
  });

  test("V041 the target of a symbolic link alone counts, and a link is not followed", async () => {
    const { changes } = await measured(open, { a: "1", b: "1" }, async (repo) => {
      await symlink("a", join(repo.path, "link"));
      await repo.commitAll();
      await repo.remove("link");
      await symlink("b", join(repo.path, "link"));
    });
    expect(changes).toEqual(["added link"]);
  });

  test("V041 a rename alone is told as deleted and added", async () => {
    const { changes } = await measured(open, { a: "some text" }, (repo) => repo.git("mv", "a", "b"));
    expect(changes).toEqual(["added b", "deleted a"]);
  });

  test("V041 commit then revert is the same tree", async () => {
    const { same } = await measured(open, { a: "1" }, async (repo) => {
      await repo.write("a", "2");
      await repo.commitAll();
      await repo.git("revert", "--no-edit", "HEAD");
    });
    expect(same).toBe(true);
  });

  test("V041 a submodule's pointer counts; what lies uncommitted in it does not", async () => {
    await using inner = await tempRepository({ files: { x: "1" } });
    const { changes } = await measured(open, { a: "1" }, async (repo) => {
      await repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "sub");
      await repo.commitAll();
      await repo.write("sub/x", "2");
    });
    expect(changes).toEqual(["added .gitmodules", "added sub"]);
    const moved = await measured(open, { a: "1" }, async (repo) => {
      await repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.path, "sub");
      await repo.commitAll();
      await repo.git(
        "-C",
        "sub",
        "-c",
        "user.name=T",
        "-c",
        "user.email=t@example.invalid",
        "commit",
        "--quiet",
        "--allow-empty",
        "-m",
        "x",
      );
    });
    expect(moved.changes).toEqual(["added .gitmodules", "added sub"]);
  });

  test("a repository inside the repository is nobody's business", async () => {
    const { same } = await measured(open, { a: "1" }, async (repo) => {
      await repo.git("init", "--quiet", "inner");
      await repo.write("inner/x", "1");
    });
    expect(same).toBe(true);
  });

  test("files marked to be added, merged with conflict, or taken out of the index are read as they lie there", async () => {
    const { changes } = await measured(open, { a: "1", b: "1", c: "1" }, async (repo) => {
      await repo.write("new", "1");
      await repo.git("add", "--intent-to-add", "new");
      await repo.git("rm", "--quiet", "--cached", "b");
      await repo.write("gone", "1");
      await repo.git("add", "gone");
      await repo.remove("gone");
      await repo.git("rm", "--quiet", "c");
    });
    expect(changes).toEqual(["added new", "deleted c"]);
  });

  test("a file, a link and a folder can take each other's place", async () => {
    const { changes } = await measured(open, { "d/x": "1", f: "1", "l/y": "1" }, async (repo) => {
      await repo.remove("d");
      await repo.write("d", "file now");
      await repo.remove("f");
      await repo.write("f/z", "folder now");
      await repo.remove("l");
      await symlink("f", join(repo.path, "l"));
    });
    expect(changes).toEqual(["added d", "added f/z", "added l", "deleted d/x", "deleted f", "deleted l/y"]);
  });

  test("F058 what an agent committed by itself is counted, oldest first, with its trailers", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { workspace } = await open(repo.path);
    const before = await repo.head();
    await repo.write("a", "2");
    const first = await repo.commitAll("fix: one\n\nRalph-Task: A-1\nRalph-Commits: x\nRalph-Commits: y\n");
    const second = await repo.commitAll("two");
    expect((await workspace.look()).dirty).toEqual([]);
    expect(await workspace.commitsBetween(before, second)).toEqual([
      { sha: first, subject: "fix: one", trailers: { "Ralph-Task": "A-1", "Ralph-Commits": "x, y" } },
      { sha: second, subject: "two", trailers: {} },
    ]);
    expect(await workspace.commitsBetween(second, second)).toEqual([]);
  });
}

function historyContract(open: Open): void {
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
      { sha, subject: "marker", trailers: { "Ralph-Run": "r1" } },
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
}

function squashContract(open: Open): void {
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

function shelfContract(open: Open): void {
  test("P-44 what is kept holds everything and can be put back; index and branch stay as they were", async () => {
    await using repo = await tempRepository({ files: { a: "1", b: "1" } });
    const { shelf, workspace } = await open(repo.path);
    await repo.write("a", "2");
    await repo.git("add", "a");
    await repo.remove("b");
    await repo.write("new", "1");
    await repo.write("mine.txt", "private");
    const before = await workspace.look();
    const aside = { paths: ["mine.txt"] };
    const kept = await shelf.keep({ task: "ABC-1: x/y ~^ü.lock", why: "timed out\nafter 15 min", aside });
    expect(await workspace.look()).toEqual(before);
    expect(kept).toMatchObject({ task: "ABC-1: x/y ~^ü.lock", attempt: "1", subject: "timed out" });
    expect(await repo.git("rev-parse", `${kept.commit}^`, kept.ref)).toBe(`${before.head}\n${kept.commit}`);
    expect(await repo.git("ls-tree", "-r", "--name-only", kept.ref)).toBe("a\nnew");

    await shelf.putBack(before.head, aside);
    expect((await workspace.look()).dirty).toEqual([{ path: "mine.txt", state: "untracked" }]);
    await shelf.putBack(kept.commit, aside);
    expect([await repo.read("a"), await repo.read("new"), await repo.read("mine.txt")]).toEqual(["2", "1", "private"]);
    await expect(repo.read("b")).rejects.toThrow("ENOENT");
    expect(await workspace.look()).toMatchObject({ head: before.head, branch: "main" });
  });

  test("P-44 several are kept a task, listed newest first, and dropped one by one; other refs are not", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { shelf } = await open(repo.path);
    const one = await shelf.keep({ task: "t", why: "first", aside: nothing });
    const two = await shelf.keep({ task: "t", why: "second", aside: nothing });
    const other = await shelf.keep({ task: "t2", why: "third", aside: nothing });
    expect(new Set((await shelf.list()).map(({ ref }) => ref))).toEqual(new Set([one.ref, two.ref, other.ref]));
    expect((await shelf.list()).find(({ ref }) => ref === two.ref)).toMatchObject({
      task: "t",
      attempt: "2",
      commit: two.commit,
      subject: "second",
    });
    await shelf.drop(two.ref);
    expect(await shelf.list()).toHaveLength(2);
    await expect(shelf.drop("refs/heads/main")).rejects.toMatchObject({ name: "WorkspaceError" });
  });

  test("putting back makes files, modes, links and types what the commit holds, and leaves ignored files", async () => {
    await using repo = await tempRepository({
      files: { ".gitignore": "out/\n", "d/x": "1", f: "1", "run.sh": "1", keep: "1" },
    });
    const { shelf, workspace } = await open(repo.path);
    await symlink("f", join(repo.path, "link"));
    await repo.commitAll();
    await repo.remove("d");
    await repo.write("d", "file now");
    await repo.remove("f");
    await repo.write("f/z/deep", "folder now");
    await repo.git("add", "--all");
    await repo.write("run.sh", "1", 0o755);
    await repo.remove("link");
    await symlink("keep", join(repo.path, "link"));
    await repo.write("added", "1");
    await repo.write("out/cache", "1");
    await shelf.putBack("HEAD", nothing);
    expect((await workspace.look()).dirty).toEqual([]);
    expect([await repo.read("d/x"), await repo.read("f"), await readlink(join(repo.path, "link"))]).toEqual([
      "1",
      "1",
      "f",
    ]);
    expect((await lstat(join(repo.path, "run.sh"))).mode & 0o111).toBe(0);
    expect(await repo.read("out/cache")).toBe("1");
  });

  test("putting back an older commit undoes what was committed since; the branch moves only when told to", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { shelf, history, workspace } = await open(repo.path);
    const start = await repo.head();
    await repo.write("a", "2");
    await repo.write("b", "2");
    const later = await repo.commitAll();
    await repo.write("c", "3");
    await shelf.putBack(start, nothing);
    expect(await repo.head()).toBe(later);
    expect(await repo.git("ls-files")).toBe("a");
    await history.setBranch("main", start);
    expect(await workspace.look()).toEqual({ head: start, branch: "main", dirty: [] });
  });

  test("what is aside is never touched, tracked or not, even where the commit has it", async () => {
    await using repo = await tempRepository({
      files: { a: "1", "state/plan": "old", "notes.md": "committed", "t/x": "1" },
    });
    const { shelf, workspace } = await open(repo.path);
    const start = await repo.head();
    await repo.git("rm", "--quiet", "notes.md", "t/x");
    await repo.commitAll("notes gone");
    await repo.write("notes.md", "a person's");
    await repo.write("state/plan", "new");
    await repo.write("state/more", "new");
    await repo.git("add", "state/more");
    await repo.write("t", "a person's file where the commit has a folder");
    await repo.write("a", "2");
    const aside = { paths: ["notes.md", "state", "t"] };
    await shelf.putBack(start, aside);
    expect([
      await repo.read("a"),
      await repo.read("notes.md"),
      await repo.read("state/plan"),
      await repo.read("state/more"),
    ]).toEqual(["1", "a person's", "new", "new"]);
    expect(await repo.read("t")).toContain("a person's file");
    expect((await workspace.look()).branch).toBe("main");
  });

  test("F154 a file of a person in the way of the commit leaves everything as it was, or is left itself", async () => {
    await using repo = await tempRepository({ files: { "d/x": "1", a: "1" } });
    const { shelf } = await open(repo.path);
    await repo.remove("d");
    await repo.write("d", "file");
    await repo.commitAll("folder became file");
    const start = await repo.head();
    await repo.remove("d");
    await repo.write("d/mine.txt", "a person's");
    await repo.write("d/agent.txt", "an agent's");
    await repo.write("a", "2");
    await shelf.putBack(start, { paths: ["d/mine.txt"] });
    expect([await repo.read("a"), await repo.read("d/mine.txt")]).toEqual(["1", "a person's"]);
    await expect(repo.read("d/agent.txt")).rejects.toThrow("ENOENT");
  });

  test("putting back ends a merge that was left half-way", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { shelf, history, workspace } = await open(repo.path);
    await repo.git("switch", "--quiet", "--create", "other");
    await repo.write("a", "other");
    await repo.commitAll();
    await repo.git("switch", "--quiet", "main");
    await repo.write("a", "main");
    const head = await repo.commitAll();
    await repo.git("merge", "other").catch(() => undefined);
    expect((await workspace.look()).dirty).toEqual([{ path: "a", state: "unmerged" }]);
    await shelf.keep({ task: "t", why: "conflict", aside: nothing });
    await shelf.putBack(head, nothing);
    expect((await workspace.look()).dirty).toEqual([]);
    await history.commit({ paths: [], message: "goes on", allowEmpty: true });
    expect(await repo.git("rev-list", "--parents", "-1", "HEAD")).toBe(`${await repo.head()} ${head}`);
  });
}
