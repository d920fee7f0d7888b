import { expect, test } from "vitest";
import { remoteContract } from "../../../../testing/remote-contract.ts";
import { tempRepository } from "../../../../testing/temp-repository.ts";
import { gitRemote } from "./git-remote.ts";
import { gitRepository } from "../git-repository.ts";
import { openRepository } from "../open-repository.ts";

remoteContract("git", async (path) => gitRemote(gitRepository(await openRepository(path))));

test("R-2 branches that a person protects are never pushed to", async () => {
  await using repository = await tempRepository({ files: { a: "1" } });
  await repository.git("branch", "release-1");
  const remote = gitRemote(gitRepository(await openRepository(repository.path)), {
    isProtected: (branch) => branch.startsWith("release-"),
  });
  await expect(remote.push("release-1")).rejects.toMatchObject({ message: expect.stringContaining("protected") });
});

test("R-4 a remote that is not there, or not reached, is told apart from what an agent could mend", async () => {
  await using repository = await tempRepository({ files: { a: "1" } });
  await repository.git("branch", "work");
  const remote = gitRemote(gitRepository(await openRepository(repository.path)));
  await expect(remote.push("work")).rejects.toMatchObject({
    code: "unreachable",
    message: expect.stringContaining("git remote add origin"),
  });
  await repository.git("remote", "add", "origin", `${repository.path}-gone`);
  await expect(remote.push("work")).rejects.toMatchObject({ code: "unreachable" });
  await expect(remote.fetch("main")).rejects.toMatchObject({ code: "unreachable" });
});

test("R-9 a pre-push hook that refuses is a hook's refusal, with its words", async () => {
  await using repository = await tempRepository({ files: { a: "1" } });
  await repository.git("clone", "--quiet", "--bare", ".", `${repository.path}/.git/bare`);
  await repository.git("remote", "add", "origin", `${repository.path}/.git/bare`);
  await repository.git("branch", "work");
  await repository.hook("pre-push", "#!/bin/sh\necho no pushing on fridays >&2\nexit 1\n");
  const remote = gitRemote(gitRepository(await openRepository(repository.path)));
  await expect(remote.push("work")).rejects.toMatchObject({
    code: "hook",
    message: expect.stringContaining("pre-push hook"),
    detail: expect.stringContaining("no pushing on fridays"),
  });
});
