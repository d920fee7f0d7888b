/** Files that no agent may change, as OpenCode's patterns say it: `*` stands for anything. */
const files: readonly string[] = [
  ".ralphrc",
  "ralph.config.*",
  ".ralph/ralph.db*",
  ".ralph/logs/*",
  ".ralph/control*",
  ".ralph/lock*",
  ".ralph/specs/*",
  ".ralph/PROMPT.md",
  ".ralph/*.txt",
  ".git/*",
  ".opencode/plugin*",
  ".opencode/agent*/ralph*",
  ".opencode/skills/ralph-*",
  ".opencode/opencode.json*",
  "opencode.json*",
  ".claude/settings*",
  ".claude/hooks/*",
  ".claude/skills/ralph-*",
  ".codex/*",
  ".gemini/settings.json",
  ".qwen/settings.json",
  ".github/hooks/*",
];

/** What takes a file away is kept from the whole folder; what writes into one may tick an item of the plan there. */
const removals = ["rm *", "mv *", "truncate *", "shred *", "cp *"] as const;
const writes = ["tee *", "sed -i*"] as const;
const own = files.filter((file) => file.startsWith(".ralph")).map((file) => file.replace(/\*$/, ""));

const changes: readonly string[] = [
  ...removals.map((start) => `${start}.ralph*`),
  ...writes.flatMap((start) => own.map((file) => `${start}${file}*`)),
  ...[...removals, ...writes].flatMap((start) => [`${start}ralph.config.*`, `${start}.git/*`]),
];

const otherCommands: readonly string[] = [
  "rm *.git",
  "mv *.git *",
  "find *-delete*",
  "python -c*",
  "python3 -c*",
  "node -e*",
  "node --eval*",
  "node -p*",
  "deno eval*",
  "bun -e*",
  "ruby -e*",
  "perl -e*",
  "php -r*",
  "bash -c*",
  "bash -lc*",
  "sh -c*",
  "zsh -c*",
  "eval *",
  "git push --force*",
  "git push -f*",
  "git push *--force*",
  "git push *--mirror*",
  "git push *--all*",
  "git push * main",
  "git push *:main",
  "git push * master",
  "git push *:master",
  "git reset --hard*",
  "git clean *",
  "git branch -D*",
  "git commit *--no-verify*",
  "git commit -n*",
  "git config *",
  "git -c core.*",
  "git update-ref*",
  "ralph stop*",
  "ralph pause*",
  "ralph breaker *",
  "ralph plan done*",
  "ralph upgrade*",
];

const denied = (patterns: readonly string[]): Readonly<Record<string, "deny">> =>
  Object.fromEntries(patterns.map((pattern) => [pattern, "deny"]));

/**
 * What OpenCode is told to deny by its own permission rules. It asks no hook, and its rules know no work tree and no shell:
 * they stop the plain attempts, and what gets past them is found by comparing after the call.
 */
export const openCodeRules = {
  permission: { edit: denied(files), bash: denied([...changes, ...otherCommands]) },
} as const;
