import { writeFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Aside } from "../ports/workspace.ts";
import { tempRepository, type TempRepository } from "./temp-repository.ts";
import type { OpenPorts, WorkspacePorts } from "./workspace-ports.ts";

const nothing: Aside = { paths: [] };

/** What every adapter of Workspace keeps to. */
export function workspaceContract(name: string, open: OpenPorts): void {
  describe(`${name}: looking`, () => lookingContract(open));
  describe(`${name}: reading`, () => readingContract(open));
  describe(`${name}: what counts as a change`, () => changesContract(open));
}

async function snapshot({ workspace }: WorkspacePorts, aside: Aside = nothing): Promise<string> {
  return workspace.snapshot(await workspace.look(), aside);
}

/** What a change to the tree in `files` makes of it, as the loop would measure it. */
async function measured(
  open: OpenPorts,
  files: Record<string, string>,
  act: (repo: TempRepository) => Promise<unknown>,
) {
  await using repo = await tempRepository({ files });
  const ports = await open(repo.path);
  const before = await snapshot(ports);
  await act(repo);
  const after = await snapshot(ports);
  const changes = await ports.workspace.changes(before, after);
  return { same: before === after, changes: changes.map(({ kind, path }) => `${kind} ${path}`).toSorted() };
}

function lookingContract(open: OpenPorts): void {
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
}

function readingContract(open: OpenPorts): void {
  test("the commit that two branches have in common is found, and none where there is none", async () => {
    await using repo = await tempRepository({ files: { "a.txt": "a\n" } });
    const { workspace } = await open(repo.path);
    const { head } = await workspace.look();
    await repo.git("switch", "-q", "-c", "side");
    await repo.write("side.txt", "side\n");
    await repo.commitAll();
    await repo.git("switch", "-q", "-");
    await repo.write("main.txt", "main\n");
    await repo.commitAll();
    expect(await workspace.forkPoint("side", "HEAD")).toBe(head);
    expect(await workspace.forkPoint("side", "no-such-branch")).toBeNull();
  });
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

  test("R-1 HEAD's log knows what was committed here, on any branch, and not what was committed in another work tree", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { workspace } = await open(repo.path);
    const first = await repo.head();
    const elsewhere = join(repo.path, ".git", "elsewhere");
    await repo.git("worktree", "add", "--quiet", "-b", "theirs", elsewhere);
    await repo.git("-C", elsewhere, "commit", "--quiet", "--allow-empty", "--message", "theirs");
    await repo.git("switch", "--quiet", "--create", "ours");
    await repo.git("commit", "--quiet", "--allow-empty", "--message", "ours");
    const ours = await repo.head();
    await repo.git("switch", "--quiet", "--detach", first);
    const log = await workspace.headLog();
    expect(log).toEqual(expect.arrayContaining([first, ours]));
    expect(log).not.toContain(await repo.git("rev-parse", "theirs"));
  });
}

function changesContract(open: OpenPorts): void {
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
      {
        sha: first,
        parents: [before],
        subject: "fix: one",
        body: "",
        trailers: { "Ralph-Task": "A-1", "Ralph-Commits": "x, y" },
      },
      { sha: second, parents: [first], subject: "two", body: "", trailers: {} },
    ]);
    expect(await workspace.commitsBetween(second, second)).toEqual([]);
  });
}
