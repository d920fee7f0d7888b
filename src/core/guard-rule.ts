/** Rules of the command guard that a project may lift, by id. */
export const liftableRules = [
  "code-from-stdin",
  "default-branch",
  "denied-program",
  "environment",
  "git-branches",
  "git-discard",
  "git-history",
  "git-push",
  "git-settings",
  "harness-command",
  "harness-signal",
  "hidden-characters",
  "inline-code",
  "landing",
  "outside-repository",
  "program-text",
  "risky-variable",
  "skipped-hooks",
  "unknown-command",
  "unknown-git-command",
  "unknown-script",
  "unknown-target",
] as const;

/** Rules that hold everywhere: without them the guard guards nothing. */
export const fixedRules = [
  "control-surface",
  "doubtful-path",
  "git-internals",
  "plan-file",
  "unreadable-command",
] as const;

export type LiftableRule = (typeof liftableRules)[number];

/** A rule by which a shell command may be refused. */
export type GuardRule = LiftableRule | (typeof fixedRules)[number];
