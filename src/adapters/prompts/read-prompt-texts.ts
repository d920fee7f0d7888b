import { readFileSync } from "node:fs";
import { join } from "node:path";

const roleTexts = ["implementer", "fixer", "architect", "reviewer", "validator", "tester", "simplifier"] as const;
type RoleText = (typeof roleTexts)[number];

/** Template texts as they lie in `assets/prompts`, and the repository's own notes. */
export interface ReadPromptTexts {
  readonly roles: Readonly<Record<RoleText, string>>;
  readonly askBlock: string;
  readonly verdicts: Readonly<Record<"review" | "check", string>>;
  readonly askVerdict: string;
  readonly contract: string;
  readonly phrases: Readonly<Record<string, string>>;
  project(): Promise<string | null>;
  progress(): Promise<string | null>;
}

const progressLines = 20;

/**
 * Reads the templates once. The repository's own files, the notes in `notes` (from the root; null: `.ralph/PROMPT.md`) and the
 * progress file, are read at each call, for they change.
 */
export function readPromptTexts(assets: string, root: string, notes: string | null): ReadPromptTexts {
  const text = (name: string): string => readFileSync(join(assets, "prompts", name), "utf8").trim();
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key for each of the names
    roles: Object.fromEntries(roleTexts.map((role) => [role, text(`${role}.md`)])) as ReadPromptTexts["roles"],
    askBlock: text("ask-block.md"),
    verdicts: { review: text("verdict-review.md"), check: text("verdict-check.md") },
    askVerdict: text("ask-verdict.md"),
    contract: text("contract.md"),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of our own, in the package
    phrases: JSON.parse(text("phrases.json")) as Record<string, string>,
    project: () => Promise.resolve(readIfThere(join(root, notes ?? join(".ralph", "PROMPT.md")))),
    progress: () => Promise.resolve(lastLines(readIfThere(join(root, ".ralph", "progress.md")))),
  };
}

const lastLines = (text: string | null): string | null =>
  text?.trimEnd().split("\n").slice(-progressLines).join("\n") ?? null;

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
