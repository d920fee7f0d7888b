import { readFile, writeFile } from "node:fs/promises";
import { delimiter } from "node:path";
import { expect, test } from "vitest";
import { tempRepository } from "../../../testing/temp-repository.ts";
import { openRepository } from "./open-repository.ts";
import { openWorkspace } from "./open-workspace.ts";

// Each start of git costs some milliseconds of CPU (M-3), so that the number of calls is part of the design.

test.skipIf(process.platform === "win32")("M-3 how many times git is started", async () => {
  await using repo = await tempRepository({ files: { a: "1", b: "1" } });
  const bin = `${repo.path}/.git/bin`;
  const log = `${repo.path}/.git/calls`;
  await repo.write(".git/bin/git", `#!/bin/sh\necho x >> '${log}'\nPATH="\${PATH#*:}" exec git "$@"\n`, 0o755);
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"]}` };
  const calls = async (act: () => Promise<unknown>): Promise<number> => {
    await writeFile(log, "");
    await act();
    return (await readFile(log, "utf8")).length / 2;
  };
  const aside = { paths: ["mine"] };
  const { workspace, history, shelf } = await openWorkspace(repo.path, { env });
  const look = () => workspace.look();
  const snapshot = async () => workspace.snapshot(await look(), aside);

  expect(await calls(() => openRepository(repo.path, { env }))).toBe(3);
  const start = await repo.head();
  const before = await snapshot();
  expect(await calls(look)).toBe(1);
  expect(await calls(snapshot)).toBe(1);
  await repo.write("a", "2");
  expect(await calls(snapshot)).toBe(3);
  const after = await snapshot();
  expect(await calls(() => workspace.changes(before, after))).toBe(1);
  expect(await calls(() => workspace.changes(after, after))).toBe(0);
  expect(await calls(() => workspace.changes(start, before))).toBe(0);
  expect(await calls(() => workspace.commitsBetween(start, start))).toBe(0);
  expect(await calls(() => history.commit({ paths: ["a"], message: "m", allowEmpty: false }))).toBe(1);
  await repo.write("new", "1");
  await look();
  expect(await calls(() => history.commit({ paths: ["new"], message: "m", allowEmpty: false }))).toBe(2);
  const done = await repo.head();
  expect(await calls(() => workspace.commitsBetween(start, done))).toBe(1);
  expect(await calls(() => workspace.commitsBetween(start, done))).toBe(0);
  expect(await calls(() => history.switchTo("main", null))).toBe(0);
  expect(await calls(() => history.switchTo("task", "main"))).toBe(1);
  expect(await calls(() => history.branchTip("task"))).toBe(0);
  await repo.write("a", "3");
  await repo.commitAll();
  expect(await calls(() => history.squash({ branch: "task", onto: "main", message: "m", files: {} }))).toBe(5);
  await history.switchTo("task", "main");
  await repo.write("a", "4");
  await repo.commitAll();
  await look();
  expect(await calls(() => history.squash({ branch: "task", onto: "main", message: "m", files: {} }))).toBe(4);
  await repo.write("a", "5");
  expect(await calls(() => shelf.keep({ task: "t", why: "w", aside }))).toBe(6);
  expect(await calls(() => shelf.putBack("HEAD", aside))).toBe(5);
});
