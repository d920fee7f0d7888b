import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { repositoryAt, tempRepository } from "../../../testing/temp-repository.ts";
import { openRepository } from "./open-repository.ts";

async function tempFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "ralph-open-")));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

const codeOf = async (path: string): Promise<unknown> => openRepository(path).catch((error: unknown) => error);

describe("what can't be worked in is refused by name (V040)", () => {
  test("no folder, no repository, a bare one, the inside of .git", async () => {
    await using folder = await tempFolder();
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.git("init", "--quiet", "--bare", join(folder.path, "bare"));
    expect(await codeOf(join(folder.path, "none"))).toMatchObject({ code: "not-a-repository" });
    expect(await codeOf(folder.path)).toMatchObject({
      name: "WorkspaceError",
      code: "not-a-repository",
      message: expect.stringContaining("not a git repository"),
    });
    expect(await codeOf(join(folder.path, "bare"))).toMatchObject({ code: "bare" });
    expect(await codeOf(join(repo.path, ".git"))).toMatchObject({
      code: "not-a-repository",
      message: expect.stringContaining("work tree"),
    });
  });

  test("F059 a folder above several repositories: they are named, and nothing is guessed", async () => {
    await using folder = await tempFolder();
    const at = (name: string): string => join(folder.path, name);
    await using web = await tempRepository({ files: { a: "1" } });
    for (const name of ["web", "services/api", "node_modules/other"])
      await web.git("clone", "--quiet", web.path, at(name));
    await mkdir(at("docs"));
    expect(await codeOf(folder.path)).toMatchObject({
      code: "not-a-repository",
      message: expect.stringContaining("There are repositories below it: services/api, web. Start in one of them"),
    });
    expect(await codeOf(at("docs"))).toMatchObject({ message: expect.not.stringContaining("below it") });
    // Inside of one, neighbours are nobody's business.
    expect((await openRepository(at("web"))).root).toBe(at("web"));
  });

  test("F140 a repository without a commit", async () => {
    await using repo = await tempRepository({ commit: false });
    expect(await codeOf(repo.path)).toMatchObject({
      code: "no-commits",
      message: expect.stringContaining("first one"),
    });
  });

  test("F064 a git program that is missing", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const refused = openRepository(repo.path, { env: { PATH: "/nowhere" } });
    await expect(refused).rejects.toMatchObject({ code: "git-missing", message: expect.stringContaining("PATH") });
  });

  test("a git that is too old to answer what is asked", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.write(
      "bin/git",
      `#!/bin/sh\ncase "$*" in *version) echo git version 2.30.2 ;; *) printf '%s\\n' "$@" ;; esac\n`,
      0o755,
    );
    const refused = openRepository(repo.path, { env: { PATH: join(repo.path, "bin") } });
    await expect(refused).rejects.toMatchObject({ code: "failed", message: expect.stringMatching(/2\.30\.2 .*2\.31/) });
    // So does every git with what it does not know.
    expect(await repo.git("rev-parse", "--no-such-option=x")).toBe("--no-such-option=x");
  });

  test("a damaged HEAD", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.write(".git/refs/heads/main", "no commit\n");
    expect(await codeOf(repo.path)).toMatchObject({ name: "WorkspaceError" });
    await truncate(join(repo.path, ".git", "HEAD"));
    expect(await codeOf(repo.path)).toMatchObject({ name: "WorkspaceError", code: "not-a-repository" });
  });

  // Who is root may write everywhere, so that another user has to look.
  test.skipIf(process.getuid === undefined)("a .git folder that can't be written to", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    const uid = process.getuid?.() === 0 ? 65_534 : undefined;
    if (uid !== undefined) spawnSync("chown", ["-R", String(uid), repo.path]);
    await chmod(join(repo.path, ".git", "objects"), 0o555);
    const code = `const { openRepository } = await import(process.argv[1]); await openRepository(process.argv[2]).catch((e) => console.log(e.code, e.message));`;
    const module = fileURLToPath(new URL("open-repository.ts", import.meta.url));
    const env = { PATH: process.env["PATH"], HOME: repo.path };
    const child = spawnSync(process.execPath, ["--input-type=module", "-e", code, module, repo.path], {
      env,
      encoding: "utf8",
      ...(uid === undefined ? {} : { uid }),
    });
    await chmod(join(repo.path, ".git", "objects"), 0o755);
    expect(child.stdout + child.stderr).toContain(
      `read-only ${join(repo.path, ".git", "objects")} can't be written to`,
    );
  });
});

