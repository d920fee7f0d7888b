import { foldSegment } from "./repository-path.ts";

/** What the guard needs to know of a project to tell the control surface from the project's own files. */
export interface SurfaceSettings {
  /** Files that carry the state of tasks, repository-relative. */
  readonly planFiles: readonly string[];
  /** Who closes tasks: where it is the harness, an agent has no business in the plan files at all. */
  readonly closeBy: "agent" | "harness";
}

/** What the guard thinks of a path. Only `free`, `passage` and, where agents close tasks, `plan` may be written by an agent. */
export type Protection =
  /** Belongs to the harness: nobody else writes, moves or deletes it. */
  | "protected"
  /** A plan file that is judged item by item after a call, by its source: never removed. */
  | "plan"
  /** The ledger: the harness writes it all the time; that it vanishes or is replaced is an attack. */
  | "ledger"
  /** Written by the harness while an agent works: no business of an agent's, but no evidence against it either. */
  | "own"
  /** A folder on the way to protected paths. */
  | "passage"
  | "free";

/** One row of the control surface. In a pattern `*` stands for a part of one name, a last `**` for the path itself and all below. */
export interface SurfaceRule {
  readonly id: string;
  readonly protection: "protected" | "ledger" | "own";
  readonly patterns: readonly string[];
  /** What it is, for the one who is refused. */
  readonly what: string;
}

const agentHomes = [".claude", ".cursor", ".codex", ".gemini", ".opencode", ".qwen", ".github", ".pi"] as const;
const inEachHome = (...tails: readonly string[]): readonly string[] =>
  agentHomes.flatMap((home) => tails.map((tail) => `${home}/${tail}`));

/** The control surface, first match counts. */
export const surfaceRules: readonly SurfaceRule[] = [
  {
    id: "harness-ledger",
    protection: "ledger",
    patterns: [".ralph/ralph.db"],
    what: "the harness's ledger",
  },
  {
    id: "harness-state",
    protection: "own",
    patterns: [
      ".ralph/ralph.db-*",
      ".ralph/ralph.db.*",
      ".ralph/logs/**",
      ".ralph/live.log*",
      ".ralph/status.json*",
      ".ralph/.status.json*",
      ".ralph/brief.json*",
      ".ralph/brief-next.json*",
      ".ralph/.brief.json.*",
      ".ralph/.brief-next.json.*",
      ".ralph/pending-merges.json*",
      ".ralph/lock*/**",
      ".ralph/*.lock",
      ".ralph/control*/**",
      ".ralph/tmp/**",
      ".ralph/worktree/**",
      ".ralph/.tmp*",
      ".ralph/.subagent_in_flight/**",
      ".ralph/.subagent_starts*",
      ".ralph/.next_intended_issue",
      ".ralph/..next_intended_issue.*",
      ".ralph/.linear_next_issue",
      ".ralph/.exit_signals",
    ],
    what: "a file that the harness writes while it runs",
  },
  { id: "harness-folder", protection: "protected", patterns: [".ralph/**"], what: "the harness's own folder" },
  {
    id: "harness-config",
    protection: "protected",
    patterns: [".ralphrc", "ralph.config.*"],
    what: "the harness's configuration",
  },
  {
    id: "agent-definition",
    protection: "protected",
    patterns: inEachHome("agents/ralph*/**", "agent/ralph*/**", "commands/ralph*/**", "command/ralph*/**"),
    what: "an agent definition that the harness installed",
  },
  {
    id: "agent-skill",
    protection: "protected",
    patterns: inEachHome("skills/ralph-*/**"),
    what: "a skill that the harness installed",
  },
  {
    id: "agent-hook",
    protection: "protected",
    patterns: [
      ...inEachHome(
        "hooks/on-stop.sh",
        "hooks/protect-ralph-files.sh",
        "hooks/ralph*/**",
        "extensions/ralph*/**",
        "plugin/ralph*/**",
        "plugins/ralph*/**",
        "extensions/ralph*/**",
      ),
    ],
    what: "a hook that guards this run",
  },
  {
    id: "hook-registration",
    protection: "protected",
    patterns: [
      ".claude/settings*.json",
      ".codex/hooks.json",
      ".codex/config.toml",
      ".cursor/hooks.json",
      ".gemini/settings.json",
      ".qwen/settings.json",
      ".opencode/opencode.json*",
      "opencode.json*",
      ".pi/settings.json",
    ],
    what: "a settings file that can switch the guarding hooks off",
  },
  {
    id: "git-hooks",
    protection: "protected",
    patterns: [".git/hooks/**"],
    what: "a git hook, which runs as the harness commits",
  },
  {
    id: "git-config",
    protection: "protected",
    patterns: [".git/config*", ".git/worktrees/*/config*"],
    what: "git's configuration, which can run or redirect things",
  },
];

