import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compareSurface } from "./compare-surface.ts";
import { putBack } from "./put-back.ts";
import type { Surface } from "./surface.ts";
import { SurfaceRepository, told, undo } from "./surface-repository.ts";
import { takeSurface } from "./take-surface.ts";

let repo: SurfaceRepository;
beforeEach(() => {
  repo = new SurfaceRepository();
});
afterEach(() => repo[Symbol.dispose]());

describe("G-1 F230 what an agent does to the control surface is found and put back", () => {
  test("nothing changed, nothing told", () => {
    const before = takeSurface(repo.options);
    repo.put("src/two.js", "2\n");
    expect(told(before)).toEqual([]);
  });

  test("an edited configuration", () => {
    const before = takeSurface(repo.options);
    appendFileSync(repo.at(".ralphrc"), "RALPH_GATE=true\n");
    expect(told(before)).toEqual(["modified .ralphrc attack"]);
    const [done] = putBack(before, compareSurface(before));
    expect(done).toMatchObject({ path: ".ralphrc", outcome: "restored" });
    expect(repo.read(".ralphrc")).toBe("RALPH_SOURCE=file\n");
    expect(readFileSync(done?.aside ?? "", "utf8")).toBe("RALPH_SOURCE=file\nRALPH_GATE=true\n");
    expect(told(before)).toEqual([]);
  });

  test("an edit of the same size, with the old times set again", () => {
    const before = takeSurface(repo.options);
    const { atime, mtime } = lstatSync(repo.at(".ralphrc"));
    writeFileSync(repo.at(".ralphrc"), "RALPH_SOURCE=evil\n".slice(0, 18));
    utimesSync(repo.at(".ralphrc"), atime, mtime);
    expect(told(before)).toEqual(["modified .ralphrc attack"]);
  });

  test("a touched file is no change", () => {
    const before = takeSurface(repo.options);
    utimesSync(repo.at(".ralphrc"), 1, 1);
    expect(told(before)).toEqual([]);
  });

  test("new files, under one name where a folder is new", () => {
    const before = takeSurface(repo.options);
    repo.put("ralph.config.js", "evil");
    repo.put(".ralph/new/a.md", "a");
    repo.put(".ralph/new/b.md", "b");
    expect(told(before)).toEqual(["added .ralph/new attack", "added ralph.config.js attack"]);
    expect(undo(before)).toEqual([]);
    expect(existsSync(repo.at("ralph.config.js")) || existsSync(repo.at(".ralph/new"))).toBe(false);
  });

  test("rm -rf .ralph: all comes back but the ledger, which is named", () => {
    const before = takeSurface(repo.options);
    rmSync(repo.at(".ralph"), { recursive: true });
    expect(told(before)).toEqual(["deleted .ralph attack", "deleted .ralph/ralph.db attack"]);
    expect(undo(before)).toEqual([".ralph/ralph.db"]);
    expect(repo.read(".ralph/specs/login.md")).toBe("# Login\n");
    expect(repo.read(".ralph/fix_plan.md")).toBe("- [ ] one\n");
  });

  test("mv .ralph away", () => {
    const before = takeSurface(repo.options);
    renameSync(repo.at(".ralph"), repo.at("old"));
    undo(before);
    expect(repo.read(".ralph/specs/login.md")).toBe("# Login\n");
  });

  test("rm -rf .claude: what is ours comes back; what is not ours was not ours to keep", () => {
    const before = takeSurface(repo.options);
    rmSync(repo.at(".claude"), { recursive: true });
    expect(told(before)).toEqual(["deleted .claude/agents/ralph.md attack", "deleted .claude/settings.json attack"]);
    expect(undo(before)).toEqual([]);
    expect(repo.read(".claude/agents/ralph.md")).toBe("# Ralph\n");
  });

  test("a link in the place of a folder is not written through", () => {
    const before = takeSurface(repo.options);
    const elsewhere = join(repo.base, "elsewhere");
    mkdirSync(elsewhere);
    renameSync(repo.at(".ralph"), join(repo.base, "moved"));
    symlinkSync(elsewhere, repo.at(".ralph"));
    expect(told(before)[0]).toBe("replaced .ralph attack");
    undo(before);
    expect(lstatSync(repo.at(".ralph")).isDirectory()).toBe(true);
    expect(repo.read(".ralph/specs/login.md")).toBe("# Login\n");
    expect(existsSync(join(elsewhere, "specs"))).toBe(false);
  });

  test("a link in the place of a folder on the way is not written through either", () => {
    const before = takeSurface(repo.options);
    const elsewhere = join(repo.base, "elsewhere");
    mkdirSync(elsewhere);
    rmSync(repo.at(".claude"), { recursive: true });
    symlinkSync(elsewhere, repo.at(".claude"));
    undo(before);
    expect(lstatSync(repo.at(".claude")).isDirectory()).toBe(true);
    expect(repo.read(".claude/settings.json")).toBe("{}\n");
    expect(existsSync(join(elsewhere, "settings.json"))).toBe(false);
  });

  test("a file that became a link, a folder or a pipe", () => {
    const before = takeSurface(repo.options);
    rmSync(repo.at(".ralphrc"));
    symlinkSync("/etc/hostname", repo.at(".ralphrc"));
    rmSync(repo.at(".claude/settings.json"));
    mkdirSync(repo.at(".claude/settings.json"));
    rmSync(repo.at(".ralph/specs/login.md"));
    execFileSync("mkfifo", [repo.at(".ralph/specs/login.md")]);
    expect(told(before).every((one) => one.startsWith("replaced"))).toBe(true);
    expect(undo(before)).toEqual([]);
    expect([repo.read(".ralphrc"), repo.read(".claude/settings.json"), repo.read(".ralph/specs/login.md")]).toEqual([
      "RALPH_SOURCE=file\n",
      "{}\n",
      "# Login\n",
    ]);
  });

  test("permissions", () => {
    const before = takeSurface(repo.options);
    chmodSync(repo.at(".ralphrc"), 0o777);
    expect(told(before)).toEqual(["mode .ralphrc attack"]);
    undo(before);
    expect(lstatSync(repo.at(".ralphrc")).mode & 0o777).toBe(0o644);
  });

  test("links that a person made are kept, and followed on the way", () => {
    const shared = join(repo.base, "shared");
    renameSync(repo.at(".claude"), shared);
    symlinkSync(shared, repo.at(".claude"));
    const before = takeSurface(repo.options);
    writeFileSync(join(shared, "settings.json"), '{"disableAllHooks":true}');
    expect(told(before)).toEqual(["modified .claude/settings.json attack"]);
    undo(before);
    expect(readlinkSync(repo.at(".claude"))).toBe(shared);
    expect(readFileSync(join(shared, "settings.json"), "utf8")).toBe("{}\n");
  });

  test("a large file is kept on the disk, and a tampered copy is not put back", () => {
    const large = "x".repeat(3 * 1024 * 1024);
    repo.put(".ralph/specs/large.md", large);
    const before = takeSurface(repo.options);
    rmSync(repo.at(".ralph/specs/large.md"));
    expect(undo(before)).toEqual([]);
    expect(repo.read(".ralph/specs/large.md")).toBe(large);
    const kept = before.entries.get(".ralph/specs/large.md")?.entry;
    if (kept?.kind !== "file" || kept.kept?.in !== "store") throw new Error("not in the store");
    writeFileSync(kept.kept.path, "evil");
    rmSync(repo.at(".ralph/specs/large.md"));
    expect(undo(before)).toEqual([".ralph/specs/large.md"]);
  });

  test("putting back twice is the same as once", () => {
    const before = takeSurface(repo.options);
    appendFileSync(repo.at(".ralphrc"), "x");
    rmSync(repo.at(".ralph/specs"), { recursive: true });
    const changes = compareSurface(before);
    putBack(before, changes);
    expect(putBack(before, changes).every(({ outcome }) => outcome === "restored")).toBe(true);
    expect(told(before)).toEqual([]);
  });
});

