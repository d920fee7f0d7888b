import type { Command } from "commander";
import { dialects } from "../../adapters/agents/dialects.ts";
import { agentKinds } from "../../config/schema.ts";
import { detectBacklogs } from "../../install/detect/detect-backlogs.ts";
import { detectProject } from "../../install/detect/detect-project.ts";
import { glimpseOf } from "../../install/detect/glimpse.ts";
import { nextSteps, placementsText, type Seen, seenText } from "../../install/install-text.ts";
import { assetFiles } from "../../install/files/asset-files.ts";
import { type ProgramName, programNames } from "../../install/files/programs.ts";
import { isWritten, type Placement } from "../../install/placement.ts";
import { planInstall } from "../../install/plan-install.ts";
import { digestOf } from "../../install/upgrade/install-record.ts";
import { badUse } from "../desk/exit-codes.ts";
import { tell } from "../desk/tell.ts";
import { refusal } from "../../show/cli/command-answer.ts";
import { asker, type Asker } from "../words/asker.ts";
import { finderOf } from "../compose/compose.ts";
import { hooksHere } from "../installation/hooks-here.ts";
import { agentTexts, installTexts, ownVersion } from "../installation/install-assets.ts";
import { installedTree } from "../installation/installed-tree.ts";
import { keepRecord, keepText, recordAt } from "../installation/keep-record.ts";
import { namedPrograms, programsHere } from "../installation/programs-here.ts";
import { writePlacement } from "../installation/write-placement.ts";
import type { CommandContext } from "../words/program.ts";
import { isWorkTree, rootOf } from "../root.ts";
import type { ExitCode, World } from "../world/world.ts";

/** The options of `ralph init`. */
export interface InitOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  /** Agent programs that skills and roles are installed for, with commas between. */
  readonly agents?: string;
}

/** Defines `ralph init`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .option("--yes", "ask nothing, and take what was found")
    .option("--dry-run", "show what would be written, and write nothing")
    .option("--agents <names>", "agent programs to install skills and roles for, such as claude,codex")
    .addHelpText(
      "after",
      `\nWithout --agents: those that are found here. There are ${programNames.join(", ")}.\n\nExamples:\n  ralph init\n  ralph init --yes\n  ralph init --dry-run\n  ralph init --agents claude,codex`,
    )
    .action((options: InitOptions) => done(initCommand(options, world)));
}

/** `ralph init`: looks around, asks at most three questions, shows what it will write, writes it, and says what comes next. */
export async function initCommand(options: InitOptions, world: World): Promise<ExitCode> {
  const root = rootOf(world);
  if (!isWorkTree(root))
    return tell(
      world,
      refusal(`${root} is not a git repository.`, "Make one first (git init), or go to one.", badUse),
      "text",
    );
  const named = options.agents === undefined ? null : namedPrograms(options.agents);
  if (named?.ok === false) return tell(world, refusal(named.problem, "Nothing was changed.", badUse), "text");
  const seen = await lookAround(root, world);
  world.stdout.write(seenText(seen));
  await using ask = asker(world, options.yes === true || options.dryRun === true);
  const agent = await chooseAgent(seen, ask);
  const gate = await chooseGate(seen, ask);
  const programs = named?.programs ?? (await programsFor(root, agent, world));
  const hooks = hooksHere(programs, world);
  const choices = {
    agent: agent ?? "claude",
    otherAgents: Object.keys(dialects).filter((name) => name !== (agent ?? "claude")),
    gate,
    checks: seen.project.checks,
    backlogs: seen.backlogs,
    programs,
    hooks,
  };
  const hookFiles = hooks.map(({ file }) => file);
  const placements = planInstall(choices, await installedTree(root, hookFiles, world), installTexts());
  if (!placements.some(isWritten)) {
    world.stdout.write(
      `${placementsText(placements, "will")}Everything is in place; nothing was changed.\n\n${nextSteps(placements, gate, agent)}`,
    );
    return 0;
  }
  world.stdout.write(placementsText(placements, "will"));
  if (options.dryRun === true) {
    world.stdout.write("Nothing was written (--dry-run).\n");
    return 0;
  }
  if (!(await ask.confirm("Write these files?"))) {
    world.stdout.write("Nothing was written.\n");
    return 0;
  }
  for (const placement of placements.filter(isWritten)) await writePlacement(placement, root);
  await recordInstalled(root, choices.programs, placements);
  world.stdout.write(`Written.\n\n${nextSteps(placements, gate, agent)}`);
  return 0;
}

async function lookAround(root: string, world: World): Promise<Seen> {
  const glimpse = glimpseOf(root);
  const find = finderOf(root, world);
  // Only agents that this version can drive; `command`, `acp` and `script` are no programs of their own.
  const driven = agentKinds.filter((kind) => kind in dialects && !["acp", "command", "script"].includes(kind));
  const found = await Promise.all(driven.map(async (kind) => ((await find(kind)) === null ? [] : [kind])));
  return { project: detectProject(glimpse), backlogs: detectBacklogs(glimpse), agents: found.flat() };
}

async function chooseAgent({ agents }: Seen, ask: Asker): Promise<string | null> {
  const [first = null] = agents;
  if (first === null || agents.length === 1) return first;
  const answer = await ask.text(`Which agent does the work (${agents.join(", ")})?`, first);
  return agents.find((agent) => agent === answer.toLowerCase()) ?? first;
}

async function chooseGate({ project }: Seen, ask: Asker): Promise<readonly string[]> {
  const found = [...new Set(project.checks.map(({ command }) => command))];
  const answer = await ask.text("What has to pass before work lands (;; between commands)?", found.join(" ;; "));
  return answer
    .split(";;")
    .map((command) => command.trim())
    .filter((command) => command !== "" && command !== "none");
}

/** Without a word from the person: the programs that are here and the one that does the work; Claude Code where there is none. */
async function programsFor(root: string, agent: string | null, world: World): Promise<readonly ProgramName[]> {
  const here = new Set<string>(await programsHere(root, glimpseOf(root), world));
  const known = new Set([...here, ...recordAt(root).programs, ...(agent === null ? [] : [agent])]);
  const programs = programNames.filter((name) => known.has(name));
  return programs.length === 0 ? ["claude"] : programs;
}

/** Keeps what was installed, so that an upgrade can tell a person's changes from ours. */
async function recordInstalled(
  root: string,
  programs: readonly ProgramName[],
  placements: readonly Placement[],
): Promise<void> {
  const placed = new Set(placements.filter(({ state }) => state !== "kept").map(({ path }) => path));
  const files = assetFiles(programs, agentTexts()).filter(({ path }) => placed.has(path));
  for (const { text } of files) await keepText(root, text);
  const record = recordAt(root);
  await keepRecord(root, {
    ...record,
    version: ownVersion(),
    programs: [...new Set([...record.programs, ...programs])],
    files: { ...record.files, ...Object.fromEntries(files.map(({ path, text }) => [path, digestOf(text)])) },
  });
}
