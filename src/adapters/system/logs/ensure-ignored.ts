import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// What a person keeps in `.ralph`, and wants in the repository; `installed` is what an upgrade compares with. All else in there
// is the harness's.
const keptByPeople = [
  "fix_plan.md",
  "PROMPT.md",
  "AGENT.md",
  "specs/",
  "docs/",
  "examples/",
  "prompts/",
  "knowledge/",
  "installed/",
];

// Some of what the harness writes: a repository that ignores these has thought of it.
const written = ["ralph.db", "status.json", "live.log", "logs/run/events.jsonl"];

const text = `# Made by ralph, once; yours to change. What it writes here while it works is nobody's to commit.
/*
${keptByPeople.map((name) => `!/${name}`).join("\n")}
`;

/** How git came to ignore what the harness writes: it did already, a file in `.ralph` was there, or we have made one. */
export type Ignoring = "already" | "file-there" | "written";

/**
 * Sees to it that git ignores what the harness writes in `ralphDir` (absolute), by a `.gitignore` in there that ignores itself
 * too. A file that stands there is never changed, and none is made where the repository ignores it all already: `areIgnored`
 * asks git whether it ignores all of these absolute paths. Throws what the file system throws.
 */
export async function ensureIgnored(
  ralphDir: string,
  areIgnored: (paths: readonly string[]) => Promise<boolean>,
): Promise<Ignoring> {
  const path = join(ralphDir, ".gitignore");
  if (existsSync(path)) return "file-there";
  if (await areIgnored(written.map((name) => join(ralphDir, name)))) return "already";
  mkdirSync(ralphDir, { recursive: true });
  writeFileSync(path, text, { flag: "wx" });
  return "written";
}
