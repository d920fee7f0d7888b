import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compareSurface } from "./compare-surface.ts";
import { putBack } from "./put-back.ts";
import type { Standing, Surface, SurfaceOptions } from "./surface.ts";
import { takeSurface } from "./take-surface.ts";

// What the guard's table says, in small: the adapter only ever sees a function.
const standing = (path: string): Standing => {
  if (path === ".ralph/fix_plan.md") return "plan";
  if (path === ".ralph/ralph.db") return "ledger";
  if (/^\.ralph\/(?:logs|live\.log|status\.json|ralph\.db-)/.test(path)) return "own";
  if (/^(?:\.ralph(?:\/|$)|\.ralphrc$|ralph\.config\.)/.test(path)) return "protected";
  if (/^\.claude\/(?:agents\/ralph|settings.*\.json$)/.test(path)) return "protected";
  return /^(?:|\.claude|\.claude\/agents)$/.test(path) ? "passage" : "free";
};

let base: string;
let root: string;
let options: SurfaceOptions;
const at = (path: string): string => join(root, path);
const put = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
const read = (path: string): string => readFileSync(at(path), "utf8");
const git = (...args: readonly string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" });
const told = (before: Surface): readonly string[] =>
  compareSurface(before).map(({ path, kind, severity }) => `${kind} ${path} ${severity}`);
/** Undoes all there is to undo, and says what could not be. */
const undo = (before: Surface): readonly string[] =>
  putBack(before, compareSurface(before)).flatMap(({ path, outcome }) => (outcome === "failed" ? [path] : []));

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "surface-"));
  root = join(base, "repo");
  mkdirSync(root);
  git("init", "-q", "-b", "main");
  put(".ralphrc", "RALPH_SOURCE=file\n");
  put(".ralph/fix_plan.md", "- [ ] one\n");
  put(".ralph/specs/login.md", "# Login\n");
  put(".ralph/ralph.db", "ledger");
  put(".ralph/logs/run/1.jsonl", "{}\n");
  put(".claude/agents/ralph.md", "# Ralph\n");
  put(".claude/agents/mine.md", "# Mine\n");
  put(".claude/settings.json", "{}\n");
  put("src/one.js", "1\n");
  const dir = join(root, ".git");
  options = { root, git: { dir, commonDir: dir }, standing, keepFolder: join(base, "keep") };
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe("G-1 F230 what an agent does to the control surface is found and put back", () => {
  test("nothing changed, nothing told", () => {
    const before = takeSurface(options);
    put("src/two.js", "2\n");
    expect(told(before)).toEqual([]);
  });

  test("an edited configuration", () => {
    const before = takeSurface(options);
    appendFileSync(at(".ralphrc"), "RALPH_GATE=true\n");
    expect(told(before)).toEqual(["modified .ralphrc attack"]);
    const [done] = putBack(before, compareSurface(before));
    expect(done).toMatchObject({ path: ".ralphrc", outcome: "restored" });
    expect(read(".ralphrc")).toBe("RALPH_SOURCE=file\n");
    expect(readFileSync(done?.aside ?? "", "utf8")).toBe("RALPH_SOURCE=file\nRALPH_GATE=true\n");
    expect(told(before)).toEqual([]);
  });

  test("an edit of the same size, with the old times set again", () => {
    const before = takeSurface(options);
    const { atime, mtime } = lstatSync(at(".ralphrc"));
    writeFileSync(at(".ralphrc"), "RALPH_SOURCE=evil\n".slice(0, 18));
    utimesSync(at(".ralphrc"), atime, mtime);
    expect(told(before)).toEqual(["modified .ralphrc attack"]);
  });

  test("a touched file is no change", () => {
    const before = takeSurface(options);
    utimesSync(at(".ralphrc"), 1, 1);
    expect(told(before)).toEqual([]);
  });

  test("new files, under one name where a folder is new", () => {
    const before = takeSurface(options);
    put("ralph.config.js", "evil");
    put(".ralph/new/a.md", "a");
    put(".ralph/new/b.md", "b");
    expect(told(before)).toEqual(["added .ralph/new attack", "added ralph.config.js attack"]);
    expect(undo(before)).toEqual([]);
    expect(existsSync(at("ralph.config.js")) || existsSync(at(".ralph/new"))).toBe(false);
  });

  test("rm -rf .ralph: all comes back but the ledger, which is named", () => {
    const before = takeSurface(options);
    rmSync(at(".ralph"), { recursive: true });
    expect(told(before)).toEqual(["deleted .ralph attack", "deleted .ralph/ralph.db attack"]);
    expect(undo(before)).toEqual([".ralph/ralph.db"]);
    expect(read(".ralph/specs/login.md")).toBe("# Login\n");
    expect(read(".ralph/fix_plan.md")).toBe("- [ ] one\n");
  });

  test("mv .ralph away", () => {
    const before = takeSurface(options);
    renameSync(at(".ralph"), at("old"));
    undo(before);
    expect(read(".ralph/specs/login.md")).toBe("# Login\n");
  });

  test("rm -rf .claude: what is ours comes back; what is not ours was not ours to keep", () => {
    const before = takeSurface(options);
    rmSync(at(".claude"), { recursive: true });
    expect(told(before)).toEqual(["deleted .claude/agents/ralph.md attack", "deleted .claude/settings.json attack"]);
    expect(undo(before)).toEqual([]);
    expect(read(".claude/agents/ralph.md")).toBe("# Ralph\n");
  });

  test("a link in the place of a folder is not written through", () => {
    const before = takeSurface(options);
    const elsewhere = join(base, "elsewhere");
    mkdirSync(elsewhere);
    renameSync(at(".ralph"), join(base, "moved"));
    symlinkSync(elsewhere, at(".ralph"));
    expect(told(before)[0]).toBe("replaced .ralph attack");
    undo(before);
    expect(lstatSync(at(".ralph")).isDirectory()).toBe(true);
    expect(read(".ralph/specs/login.md")).toBe("# Login\n");
    expect(existsSync(join(elsewhere, "specs"))).toBe(false);
  });

  test("a link in the place of a folder on the way is not written through either", () => {
    const before = takeSurface(options);
    const elsewhere = join(base, "elsewhere");
    mkdirSync(elsewhere);
    rmSync(at(".claude"), { recursive: true });
    symlinkSync(elsewhere, at(".claude"));
    undo(before);
    expect(lstatSync(at(".claude")).isDirectory()).toBe(true);
    expect(read(".claude/settings.json")).toBe("{}\n");
    expect(existsSync(join(elsewhere, "settings.json"))).toBe(false);
  });

  test("a file that became a link, a folder or a pipe", () => {
    const before = takeSurface(options);
    rmSync(at(".ralphrc"));
    symlinkSync("/etc/hostname", at(".ralphrc"));
    rmSync(at(".claude/settings.json"));
    mkdirSync(at(".claude/settings.json"));
    rmSync(at(".ralph/specs/login.md"));
    execFileSync("mkfifo", [at(".ralph/specs/login.md")]);
    expect(told(before).every((one) => one.startsWith("replaced"))).toBe(true);
    expect(undo(before)).toEqual([]);
    expect([read(".ralphrc"), read(".claude/settings.json"), read(".ralph/specs/login.md")]).toEqual([
      "RALPH_SOURCE=file\n",
      "{}\n",
      "# Login\n",
    ]);
  });

  test("permissions", () => {
    const before = takeSurface(options);
    chmodSync(at(".ralphrc"), 0o777);
    expect(told(before)).toEqual(["mode .ralphrc attack"]);
    undo(before);
    expect(lstatSync(at(".ralphrc")).mode & 0o777).toBe(0o644);
  });

  test("links that a person made are kept, and followed on the way", () => {
    const shared = join(base, "shared");
    renameSync(at(".claude"), shared);
    symlinkSync(shared, at(".claude"));
    const before = takeSurface(options);
    writeFileSync(join(shared, "settings.json"), '{"disableAllHooks":true}');
    expect(told(before)).toEqual(["modified .claude/settings.json attack"]);
    undo(before);
    expect(readlinkSync(at(".claude"))).toBe(shared);
    expect(readFileSync(join(shared, "settings.json"), "utf8")).toBe("{}\n");
  });

  test("a large file is kept on the disk, and a tampered copy is not put back", () => {
    const large = "x".repeat(3 * 1024 * 1024);
    put(".ralph/specs/large.md", large);
    const before = takeSurface(options);
    rmSync(at(".ralph/specs/large.md"));
    expect(undo(before)).toEqual([]);
    expect(read(".ralph/specs/large.md")).toBe(large);
    const kept = before.entries.get(".ralph/specs/large.md")?.entry;
    if (kept?.kind !== "file" || kept.kept?.in !== "store") throw new Error("not in the store");
    writeFileSync(kept.kept.path, "evil");
    rmSync(at(".ralph/specs/large.md"));
    expect(undo(before)).toEqual([".ralph/specs/large.md"]);
  });

  test("putting back twice is the same as once", () => {
    const before = takeSurface(options);
    appendFileSync(at(".ralphrc"), "x");
    rmSync(at(".ralph/specs"), { recursive: true });
    const changes = compareSurface(before);
    putBack(before, changes);
    expect(putBack(before, changes).every(({ outcome }) => outcome === "restored")).toBe(true);
    expect(told(before)).toEqual([]);
  });
});

