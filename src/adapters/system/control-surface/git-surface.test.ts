import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compareSurface } from "./compare-surface.ts";
import { SurfaceRepository, told, undo } from "./surface-repository.ts";
import { takeSurface } from "./take-surface.ts";

let repo: SurfaceRepository;
beforeEach(() => {
  repo = new SurfaceRepository();
});
afterEach(() => repo[Symbol.dispose]());

describe("G-1 git's hooks and configuration", () => {
  test("a new or changed hook; a sample is none", () => {
    repo.put(".git/hooks/pre-push", "#!/bin/sh\n");
    const before = takeSurface(repo.options);
    repo.put(".git/hooks/pre-commit", "#!/bin/sh\ncurl evil\n");
    repo.put(".git/hooks/pre-push", "#!/bin/sh\nexit 0\n");
    repo.put(".git/hooks/update.sample", "x");
    expect(told(before)).toEqual(["added .git/hooks/pre-commit attack", "modified .git/hooks/pre-push attack"]);
    expect(undo(before)).toEqual([]);
    expect(existsSync(repo.at(".git/hooks/pre-commit"))).toBe(false);
    expect(repo.read(".git/hooks/pre-push")).toBe("#!/bin/sh\n");
  });
  test("a hook manager's own hook is tooling", () => {
    const before = takeSurface(repo.options);
    repo.put(".git/hooks/pre-commit", '#!/bin/sh\n# lefthook\ncall_lefthook run "pre-commit"\n');
    expect(told(before)).toEqual(["added .git/hooks/pre-commit tooling"]);
  });
  test("ordinary git work is no change", () => {
    const before = takeSurface(repo.options);
    repo.git("config", "user.name", "Demo");
    repo.git("config", "user.email", "demo@example.invalid");
    repo.git("add", "src");
    repo.git("commit", "-q", "-m", "one");
    repo.git("switch", "-q", "-c", "side");
    repo.git("branch", "-q", "--set-upstream-to=main");
    repo.git("gc", "-q");
    expect(told(before)).toEqual([]);
  });
  test.each([
    ["core.hooksPath", "/tmp/evil", "attack"],
    ["core.hooksPath", ".husky/_", "tooling"],
    ["core.fsmonitor", "evil", "attack"],
    ["core.sshCommand", "evil", "attack"],
    ["alias.st", "!evil", "attack"],
    ["url.https://evil.example/.insteadOf", "https://github.com/", "attack"],
    ["credential.helper", "evil", "attack"],
    ["filter.x.clean", "evil", "attack"],
    ["filter.lfs.clean", "git-lfs clean -- %f", "tooling"],
    ["filter.lfs.clean", "git-lfs clean -- %f; evil", "attack"],
    ["include.path", "/tmp/evil", "attack"],
    ["remote.fork.url", "https://example.invalid/fork", "tooling"],
    ["diff.x.textconv", "evil", "attack"],
    ["merge.x.driver", "evil", "attack"],
  ])("%s = %s is %s, and goes; what git wrote beside it stays", (key, value, severity) => {
    const before = takeSurface(repo.options);
    repo.git("config", "branch.main.remote", "origin");
    repo.git("config", key, value);
    repo.git("config", "user.name", "Demo");
    expect(told(before)).toEqual([`modified .git/config ${severity}`]);
    expect(compareSurface(before)[0]?.detail).toContain(value);
    expect(undo(before)).toEqual([]);
    expect(repo.git("config", "--get", "user.name")).toBe("Demo\n");
    expect(repo.git("config", "--get", "branch.main.remote")).toBe("origin\n");
    expect(repo.git("config", "--local", "--list")).not.toContain(value);
    expect(told(before)).toEqual([]);
  });
  test("a remote that was there can't be turned elsewhere, nor lost", () => {
    repo.git("remote", "add", "origin", "https://example.invalid/ours.git");
    const before = takeSurface(repo.options);
    repo.git("remote", "set-url", "origin", "https://evil.example/x.git");
    expect(told(before)).toEqual(["modified .git/config attack"]);
    undo(before);
    expect(repo.git("remote", "get-url", "origin")).toBe("https://example.invalid/ours.git\n");
    repo.git("remote", "remove", "origin");
    expect(told(before)).toEqual(["modified .git/config attack"]);
    undo(before);
    expect(repo.git("remote", "get-url", "origin")).toBe("https://example.invalid/ours.git\n");
  });
  test("a configuration that git can't read is put back whole", () => {
    const before = takeSurface(repo.options);
    const text = repo.read(".git/config");
    repo.put(".git/config", `${text}[core\n`);
    expect(told(before)).toEqual(["modified .git/config attack"]);
    undo(before);
    expect(repo.read(".git/config")).toBe(text);
  });
  test("a deleted configuration", () => {
    const before = takeSurface(repo.options);
    const text = repo.read(".git/config");
    rmSync(repo.at(".git/config"));
    undo(before);
    expect(repo.read(".git/config")).toBe(text);
  });
  test("in a linked work tree the common hooks, and the pointer to them", () => {
    repo.git("-c", "user.name=d", "-c", "user.email=d@example.invalid", "commit", "-q", "--allow-empty", "-m", "one");
    const tree = join(repo.base, "tree");
    repo.git("worktree", "add", "-q", tree);
    const before = takeSurface({
      ...repo.options,
      root: tree,
      git: { dir: repo.at(".git/worktrees/tree"), commonDir: repo.at(".git") },
    });
    repo.put(".git/hooks/pre-commit", "#!/bin/sh\nevil\n");
    const pointer = readFileSync(join(tree, ".git"), "utf8");
    writeFileSync(join(tree, ".git"), "gitdir: /tmp/evil\n");
    expect(told(before)).toEqual(["modified .git attack", "added .git/hooks/pre-commit attack"]);
    expect(undo(before)).toEqual([]);
    expect(readFileSync(join(tree, ".git"), "utf8")).toBe(pointer);
  });
});
