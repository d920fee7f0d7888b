import { fillTemplate } from "../core/prompt/work-prompt.ts";
import type { FoundBacklog } from "./detect/detect-backlogs.ts";
import type { Check } from "./detect/finding.ts";
import { type AgentTexts, assetFiles, type AssetFile } from "./files/asset-files.ts";
import { agentPrograms, type ProgramName } from "./files/programs.ts";
import { isWritten, kept, type Placement, same } from "./placement.ts";
import { type HooksTree, planHooks, type ProgramHooks } from "./plan-hooks.ts";

/** Texts as they lie in `assets`. */
export interface InstallTexts {
  readonly plan: string;
  readonly ralphrc: string;
  readonly agents: AgentTexts;
}

/** The repository as it is, seen by path relative to its root. */
export interface InstalledTree extends HooksTree {
  /** Whether the path, or a folder above it, is a link: to a place inside of the repository, or out of it. */
  linkOn(path: string): "in" | "out" | null;
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
  /** Agent programs that skills and roles are written for. */
  readonly programs: readonly ProgramName[];
  readonly hooks: readonly ProgramHooks[];
}

/** The list of files that a run never commits. */
export const ignoreFile = ".ralph/.gitignore";

/** What `init` will write, file by file, in the order in which it is shown. Nothing of a person's is ever overwritten. */
export function planInstall(choices: InstallChoices, tree: InstalledTree, texts: InstallTexts): readonly Placement[] {
  return [
    planPlacement(choices, tree, texts),
    rcPlacement(choices, tree, texts),
    tree.ignoresState || tree.read(ignoreFile) !== null
      ? same(ignoreFile, "git leaves out what a run writes")
      : { path: ignoreFile, state: "new" as const, text: null, note: "keeps out of git what a run writes" },
    ...assetFiles(choices.programs, texts.agents).map((file) => assetPlacement(file, tree)),
    ...planHooks(choices.hooks, tree),
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

function placed(path: string, text: string, tree: InstalledTree, note: string): Placement {
  const before = tree.read(path);
  if (before === null) return { path, state: "new", text, note };
  return before === text ? same(path, note) : kept(path, "yours; it differs from what init would write");
}