describe("G-1 what the harness or the agent rightly writes", () => {
  test("logs, the ledger's content and the plan's content are no change", () => {
    const before = takeSurface(options);
    appendFileSync(at(".ralph/ralph.db"), "more");
    put(".ralph/logs/run/2.jsonl", "{}\n");
    put(".ralph/status.json", "{}");
    put(".ralph/ralph.db-wal", "wal");
    put(".ralph/fix_plan.md", "- [x] one\n");
    expect(told(before)).toEqual([]);
  });
  test("but that the plan or the ledger is gone is", () => {
    const before = takeSurface(options);
    unlinkSync(at(".ralph/fix_plan.md"));
    unlinkSync(at(".ralph/ralph.db"));
    expect(told(before)).toEqual(["deleted .ralph/fix_plan.md attack", "deleted .ralph/ralph.db attack"]);
    undo(before);
    expect(read(".ralph/fix_plan.md")).toBe("- [ ] one\n");
  });
  test("and that another ledger stands in its place", () => {
    const before = takeSurface(options);
    put(".ralph/other", "forged");
    renameSync(at(".ralph/other"), at(".ralph/ralph.db"));
    expect(told(before)).toEqual(["replaced .ralph/ralph.db attack"]);
  });
});

describe("G-1 git's hooks and configuration", () => {
  test("a new or changed hook; a sample is none", () => {
    put(".git/hooks/pre-push", "#!/bin/sh\n");
    const before = takeSurface(options);
    put(".git/hooks/pre-commit", "#!/bin/sh\ncurl evil\n");
    put(".git/hooks/pre-push", "#!/bin/sh\nexit 0\n");
    put(".git/hooks/update.sample", "x");
    expect(told(before)).toEqual(["added .git/hooks/pre-commit attack", "modified .git/hooks/pre-push attack"]);
    expect(undo(before)).toEqual([]);
    expect(existsSync(at(".git/hooks/pre-commit"))).toBe(false);
    expect(read(".git/hooks/pre-push")).toBe("#!/bin/sh\n");
  });
  test("a hook manager's own hook is tooling", () => {
    const before = takeSurface(options);
    put(".git/hooks/pre-commit", '#!/bin/sh\n# lefthook\ncall_lefthook run "pre-commit"\n');
    expect(told(before)).toEqual(["added .git/hooks/pre-commit tooling"]);
  });
  test("ordinary git work is no change", () => {
    const before = takeSurface(options);
    git("config", "user.name", "Demo");
    git("config", "user.email", "demo@example.invalid");
    git("add", "src");
    git("commit", "-q", "-m", "one");
    git("switch", "-q", "-c", "side");
    git("branch", "-q", "--set-upstream-to=main");
    git("gc", "-q");
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
    const before = takeSurface(options);
    git("config", "branch.main.remote", "origin");
    git("config", key, value);
    git("config", "user.name", "Demo");
    expect(told(before)).toEqual([`modified .git/config ${severity}`]);
    expect(compareSurface(before)[0]?.detail).toContain(value);
    expect(undo(before)).toEqual([]);
    expect(git("config", "--get", "user.name")).toBe("Demo\n");
    expect(git("config", "--get", "branch.main.remote")).toBe("origin\n");
    expect(git("config", "--local", "--list")).not.toContain(value);
    expect(told(before)).toEqual([]);
  });
  test("a remote that was there can't be turned elsewhere, nor lost", () => {
    git("remote", "add", "origin", "https://example.invalid/ours.git");
    const before = takeSurface(options);
    git("remote", "set-url", "origin", "https://evil.example/x.git");
    expect(told(before)).toEqual(["modified .git/config attack"]);
    undo(before);
    expect(git("remote", "get-url", "origin")).toBe("https://example.invalid/ours.git\n");
    git("remote", "remove", "origin");
    expect(told(before)).toEqual(["modified .git/config attack"]);
    undo(before);
    expect(git("remote", "get-url", "origin")).toBe("https://example.invalid/ours.git\n");
  });
  test("a configuration that git can't read is put back whole", () => {
    const before = takeSurface(options);
    const text = read(".git/config");
    put(".git/config", `${text}[core\n`);
    expect(told(before)).toEqual(["modified .git/config attack"]);
    undo(before);
    expect(read(".git/config")).toBe(text);
  });
  test("a deleted configuration", () => {
    const before = takeSurface(options);
    const text = read(".git/config");
    rmSync(at(".git/config"));
    undo(before);
    expect(read(".git/config")).toBe(text);
  });
  test("in a linked work tree the common hooks, and the pointer to them", () => {
    git("-c", "user.name=d", "-c", "user.email=d@example.invalid", "commit", "-q", "--allow-empty", "-m", "one");
    const tree = join(base, "tree");
    git("worktree", "add", "-q", tree);
    const before = takeSurface({
      ...options,
      root: tree,
      git: { dir: at(".git/worktrees/tree"), commonDir: at(".git") },
    });
    put(".git/hooks/pre-commit", "#!/bin/sh\nevil\n");
    const pointer = readFileSync(join(tree, ".git"), "utf8");
    writeFileSync(join(tree, ".git"), "gitdir: /tmp/evil\n");
    expect(told(before)).toEqual(["modified .git attack", "added .git/hooks/pre-commit attack"]);
    expect(undo(before)).toEqual([]);
    expect(readFileSync(join(tree, ".git"), "utf8")).toBe(pointer);
  });
});

describe("cheap", () => {
  test("a second look reads nothing that was not touched", () => {
    const past = new Date(Date.now() - 60_000);
    const first = takeSurface(options);
    // Only the disk's own change time counts; here the first look is made to seem long after it.
    const later: Surface = { ...first, takenAt: Date.now() + 60_000 };
    const second = takeSurface(options, later);
    const entry = (surface: Surface) => surface.entries.get(".ralphrc")?.entry;
    const [a, b] = [entry(first), entry(second)];
    expect(a?.kind === "file" && b?.kind === "file" && a.kept === b.kept).toBe(true);
    utimesSync(at(".ralphrc"), past, past);
    const third = entry(takeSurface(options, later));
    expect(a?.kind === "file" && third?.kind === "file" && a.kept !== third.kept && a.digest === third.digest).toBe(
      true,
    );
  });
});
