import { expect, test } from "vitest";
import { repositoryAt, type TempRepository, tempRepository } from "../../../../testing/temp-repository.ts";
import { openGit } from "../call/git.ts";
import { commitsBetween } from "./commits-between.ts";

const isAncestor = (repo: TempRepository, one: string, other: string): Promise<boolean> =>
  repo.git("merge-base", "--is-ancestor", one, other).then(
    () => true,
    () => false,
  );

test("a commit is an ancestor of another just where one of the commits between them was made upon it", async () => {
  await using repo = await tempRepository({ files: { a: "1" } });
  const root = await repo.head();
  await repo.git("switch", "--quiet", "--create", "side");
  const side = await repo.commitAll("side");
  await repo.git("switch", "--quiet", "main");
  const amended = await repo.commitAll("to be amended");
  await repo.git("commit", "--quiet", "--amend", "--allow-empty", "--message", "amended");
  const main = await repo.head();
  await repo.git("merge", "--quiet", "--no-edit", "side");
  const merge = await repo.head();
  await repo.git("switch", "--quiet", "--orphan", "alone");
  const alone = await repo.commitAll("alone");
  const grafted = await repo.git("commit-tree", "-p", alone, "-m", "grafted", `${merge}^{tree}`);
  await repo.git("replace", "--graft", grafted, side);

  const between = commitsBetween(openGit(repo.path));
  for (const one of [root, side, amended, main, alone, grafted])
    for (const other of [merge, side, grafted].filter((each) => each !== one)) {
      const since = await between(one, other);
      expect(since.some(({ parents }) => parents?.includes(one))).toBe(await isAncestor(repo, one, other));
    }
});

test("so it is where history is cut off, and where ids are longer", async () => {
  await using repo = await tempRepository({ files: { a: "1" } });
  for (const message of ["two", "three"]) await repo.commitAll(message);
  await using cut = repositoryAt(`${repo.path}-cut`);
  await repo.git("clone", "--quiet", "--depth=2", `file://${repo.path}`, cut.path);
  const [newest = "", oldest = ""] = (await cut.git("log", "--format=%H")).split("\n");
  expect(await commitsBetween(openGit(cut.path))(oldest, newest)).toMatchObject([{ sha: newest, parents: [oldest] }]);
  const whole = await commitsBetween(openGit(cut.path))(`${newest}^0`, oldest);
  expect(whole).toEqual([]);

  await using long = repositoryAt(`${repo.path}-long`);
  await repo.git("init", "--quiet", "--object-format=sha256", long.path);
  const commit = async (): Promise<string> =>
    long
      .git("-c", "user.name=T", "-c", "user.email=t@example.invalid", "commit", "--quiet", "--allow-empty", "-m", "x")
      .then(() => long.head());
  const [one, two] = [await commit(), await commit()];
  expect(await commitsBetween(openGit(long.path))(one, two)).toMatchObject([{ sha: two, parents: [one] }]);
});

test("a range between whole ids is asked for once, one between names each time, and a failure is no answer", async () => {
  await using repo = await tempRepository({ files: { a: "1" } });
  const start = await repo.head();
  const between = commitsBetween(openGit(repo.path));
  const next = await repo.commitAll("next");
  expect(await between(start, "main")).toHaveLength(1);
  expect(await between(start, next)).toBe(await between(start, next));
  await repo.commitAll("newest");
  expect(await between(start, "main")).toHaveLength(2);
  const gone = "0".repeat(39).concat("1");
  for (const _ of ["first", "again"])
    await expect(between(gone, next)).rejects.toMatchObject({ name: "WorkspaceError" });
});
