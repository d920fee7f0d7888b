import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compareSurface } from "./compare-surface.ts";
import { putBack } from "./put-back.ts";
import type { Protection, Surface, SurfaceOptions } from "./surface.ts";

/** What the guard's table says, in small: the adapter only ever sees a function. */
const protection = (path: string): Protection => {
  if (path === ".ralph/fix_plan.md") return "plan";
  if (path === ".ralph/ralph.db") return "ledger";
  if (/^\.ralph\/(?:logs|live\.log|status\.json|ralph\.db-)/.test(path)) return "own";
  if (/^(?:\.ralph(?:\/|$)|\.ralphrc$|ralph\.config\.)/.test(path)) return "protected";
  if (/^\.claude\/(?:agents\/ralph|settings.*\.json$)/.test(path)) return "protected";
  return /^(?:|\.claude|\.claude\/agents)$/.test(path) ? "passage" : "free";
};

const files: Readonly<Record<string, string>> = {
  ".ralphrc": "RALPH_SOURCE=file\n",
  ".ralph/fix_plan.md": "- [ ] one\n",
  ".ralph/specs/login.md": "# Login\n",
  ".ralph/ralph.db": "ledger",
  ".ralph/logs/run/1.jsonl": "{}\n",
  ".claude/agents/ralph.md": "# Ralph\n",
  ".claude/agents/mine.md": "# Mine\n",
  ".claude/settings.json": "{}\n",
  "src/one.js": "1\n",
};

/** For tests: a git repository in a temporary folder with a control surface of every kind. Gone when disposed. */
export class SurfaceRepository implements Disposable {
  /** A private folder around the repository, for what must lie outside of it. */
  readonly base = mkdtempSync(join(tmpdir(), "surface-"));
  readonly root = join(this.base, "repo");
  readonly options: SurfaceOptions;
  constructor() {
    mkdirSync(this.root);
    this.git("init", "-q", "-b", "main");
    for (const [path, text] of Object.entries(files)) this.put(path, text);
    const dir = this.at(".git");
    const [keepFolder, asideFolder] = [join(this.base, "keep"), join(this.base, "aside")];
    this.options = { root: this.root, git: { dir, commonDir: dir }, protection, keepFolder, asideFolder };
  }
  at(path: string): string {
    return join(this.root, path);
  }
  put(path: string, text: string): void {
    mkdirSync(dirname(this.at(path)), { recursive: true });
    writeFileSync(this.at(path), text);
  }
  read(path: string): string {
    return readFileSync(this.at(path), "utf8");
  }
  git(...args: readonly string[]): string {
    return execFileSync("git", args, { cwd: this.root, encoding: "utf8" });
  }
  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** The changes since `before`, a short line each. */
export const told = (before: Surface): readonly string[] =>
  compareSurface(before).map(({ path, kind, severity }) => `${kind} ${path} ${severity}`);

/** Puts back all there is to put back, and gives the paths for which that failed. */
export const undo = (before: Surface): readonly string[] =>
  putBack(before, compareSurface(before)).flatMap(({ path, outcome }) => (outcome === "failed" ? [path] : []));
