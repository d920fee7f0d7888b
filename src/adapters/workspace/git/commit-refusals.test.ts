import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Aside } from "../../../ports/workspace.ts";
import { tempRepository, type TempRepository } from "../../../testing/temp-repository.ts";
import { openWorkspace } from "./open-workspace.ts";

const one = { paths: ["a"], message: "feat: one", allowEmpty: false };
const nothing: Aside = { paths: [] };

/** Has each commit signed by this shell script. */
async function signing(repo: TempRepository, script: string): Promise<void> {
  await repo.write(".git/signer", `#!/bin/sh\n${script}\n`, 0o755);
  // In a file: one that is given literally git writes into the system's temporary folder, and leaves there.
  await repo.write(".git/key.pub", "ssh-ed25519 AAAA\n");
  for (const [key, value] of [
    ["commit.gpgsign", "true"],
    ["gpg.format", "ssh"],
    ["user.signingkey", join(repo.path, ".git", "key.pub")],
    ["gpg.ssh.program", join(repo.path, ".git", "signer")],
  ] as const) {
    await repo.git("config", key, value);
  }
}

describe("hooks and signing of a person", () => {
  test("F143 a signer that asks a question nobody sees ends as signing, in bounded time, with a remedy", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await signing(repo, "exec sleep 999");
    await repo.write("a", "2");
    const before = await repo.head();
    const { history } = await openWorkspace(repo.path, { commitTimeoutMs: 1_500 });
    await expect(history.commit(one)).rejects.toMatchObject({
      code: "signing",
      message: expect.stringContaining("commit.gpgsign"),
    });
    expect(await repo.head()).toBe(before);
    await expect(stat(join(repo.path, ".git", "index.lock"))).rejects.toThrow("ENOENT");
  });

  test("F145 a signer that fails after the hooks passed ends as signing, and nothing is lost", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.hook("pre-commit", "exit 0");
    await signing(repo, "echo no agent >&2; exit 1");
    await repo.write("a", "2");
    await repo.write("new", "2");
    const before = await repo.head();
    const { history, workspace } = await openWorkspace(repo.path);
    await expect(history.commit({ ...one, paths: ["a", "new"] })).rejects.toMatchObject({
      code: "signing",
      detail: expect.stringContaining("no agent"),
    });
    expect(await repo.head()).toBe(before);
    expect((await workspace.look()).dirty.map(({ path }) => path)).toEqual(["a", "new"]);
    expect(await repo.read("new")).toBe("2");
  });

  test("F157 a hook whose last command succeeds lets the commit through: its success is no proof of anything", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.hook("pre-commit", "echo 'lint: 3 errors'; false\ntrue");
    await repo.write("a", "2");
    const { history } = await openWorkspace(repo.path);
    expect(await history.commit(one)).toBe(await repo.head());
  });

  test("F158 a hook that rewrites files and refuses: HEAD stands, its words are told, the files stay", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.hook("pre-commit", "echo fixed > a; echo 'a: 2 problems'; echo details >&2; exit 1");
    await repo.write("a", "2");
    const before = await repo.head();
    const { history, workspace } = await openWorkspace(repo.path);
    const refused = history.commit(one);
    await expect(refused).rejects.toMatchObject({
      code: "hook",
      detail: expect.stringMatching(/a: 2 problems[^]*details|details[^]*a: 2 problems/),
    });
    expect(await repo.head()).toBe(before);
    expect((await workspace.look()).dirty).toEqual([{ path: "a", state: "modified" }]);
  });

  test("a hook's own changes are in the commit, and the tree is clean after it", async () => {
    for (const extra of [[], ["new"]]) {
      await using repo = await tempRepository({ files: { a: "1" } });
      await repo.hook("pre-commit", "echo formatted > a && git add a");
      await repo.write("a", "2");
      await Promise.all(extra.map((path) => repo.write(path, "1")));
      const { history, workspace } = await openWorkspace(repo.path);
      await workspace.look();
      await history.commit({ ...one, paths: ["a", ...extra] });
      expect(await repo.git("show", "HEAD:a")).toBe("formatted");
      expect((await workspace.look()).dirty).toEqual([]);
    }
  });

  test("a hook that refuses the landing leads back to the branch, with nothing lost", async () => {
    for (const moved of [false, true]) {
      await using repo = await tempRepository({ files: { a: "1", plan: "- [ ]" } });
      const { history, workspace } = await openWorkspace(repo.path);
      await history.switchTo("task", "main");
      await repo.write("a", "2");
      await repo.commitAll();
      if (moved) {
        await history.switchTo("main", null);
        await repo.write("other", "1");
        await repo.commitAll();
        await history.switchTo("task", null);
      }
      await repo.write("mine.txt", "private");
      await repo.hook("commit-msg", "echo 'bad message'; exit 1");
      const before = await workspace.look();
      const request = { branch: "task", onto: "main", message: "m", files: { plan: "- [x]" } };
      await expect(history.squash(request)).rejects.toMatchObject({
        code: "hook",
        detail: expect.stringContaining("bad message"),
      });
      expect(await workspace.look()).toEqual(before);
      expect(await repo.read("plan")).toBe("- [ ]");
    }
  });

  test("a commit without an identity is refused by name", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.git("config", "--unset", "user.email");
    await repo.git("config", "--unset", "user.name");
    await repo.git("config", "user.useConfigOnly", "true");
    await repo.write("a", "2");
    const env = { PATH: process.env["PATH"], HOME: repo.path, GIT_CONFIG_NOSYSTEM: "1" };
    const { history, shelf } = await openWorkspace(repo.path, { env });
    await expect(history.commit(one)).rejects.toMatchObject({ code: "identity" });
    // Keeping must not fail for it.
    expect(await shelf.keep({ task: "t", why: "x", aside: nothing })).toMatchObject({ attempt: "1" });
  });

  test("F248 what an agent sets in the repository's configuration does not run in our calls", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const { workspace, history, shelf } = await openWorkspace(repo.path);
    await repo.git("config", "core.fsmonitor", "touch ran-fsmonitor; false");
    for (const hook of ["post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc"])
      await repo.hook(hook, `touch ran-${hook}`);
    const look = await workspace.look();
    await repo.write("b", "1");
    await history.switchTo("task", "main");
    await shelf.keep({ task: "t", why: "x", aside: nothing });
    await shelf.putBack(look.head, nothing);
    await history.setBranch("x", look.head);
    expect((await workspace.look()).dirty).toEqual([]);
  });
});
