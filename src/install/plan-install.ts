import { fillTemplate } from "../core/prompt/work-prompt.ts";
import type { FoundBacklog } from "./detect/detect-backlogs.ts";
import type { Check } from "./detect/finding.ts";
import { type HookGroups, mergeHooks } from "./merge-hooks.ts";
import { skillPath } from "./skill-version.ts";

/** Texts as they lie in `assets/init` and `assets/skills`. */
export interface InstallTexts {
  readonly plan: string;
  readonly ralphrc: string;
  /** By the skill's name. */
  readonly skills: Readonly<Record<string, string>>;
}

/** The repository as it is, seen by path relative to its root. */
export interface InstalledTree {
  read(path: string): string | null;
  /** True where writing the path would write outside of the repository, through a link. */
  leadsOut(path: string): boolean;
  /** True where git ignores what the harness writes below `.ralph`. */
  readonly ignoresState: boolean;
}

/** What a person, or looking around, has chosen. */
export interface InstallChoices {
  readonly agent: string;
  readonly otherAgents: readonly string[];
  readonly gate: readonly string[];
  readonly checks: readonly Check[];
  readonly backlogs: readonly FoundBacklog[];
  readonly hooks: HookGroups;
}

/** What becomes of one file. `text` null: what stands there stays, or (new) git's own list of ignored files is made. */
export interface Placement {
  readonly path: string;
  readonly state: "new" | "changed" | "same" | "kept";
  readonly text: string | null;
  /** What it is for, or why it stays. */
  readonly note: string;
}

/** The list of files that a run never commits; its text is made where it is written. */
export const ignoreFile = ".ralph/.gitignore";
const settingsFile = ".claude/settings.json";

/** What `init` will write, file by file, in the order in which it is shown. Nothing of a person's is ever overwritten. */
export function planInstall(choices: InstallChoices, tree: InstalledTree, texts: InstallTexts): readonly Placement[] {
  return [
    planPlacement(choices, tree, texts),
    rcPlacement(choices, tree, texts),
    tree.ignoresState || tree.read(ignoreFile) !== null
      ? same(ignoreFile, "git leaves out what a run writes")
      : { path: ignoreFile, state: "new" as const, text: null, note: "keeps out of git what a run writes" },
    ...Object.entries(texts.skills).map(([name, text]) =>
      placed(skillPath(name), text, tree, "teaches agents the contract"),
    ),
    hooksPlacement(choices.hooks, tree),
  ].map((placement) =>
    isWritten(placement) && tree.leadsOut(placement.path)
      ? kept(placement.path, "a link leads out of the repository")
      : placement,
  );
}

/** True for a file that is made or changed. */
export const isWritten = ({ state }: Placement): boolean => state === "new" || state === "changed";

function planPlacement({ backlogs }: InstallChoices, tree: InstalledTree, { plan }: InstallTexts): Placement {
  const [first] = backlogs;
  if (first === undefined)
    return placed(".ralph/fix_plan.md", plan, tree, "a plan, explained, with one item to begin with");
  return tree.read(first.path) === plan
    ? same(first.path, "the plan")
    : kept(first.path, `your backlog (${first.source})`);
}

function rcPlacement(choices: InstallChoices, tree: InstalledTree, { ralphrc }: InstallTexts): Placement {
  const config = ["ts", "js", "json", "yaml"]
    .map((ending) => `ralph.config.${ending}`)
    .find((name) => tree.read(name) !== null);
  if (config !== undefined) return kept(config, "your settings; no .ralphrc is needed beside it");
  const { agent, gate } = choices;
  return placed(
    ".ralphrc",
    rcText(choices, ralphrc),
    tree,
    `settings: agent ${agent}, gate ${gate.length === 0 ? "none yet" : gate.join(", ")}`,
  );
}

function rcText({ agent, otherAgents, gate, checks, backlogs }: InstallChoices, template: string): string {
  const sources = [...new Set(checks.filter(({ command }) => gate.includes(command)).map(({ from }) => from))];
  const settings = Object.entries(backlogs[0]?.settings ?? {}).map(([key, value]) => `${key}=${rcWord(value)}`);
  return fillTemplate(template, {
    agent: rcWord(agent),
    otherAgents: otherAgents.join(", "),
    gateFrom: gateWords(gate, sources),
    gate: gate.length === 0 ? '# RALPH_GATE="npm test"' : `RALPH_GATE=${rcWord(gate.join(" ;; "))}`,
    backlog: settings.length === 0 ? "" : `\n# Where the tasks are.\n${settings.join("\n")}\n`,
  });
}

function gateWords(gate: readonly string[], sources: readonly string[]): string {
  if (gate.length === 0) return "Without it nothing that lands is proven.";
  return sources.length === 0
    ? "Each has to pass now, too."
    : `Found in ${sources.join(", ")}; each has to pass now, too.`;
}

/** A value as a shell reads it back. */
const rcWord = (value: string): string => {
  if (/^[\w./:@-]+$/.test(value)) return value;
  return /["$`\\]/.test(value) ? `'${value.replaceAll("'", String.raw`'\''`)}'` : `"${value}"`;
};

function hooksPlacement(hooks: HookGroups, tree: InstalledTree): Placement {
  const before = tree.read(settingsFile);
  const merge = mergeHooks(before, hooks);
  switch (merge.kind) {
    case "same":
      return same(settingsFile, "the hooks of Claude Code are in place");
    case "refused":
      return kept(settingsFile, `left alone, since ${merge.why}; add the hooks by hand or mend it and run init again`);
    case "merged":
      return before === null
        ? { path: settingsFile, state: "new", text: merge.text, note: "hooks, for Claude Code started by hand" }
        : {
            path: settingsFile,
            state: "changed",
            text: merge.text,
            note: "hooks are added, all else stays byte by byte",
          };
  }
}

function placed(path: string, text: string, tree: InstalledTree, note: string): Placement {
  const before = tree.read(path);
  if (before === null) return { path, state: "new", text, note };
  return before === text ? same(path, note) : kept(path, "yours; it differs from what init would write");
}

const same = (path: string, note: string): Placement => ({ path, state: "same", text: null, note });
const kept = (path: string, note: string): Placement => ({ path, state: "kept", text: null, note });
