import { lstat, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Aside } from "../ports/workspace.ts";
import { tempRepository } from "./temp-repository.ts";
import type { OpenPorts } from "./workspace-ports.ts";

const nothing: Aside = { paths: [] };

/** What every adapter of Shelf keeps to. */
export function shelfContract(name: string, open: OpenPorts): void {
  describe(`${name}: shelf`, () => keepContract(open));
}

function keepContract(open: OpenPorts): void {
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

  test("G-3 single files are restored, changed, deleted or committed over, and nothing else", async () => {
    await using repo = await tempRepository({ files: { "a b": "1", "d/[x]": "1", c: "1", other: "1" } });
    const { shelf, workspace } = await open(repo.path);
    const { head } = await workspace.look();
    await repo.write("a b", "2");
    await repo.remove("d/[x]");
    await repo.write("c", "2");
    await repo.commitAll("feat: c");
    await repo.write("other", "2");
    await shelf.restore(head, ["a b", "d/[x]", "c"]);
    expect([await repo.read("a b"), await repo.read("d/[x]"), await repo.read("c")]).toEqual(["1", "1", "1"]);
    expect(await repo.read("other")).toBe("2");
    await expect(shelf.restore(head, ["nothing"])).rejects.toMatchObject({ name: "WorkspaceError" });
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