describe("what can be worked in is described (V040)", () => {
  test("a plain repository, from its root, a sub-folder and a symbolic link", async () => {
    await using repo = await tempRepository({ files: { "deep/er/a": "1" } });
    await using folder = await tempFolder();
    const link = join(folder.path, "link");
    await symlink(repo.path, link);
    const view = await openRepository(repo.path);
    expect(view).toEqual({
      root: repo.path,
      gitDir: join(repo.path, ".git"),
      commonDir: join(repo.path, ".git"),
      branch: "main",
      head: await repo.head(),
      defaultBranch: "main",
      underWay: null,
      branchInTheWay: null,
      submodules: false,
      sparse: false,
      shallow: false,
      hasRemote: false,
    });
    expect(await openRepository(join(repo.path, "deep", "er"))).toEqual(view);
    expect(await openRepository(join(link, "deep"))).toEqual(view);
  });

  test("variables of a surrounding git point at nothing of ours", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await using other = await tempRepository({ files: { b: "1" } });
    const env = {
      ...process.env,
      GIT_DIR: join(other.path, ".git"),
      GIT_WORK_TREE: other.path,
      GIT_INDEX_FILE: "/nowhere",
    };
    expect((await openRepository(repo.path, { env })).root).toBe(repo.path);
  });

  test("a linked work tree has a git folder of its own and shares the common one", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await using folder = await tempFolder();
    const tree = join(folder.path, "tree");
    await repo.git("worktree", "add", "--quiet", "-b", "side", tree);
    expect(await openRepository(tree)).toMatchObject({
      root: tree,
      branch: "side",
      defaultBranch: "main",
      gitDir: join(repo.path, ".git", "worktrees", "tree"),
      commonDir: join(repo.path, ".git"),
    });
  });

  test("a shallow clone, a sparse one, one with submodules, and a repository inside a repository", async () => {
    await using repo = await tempRepository({ files: { a: "1", "d/b": "1" } });
    await repo.commitAll();
    await using folder = await tempFolder();
    const clone = join(folder.path, "clone");
    await repo.git("clone", "--quiet", "--depth=1", `file://${repo.path}`, clone);
    expect(await openRepository(clone)).toMatchObject({ shallow: true, defaultBranch: "main" });
    await repo.git("sparse-checkout", "set", "d");
    expect(await openRepository(repo.path)).toMatchObject({ sparse: true });
    await repo.write(".gitmodules", "");
    expect(await openRepository(repo.path)).toMatchObject({ submodules: true });
    await mkdir(join(repo.path, "inner"));
    const inner = repositoryAt(join(repo.path, "inner"));
    await inner.git("init", "--quiet", "-b", "trunk");
    await inner.git(
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
    expect(await openRepository(inner.path)).toMatchObject({ root: inner.path, defaultBranch: "trunk" });
  });

  test("a detached HEAD, and what a person has begun and not ended", async () => {
    await using repo = await tempRepository({ files: { a: "1" } });
    await repo.git("switch", "--quiet", "--create", "other");
    await repo.write("a", "2");
    await repo.commitAll();
    await repo.git("switch", "--quiet", "main");
    await repo.write("a", "3");
    await repo.commitAll();
    for (const [act, name] of [
      ["merge", "merge"],
      ["cherry-pick", "cherry-pick"],
      ["rebase", "rebase"],
    ] as const) {
      await repo.git(act, "other").catch(() => undefined);
      expect(await openRepository(repo.path)).toMatchObject({ underWay: name });
      await repo.git(act, "--abort");
    }
    await repo.git("bisect", "start");
    expect(await openRepository(repo.path)).toMatchObject({ underWay: "bisect" });
    await repo.git("bisect", "reset");
    await repo.git("switch", "--quiet", "--detach");
    expect(await openRepository(repo.path)).toMatchObject({ branch: null, underWay: null, defaultBranch: "main" });
  });
});

describe("F139 the default branch is found, not assumed (R-2)", () => {
  test.each(["main", "master", "trunk", "develop"])("the only branch is it: %s", async (branch) => {
    await using repo = await tempRepository({ branch, files: { a: "1" } });
    expect(await openRepository(repo.path)).toMatchObject({ branch, defaultBranch: branch });
  });

  test("what origin says comes first", async () => {
    await using repo = await tempRepository({ branch: "develop", files: { a: "1" } });
    await using folder = await tempFolder();
    await repo.git("branch", "main");
    const clone = join(folder.path, "clone");
    await repo.git("clone", "--quiet", repo.path, clone);
    await repositoryAt(clone).git("switch", "--quiet", "--create", "main");
    expect(await openRepository(clone)).toMatchObject({ branch: "main", defaultBranch: "develop" });
  });

  test("then the configured name, a usual one, and the one that is checked out", async () => {
    await using repo = await tempRepository({ branch: "develop", files: { a: "1" } });
    await repo.git("branch", "side");
    await repo.git("config", "init.defaultBranch", "absent");
    expect(await openRepository(repo.path)).toMatchObject({ defaultBranch: "develop" });
    await repo.git("branch", "trunk");
    expect(await openRepository(repo.path)).toMatchObject({ defaultBranch: "trunk" });
    await repo.git("config", "init.defaultBranch", "side");
    expect(await openRepository(repo.path)).toMatchObject({ defaultBranch: "side" });
  });
});
