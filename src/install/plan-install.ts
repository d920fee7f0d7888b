import { fillTemplate } from "../core/prompt/work-prompt.ts";
import type { FoundBacklog } from "./detect/detect-backlogs.ts";
import type { Check } from "./detect/finding.ts";
import { type AgentTexts, assetFiles, type AssetFile } from "./files/asset-files.ts";
import { agentPrograms, type ProgramName } from "./files/programs.ts";
import { type HookGroups, mergeHooks } from "./merge-hooks.ts";

/** Texts as they lie in `assets`. */
export interface InstallTexts {
  readonly plan: string;
  readonly ralphrc: string;
  readonly agents: AgentTexts;
}

/** The repository as it is, seen by path relative to its root. */
export interface InstalledTree {
  read(path: string): string | null;
  /** Whether the path, or a folder above it, is a link: to a place inside of the repository, or out of it. */
  linkOn(path: string): "in" | "out" | null;
  /** True where git ignores what the harness writes below `.ralph`. */
  readonly ignoresState: boolean;
  /** True where git ignores the settings of Claude Code that are for one person alone. */
  readonly ignoresSettings: boolean;
}

/** What a person, or looking around, has chosen. */
export interface InstallChoices {
  readonly agent: string;
  readonly otherAgents: readonly string[];
  readonly gate: readonly string[];
  readonly checks: readonly Check[];
  readonly backlogs: readonly FoundBacklog[];
  /** Agent programs that skills and roles are written for. */
  readonly programs: readonly ProgramName[];
  readonly hooks: HookGroups;
}

/** What becomes of one file. `text` null: what stands there stays, or it is a list of ignored files, made where it is written. */
export interface Placement {
  readonly path: string;
  readonly state: "new" | "changed" | "same" | "kept";
  readonly text: string | null;
  /** What it is for, or why it stays. */
  readonly note: string;
  /** Files that are told in one line where the same becomes of them, and what that line says of so many. */
  readonly group?: { readonly path: string; readonly many: string };
}

/** The list of files that a run never commits. */
export const ignoreFile = ".ralph/.gitignore";
/** Where the hooks of Claude Code go: their paths are this machine's, and the file is nobody else's. */
export const hooksFile = ".claude/settings.local.json";
/** Git's list of ignored files that is never committed. */
export const excludeFile = ".git/info/exclude";

/** What `init` will write, file by file, in the order in which it is shown. Nothing of a person's is ever overwritten. */
export function planInstall(choices: InstallChoices, tree: InstalledTree, texts: InstallTexts): readonly Placement[] {
  return [
    planPlacement(choices, tree, texts),
    rcPlacement(choices, tree, texts),
    tree.ignoresState || tree.read(ignoreFile) !== null
      ? same(ignoreFile, "git leaves out what a run writes")
      : { path: ignoreFile, state: "new" as const, text: null, note: "keeps out of git what a run writes" },
    ...assetFiles(choices.programs, texts.agents).map((file) => assetPlacement(file, tree)),
    ...(choices.programs.includes("claude") ? hooksPlacements(choices.hooks, tree) : []),
  ].map((placement) =>
    isWritten(placement) && tree.linkOn(placement.path) === "out"
      ? kept(placement.path, "a link leads out of the repository")
      : placement,
  );
}

function assetPlacement({ path, text, program, kind }: AssetFile, tree: InstalledTree): Placement {
  const { title } = agentPrograms[program];
  const placement =
    tree.linkOn(path) === "in"
      ? kept(path, "a link of yours")
      : placed(path, text, tree, kind === "skill" ? "teaches agents the contract" : "an agent to be called");
  const folder = kind === "skill" ? path.split("/").slice(0, -2) : path.split("/").slice(0, -1);
  return { ...placement, group: { path: `${folder.join("/")}/ralph-*`, many: `${kind}s for ${title}` } };
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

/** The hooks of Claude Code, and the line that keeps them out of git. */
export function hooksPlacements(hooks: HookGroups, tree: InstalledTree): readonly Placement[] {
  const settings = hooksPlacement(hooks, tree);
  if (tree.ignoresSettings || settings.state === "kept") return [settings];
  return [
    settings,
    {
      path: excludeFile,
      state: "changed",
      text: null,
      note: `keeps ${hooksFile} out of git: its paths are this machine's`,
    },
  ];
}

function hooksPlacement(hooks: HookGroups, tree: InstalledTree): Placement {
  const before = tree.read(hooksFile);
  const merge = mergeHooks(before, hooks);
  switch (merge.kind) {
    case "same":
      return same(hooksFile, "the hooks of Claude Code are in place");
    case "refused":
      return kept(hooksFile, `left alone, since ${merge.why}; add the hooks by hand or mend it and run init again`);
    case "merged":
      return before === null
        ? { path: hooksFile, state: "new", text: merge.text, note: "hooks, for Claude Code started by hand" }
        : {
            path: hooksFile,
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