interface Pattern {
  readonly rule: SurfaceRule;
  /** Each name as the texts before and after its `*`, or the whole name alone. */
  readonly names: readonly (readonly [string] | readonly [string, string])[];
  readonly below: boolean;
}

const compile = (rule: SurfaceRule, pattern: string): Pattern => {
  const below = pattern.endsWith("/**");
  const names = (below ? pattern.slice(0, -3) : pattern)
    .split("/")
    .map((name): readonly [string] | readonly [string, string] => {
      const star = name.indexOf("*");
      return star < 0 ? [name] : [name.slice(0, star), name.slice(star + 1)];
    });
  return { rule, names, below };
};

const patterns: readonly Pattern[] = surfaceRules.flatMap((rule) =>
  rule.patterns.map((pattern) => compile(rule, pattern)),
);

const nameMatches = (wanted: readonly [string] | readonly [string, string], name: string): boolean => {
  const before = wanted[0];
  const after = wanted[1];
  if (after === undefined) return before === name;
  return name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
};

const fold = (path: string): readonly string[] =>
  path
    .replaceAll("\\", "/")
    .split("/")
    .filter((name) => name !== "")
    .map(foldSegment);

const leads = (pattern: Pattern, names: readonly string[]): boolean =>
  names.every((name, index) => {
    const wanted = pattern.names[index];
    return wanted !== undefined && nameMatches(wanted, name);
  });

const matches = (pattern: Pattern, names: readonly string[]): boolean =>
  names.length >= pattern.names.length &&
  (pattern.below || names.length === pattern.names.length) &&
  leads(pattern, names.slice(0, pattern.names.length));

/** Most paths are ruled out by their first name; the few patterns with a `*` in it stand under "". */
const byFirstName = Map.groupBy(patterns, ({ names: [first] }) => (first?.length === 1 ? first[0] : ""));
const anyFirstName = byFirstName.get("") ?? [];

const candidates = (names: readonly string[]): readonly Pattern[] => byFirstName.get(names[0] ?? "") ?? anyFirstName;

const ruleOf = (names: readonly string[]): SurfaceRule | null =>
  candidates(names).find((pattern) => matches(pattern, names))?.rule ?? null;

/** The row of the control surface that a repository-relative path falls under, however its name is disguised; null for the project's own files. */
export const surfaceRule = (path: string): SurfaceRule | null => ruleOf(fold(path));

/** The harness's own folder is judged as a whole where the harness closes tasks; a plan elsewhere is read by its source. */
const isPlan = (path: string, { planFiles, closeBy }: SurfaceSettings): boolean =>
  closeBy === "agent"
    ? planFiles.includes(path)
    : planFiles.some((plan) => fold(plan).join("/") === fold(path).join("/")) && surfaceRule(path) === null;

/** What the guard thinks of a repository-relative path (`/` between, already normalised). */
export function protectionOf(path: string, settings: SurfaceSettings): Protection {
  if (isPlan(path, settings)) return "plan";
  const names = fold(path);
  const rule = ruleOf(names);
  if (rule !== null) return rule.protection;
  return names.length === 0 ||
    candidates(names).some((pattern) => names.length < pattern.names.length && leads(pattern, names))
    ? "passage"
    : "free";
}

/** True when an agent may not write there by any means. */
export function isControlSurface(path: string, settings: SurfaceSettings): boolean {
  const protection = protectionOf(path, settings);
  if (protection === "plan") return settings.closeBy === "harness";
  return protection === "protected" || protection === "ledger" || protection === "own";
}

/** True when removing or moving the path would take some of the control surface with it: the root, `.claude`, `.git`, the plan … */
export function holdsControlSurface(path: string, settings: SurfaceSettings): boolean {
  return (
    protectionOf(path, settings) !== "free" ||
    settings.planFiles.some((plan) => plan === path || plan.startsWith(`${path}/`))
  );
}

/** True when raw text names part of the control surface: for a hook that can't judge any more and has to guess on the safe side. */
export const mentionsSurface = (text: string): boolean =>
  /\.ralph|ralphrc|ralph\.config|ralph-|\.git\b|\.(?:claude|cursor|codex|gemini|opencode|qwen)\b|(?:^|[/"'\s])\.pi\b|\.github\/hooks|opencode\.json|on-stop\.sh|protect-ralph/i.test(
    text,
  );