describe("G-1 what the harness or the agent rightly writes", () => {
  test("logs, the ledger's content and the plan's content are no change", () => {
    const before = takeSurface(repo.options);
    appendFileSync(repo.at(".ralph/ralph.db"), "more");
    repo.put(".ralph/logs/run/2.jsonl", "{}\n");
    repo.put(".ralph/status.json", "{}");
    repo.put(".ralph/ralph.db-wal", "wal");
    repo.put(".ralph/fix_plan.md", "- [x] one\n");
    expect(told(before)).toEqual([]);
  });
  test("but that the plan or the ledger is gone is", () => {
    const before = takeSurface(repo.options);
    unlinkSync(repo.at(".ralph/fix_plan.md"));
    unlinkSync(repo.at(".ralph/ralph.db"));
    expect(told(before)).toEqual(["deleted .ralph/fix_plan.md attack", "deleted .ralph/ralph.db attack"]);
    undo(before);
    expect(repo.read(".ralph/fix_plan.md")).toBe("- [ ] one\n");
  });
  test("and that another ledger stands in its place", () => {
    const before = takeSurface(repo.options);
    repo.put(".ralph/other", "forged");
    renameSync(repo.at(".ralph/other"), repo.at(".ralph/ralph.db"));
    expect(told(before)).toEqual(["replaced .ralph/ralph.db attack"]);
  });
});

const entry = (surface: Surface) => surface.entries.get(".ralphrc")?.entry;

describe("cheap", () => {
  test("a second look reads nothing that was not touched", () => {
    const past = new Date(Date.now() - 60_000);
    const first = takeSurface(repo.options);
    // Only the disk's own change time counts; here the first look is made to seem long after it.
    const later: Surface = { ...first, takenAt: Date.now() + 60_000 };
    const second = takeSurface(repo.options, later);
    const [a, b] = [entry(first), entry(second)];
    expect(a?.kind === "file" && b?.kind === "file" && a.kept === b.kept).toBe(true);
    utimesSync(repo.at(".ralphrc"), past, past);
    const third = entry(takeSurface(repo.options, later));
    expect(a?.kind === "file" && third?.kind === "file" && a.kept !== third.kept && a.digest === third.digest).toBe(
      true,
    );
  });
});
