import { traitsOf } from "../../core/playbooks/traits.ts";
import type { Playbook } from "../../core/policy.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSpecs, type Specs } from "./read-specs.ts";

const roleTexts = [
  "implementer",
  "fixer",
  "architect",
  "reviewer",
  "validator",
  "tester",
  "simplifier",
  "judge",
  "coordinator",
] as const;
type RoleText = (typeof roleTexts)[number];

/** Template texts as they lie in `assets/prompts`, and the repository's own notes. */
export interface ReadPromptTexts {
  readonly roles: Readonly<Record<RoleText, string>>;
  readonly askBlock: string;
  readonly verdicts: Readonly<Record<"review" | "check", string>>;
  readonly askVerdict: string;
  readonly summary: string;
  readonly grades: string;
  readonly askJson: string;
  readonly audit: string;
  readonly findings: string;
  readonly brief: string;
  readonly coverage: string;
  readonly contract: string;
  readonly phrases: Readonly<Record<string, string>>;
  specs(): Promise<Specs | null>;
  project(): Promise<string | null>;
  progress(): Promise<string | null>;
}

/** Where the repository's own texts stand, and the playbook whose words for a role go before the usual ones. */
export interface PromptPlaces {
  readonly root: string;
  /** From the root; null: `.ralph/PROMPT.md`. */
  readonly notes: string | null;
  readonly playbook: Playbook;
  /** The backlog's own log of progress, from the root, where it keeps one at the moment. */
  readonly log?: () => string | null;
}

const progressLines = 20;

/**
 * Reads the templates once. The repository's own files, its notes and its progress, are read at each call, for they change. A role
 * may have a text of its own under a playbook (`crew-fixer.md`).
 */
export function readPromptTexts(assets: string, { root, notes, playbook, log }: PromptPlaces): ReadPromptTexts {
  const place = (name: string): string => join(assets, "prompts", name);
  const text = (name: string): string => readFileSync(place(name), "utf8").trim();
  const ofRole = (role: RoleText): string => {
    const own = `${playbook}-${role}.md`;
    return text(existsSync(place(own)) ? own : `${role}.md`);
  };
  const progress = traitsOf[playbook].keepsNotebook ? "progress.md" : join(".ralph", "progress.md");
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key for each of the names
    roles: Object.fromEntries(roleTexts.map((role) => [role, ofRole(role)])) as ReadPromptTexts["roles"],
    askBlock: text("ask-block.md"),
    verdicts: { review: text("verdict-review.md"), check: text("verdict-check.md") },
    askVerdict: text("ask-verdict.md"),
    summary: text("summary.md"),
    grades: text("grades.md"),
    askJson: text("ask-json.md"),
    audit: text("audit.md"),
    findings: text("audit-findings.md"),
    brief: text("brief.md"),
    coverage: text("coverage.md"),
    contract: text("contract.md"),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of our own, in the package
    phrases: JSON.parse(text("phrases.json")) as Record<string, string>,
    specs: () => Promise.resolve(readSpecs(join(root, ".ralph", "specs"))),
    project: () => Promise.resolve(readIfThere(join(root, notes ?? join(".ralph", "PROMPT.md")))),
    progress: () => Promise.resolve(lastLines(readIfThere(join(root, log?.() ?? progress)))),
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
