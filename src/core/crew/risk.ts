import type { Change } from "../fact.ts";
import type { SourceKind } from "../policy.ts";
import type { Task } from "../task.ts";

/** What makes a task high risk: globs or names within paths, and words in its text. Both in any case. */
export interface RiskRules {
  readonly paths: readonly string[];
  readonly keywords: readonly string[];
}

/** The rules that hold everywhere; a person's own are added to them. */
export const defaultRisk: RiskRules = {
  paths: [
    "auth*",
    "*payment*",
    "*invoice*",
    "*cfdi*",
    "migrations/",
    "prisma/",
    "accounting/",
    "*permission*",
    "*security*",
    "*.rls.*",
    "*.tsp",
  ],
  keywords: ["auth", "payment", "invoice", "migration", "permission", "security", "cfdi"],
};

/** What a risk is told by: the rules, and where the task comes from. */
export interface RiskGrounds {
  readonly rules: RiskRules;
  readonly source: SourceKind;
}

/** How risky a task is, and what says so. */
export type Risk = { readonly is: "high"; readonly why: string } | { readonly is: "usual" };

const usual: Risk = { is: "usual" };

/**
 * The risk of a task: by its own word (a label `risk:high`), its priority, the files that it declares and those that were really
 * changed, and its text. The first ground that holds is named.
 */
export function riskOf(task: Task, changes: readonly Pick<Change, "path">[], { rules, source }: RiskGrounds): Risk {
  if (task.labels.some((label) => /^risk:\s*high$/i.test(label))) return high("its label risk:high");
  if (!ranked.has(source) && task.priority <= urgent) return high("its priority is high");
  const declared = firstMatch(task.files, rules.paths);
  if (declared !== null) return high(`its file ${declared}`);
  const changed = firstMatch(
    changes.map((change) => change.path),
    rules.paths,
  );
  if (changed !== null) return high(`the change of ${changed}`);
  const text = `${task.title}\n${task.body}`;
  const word = rules.keywords.find((keyword) => holds(text, keyword));
  return word === undefined ? usual : high(`the word ${word}`);
}

const high = (why: string): Risk => ({ is: "high", why });

/* Where priorities are places in a list, the first one is not urgent for it. */
const ranked: ReadonlySet<SourceKind> = new Set(["prd-json", "exec-plan"]);
const urgent = 1;

const firstMatch = (paths: readonly string[], patterns: readonly string[]): string | null =>
  paths.find((path) => patterns.some((pattern) => matchesRisk(path, pattern))) ?? null;

/**
 * True where a pattern names a path, in any case: `*` stands for letters within a name, `**` for whole folders. A pattern with a
 * slash within begins at the root; others name a file or folder anywhere, and one that ends in a slash only a folder.
 */
export function matchesRisk(path: string, pattern: string): boolean {
  const wanted = pattern.trim().toLowerCase().replace(/^\.\//, "");
  const names = wanted.replace(/\/(?:\*\*)?$/, "");
  if (names === "") return false;
  const body = names
    .split("**")
    .map((part) => part.split("*").map(escaped).join("[^/]*"))
    .join(".*");
  const begin = names.includes("/") ? "^" : "(?:^|/)";
  const end = names === wanted ? "(?:/|$)" : "/";
  return new RegExp(begin + body + end).test(path.toLowerCase());
}

const escaped = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A keyword at the beginning of a word: `auth` is in "authentication", and not in "author" or "co-author". */
function holds(text: string, keyword: string): boolean {
  const wanted = escaped(keyword.trim().toLowerCase());
  if (wanted === "") return false;
  const found = text.toLowerCase().matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}_-])${wanted}[\p{L}\p{N}]*`, "gu"));
  return [...found].some(([word]) => !/^author(?!i[sz])/.test(word));
}
