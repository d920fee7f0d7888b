/** One increment of a plan for tests; what is left out is one that any work satisfies. */
export interface IncrementText {
  readonly title: string;
  readonly gate?: readonly string[];
  readonly files?: readonly string[];
  /** The kind of its commit. */
  readonly type?: string;
}

/** A plan and its product document as they stand before a workspace is made; `criteria` are no increment's. */
export function execPlanFiles(
  increments: readonly IncrementText[],
  criteria: readonly string[] = [],
): Readonly<Record<string, string>> {
  const numberOf = (i: number): string => String(i + 1).padStart(2, "0");
  const list = (lines: readonly string[]): string => lines.map((line) => `- \`${line}\`\n`).join("");
  const parts = increments.map(
    ({ title, gate = ["test ! -e broken"], files = ["src"], type }, i) =>
      `### Increment ${numberOf(i)} — ${title}\n\n**Status:** pending\n${type === undefined ? "" : `**Type:** ${type}\n`}\n#### Scope\n\n- ${title}\n\n#### Primary files\n\n${list(files)}\n#### Test gate\n\n${list(gate)}`,
  );
  const milestones = increments.map((_, i) => `| M${i + 1} | ${numberOf(i)} | pending |\n`).join("");
  const stories = increments.map(
    ({ title }, i) =>
      `### US-${i + 1}: ${title}\n\n**Status:** pending\n\n- [ ] ${title} works (increment ${numberOf(i)})\n`,
  );
  const others = criteria.map((text) => `- [ ] ${text}\n`).join("");
  return {
    "docs/exec-plans/active/0001_exec_numbers.md": `# Execution plan 0001: numbers\n\n**Current Increment:** none\n**Overall Status:** pending\n\n## Milestone Chunks\n\n| Milestone | Increments | Status |\n| --- | --- | --- |\n${milestones}\n## Increments\n\n${parts.join("\n")}`,
    "docs/product-specs/0001_prd_numbers.md": `# PRD 0001: numbers\n\n**Status:** pending\n\n## User stories\n\n${stories.join("\n")}${others === "" ? "" : `\n### US-9: all of it\n\n**Status:** pending\n\n${others}`}`,
  };
}

/** Where the plan, its document and its log stand once there is a workspace. */
export const workspaceAt = {
  plan: "docs/exec-plans/active/0001_numbers/0001_exec_numbers.md",
  prd: "docs/exec-plans/active/0001_numbers/0001_prd_numbers.md",
  log: "docs/exec-plans/active/0001_numbers/progress.txt",
  completed: "docs/exec-plans/completed/0001_exec_numbers.md",
} as const;

/** The entries of a log of progress, each as its lines by their names. */
export const entriesIn = (log: string): readonly Readonly<Record<string, string>>[] =>
  log
    .split(/^## /m)
    .slice(1)
    .map((entry) => Object.fromEntries([...entry.matchAll(/^- (.+?): (.*)$/gm)].map(([, key, value]) => [key, value])));
