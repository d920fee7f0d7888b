import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type TempRepository, tempRepository } from "../../../testing/temp-repository.ts";
import { openRepository } from "./open-repository.ts";
import { closeOwnWorkTree, openOwnWorkTree } from "./own-work-tree.ts";

const ownOf = (repo: TempRepository) => ({ path: join(repo.path, ".own"), branch: "ralph/worktree", base: "main" });

async function commitThere(path: string, name: string, repo: TempRepository): Promise<string> {
  await writeFile(join(path, name), "1");
  await repo.git("-C", path, "add", name);
  await repo.git("-C", path, "commit", "--quiet", "--message", name);
  return repo.git("rev-parse", "ralph/worktree");
}

test("a work tree is made with its branch, is no change of the person's tree, and goes with it", async () => {
  await using repo = await tempRepository({ files: { a: "1" } });
  const home = await openRepository(repo.path);
  const own = ownOf(repo);
  const view = await openOwnWorkTree(home, own);
  expect(view).toMatchObject({ root: own.path, branch: own.branch, defaultBranch: own.branch, head: home.head });
  expect(await repo.git("status", "--porcelain")).toBe("");
  expect(await closeOwnWorkTree(home, own)).toBe("removed");
  expect(await repo.git("for-each-ref", "--format=%(refname:short)", "refs/heads")).toBe("main");
});

test("a branch that holds something is gone on with; once it was merged, by a squash too, it begins anew", async () => {
  await using repo = await tempRepository({ files: { a: "1" } });
  const home = await openRepository(repo.path);
  const own = ownOf(repo);
  await openOwnWorkTree(home, own);
  const tip = await commitThere(own.path, "b", repo);
  expect(await closeOwnWorkTree(home, own)).toBe("removed");
  expect(await openOwnWorkTree(home, own)).toMatchObject({ head: tip });
  await closeOwnWorkTree(home, own);
  await repo.git("merge", "--quiet", "--squash", own.branch);
  const merged = await repo.commitAll("theirs");
  expect(await openOwnWorkTree(home, own)).toMatchObject({ head: merged });
});

test("P-44 what is not committed there keeps the work tree, and it is opened again as it is", async () => {
  await using repo = await tempRepository({ files: { a: "1" } });
  const home = await openRepository(repo.path);
  const own = ownOf(repo);
  await openOwnWorkTree(home, own);
  await writeFile(join(own.path, "b"), "unfinished");
  expect(await closeOwnWorkTree(home, own)).toBe("kept");
  expect(await openOwnWorkTree(home, own)).toMatchObject({ root: own.path });
  expect(await repo.git("-C", own.path, "status", "--porcelain")).toBe("?? b");
});

test("a work tree that somebody deleted by hand is made again", async () => {
  await using repo = await tempRepository({ files: { a: "1" } });
  const home = await openRepository(repo.path);
  const own = ownOf(repo);
  await openOwnWorkTree(home, own);
  const tip = await commitThere(own.path, "b", repo);
  await rm(own.path, { recursive: true });
  expect(await openOwnWorkTree(home, own)).toMatchObject({ head: tip });
});

test("a folder of somebody else's, and a branch that is checked out elsewhere, are refused and left alone", async () => {
  await using repo = await tempRepository({ files: { a: "1" } });
  const home = await openRepository(repo.path);
  const own = ownOf(repo);
  await mkdir(own.path);
  await writeFile(join(own.path, "b"), "mine");
  await expect(openOwnWorkTree(home, own)).rejects.toMatchObject({ code: "unfit" });
  await rm(own.path, { recursive: true });
  await repo.git("switch", "--quiet", "--create", own.branch);
  await repo.commitAll("looked at");
  await expect(openOwnWorkTree(home, own)).rejects.toMatchObject({ code: "branch-taken" });
});
