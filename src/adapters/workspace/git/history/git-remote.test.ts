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
