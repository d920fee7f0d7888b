import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { Command } from "commander";
import { hookSettings } from "../../adapters/agents/claude/hooks.ts";
import { dialects } from "../../adapters/agents/dialects.ts";
import { replaceFile } from "../../adapters/system/atomic-file.ts";
import { ensureIgnored } from "../../adapters/system/logs/ensure-ignored.ts";
import { areIgnored } from "../../adapters/workspace/git/are-ignored.ts";
import { openRepository } from "../../adapters/workspace/git/open-repository.ts";
import { agentKinds } from "../../config/schema.ts";
import { detectBacklogs } from "../../install/detect/detect-backlogs.ts";
import { detectProject } from "../../install/detect/detect-project.ts";
import { glimpseOf } from "../../install/detect/glimpse.ts";
import { nextSteps, placementsText, type Seen, seenText } from "../../install/install-text.ts";
import type { HookGroups } from "../../install/merge-hooks.ts";
import {
  ignoreFile,
  isWritten,
  type InstalledTree,
  type InstallTexts,
  type Placement,
  planInstall,
} from "../../install/plan-install.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import { asker, type Asker } from "../asker.ts";
import { finderOf, selfCommand } from "../compose.ts";
import { packageRoot } from "../package-root.ts";
import type { CommandContext } from "../program.ts";
import { rootOf } from "../root.ts";
import type { ExitCode, World } from "../world.ts";

/** The options of `ralph init`. */
export interface InitOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/** Defines `ralph init`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .option("--yes", "ask nothing, and take what was found")
    .option("--dry-run", "show what would be written, and write nothing")
    .addHelpText("after", "\nExamples:\n  ralph init\n  ralph init --yes\n  ralph init --dry-run")
    .action((options: InitOptions) => done(initCommand(options, world)));
}

const badUse = 2;

/** `ralph init`: looks around, asks at most three questions, shows what it will write, writes it, and says what comes next. */
export async function initCommand(options: InitOptions, world: World): Promise<ExitCode> {
  const root = rootOf(world);
  if (!existsSync(join(root, ".git"))) {
    world.stderr.write(`${root} is no git repository. Make one first (git init), or go to one.\n`);
    return badUse;
  }
  const seen = await lookAround(root, world);
  world.stdout.write(seenText(seen));
  await using ask = asker(world, options.yes === true || options.dryRun === true);
  const agent = await chooseAgent(seen, ask);
  const gate = await chooseGate(seen, ask);
  const choices = {
    agent: agent ?? "claude",
    otherAgents: Object.keys(dialects).filter((name) => name !== (agent ?? "claude")),
    gate,
    checks: seen.project.checks,
    backlogs: seen.backlogs,
    hooks: hooksOf(world),
  };
  const placements = planInstall(choices, await treeAt(root, world), readTexts());
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
  for (const placement of placements.filter(isWritten)) await write(placement, root);
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

function hooksOf(world: World): HookGroups {
  const settings: { readonly hooks: HookGroups } = JSON.parse(
    hookSettings([...selfCommand(world), "hook"], "everyone"),
  );
  return settings.hooks;
}

function readTexts(): InstallTexts {
  const assets = join(packageRoot(), "assets");
  const text = (...path: readonly string[]): string => readFileSync(join(assets, ...path), "utf8");
  const skills = readdirSync(join(assets, "skills")).toSorted();
  return {
    plan: text("init", "fix_plan.md"),
    ralphrc: text("init", "ralphrc"),
    skills: Object.fromEntries(skills.map((name) => [name, text("skills", name, "SKILL.md")])),
  };
}

async function treeAt(root: string, world: World): Promise<InstalledTree> {
  const glimpse = glimpseOf(root);
  return {
    read: (path) => glimpse.text(path),
    leadsOut: (path) => !isInside(realpathSync.native(root), nearestReal(join(root, path))),
    ignoresState: await ignoresState(root, world),
  };
}

const isInside = (root: string, path: string): boolean => path === root || path.startsWith(root + sep);

/** The real path of the nearest folder or file above that exists. */
const nearestReal = (path: string): string =>
  existsSync(path) ? realpathSync.native(path) : nearestReal(dirname(path));

async function ignoresState(root: string, world: World): Promise<boolean> {
  try {
    const repository = await openRepository(root, { env: world.env });
    return await areIgnored(repository, world.env, [
      join(root, ".ralph", "ralph.db"),
      join(root, ".ralph", "logs", "run.jsonl"),
    ]);
  } catch (error) {
    // Without a first commit there is not much to look at; the list of ignored files is made then.
    if (error instanceof WorkspaceError) return false;
    throw error;
  }
}

async function write({ path, text, state }: Placement, root: string): Promise<void> {
  const target = join(root, path);
  if (path === ignoreFile) {
    await ensureIgnored(dirname(target), () => Promise.resolve(false));
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  if (state === "changed") await replaceFile(target, text ?? "");
  else await writeFile(target, text ?? "", { flag: "wx" });
}
