import { join } from "node:path";
import type { Command } from "commander";
import { replaceFile } from "../../adapters/system/atomic-file.ts";
import { diffTexts } from "../../adapters/workspace/git/read/compare-texts.ts";
import { loadConfig } from "../../config/load.ts";
import { problemText } from "../../config/problem.ts";
import { terminalSafe } from "../../guard/paths/escape.ts";
import { programNames } from "../../install/files/programs.ts";
import { isNewer } from "../../install/upgrade/is-newer.ts";
import { recordAfter } from "../../install/upgrade/plan-upgrade.ts";
import { conflictsText, renamedKeysText, renewalsText } from "../../install/upgrade/upgrade-text.ts";
import { jsonAnswer, refusal } from "../../show/cli/command-answer.ts";
import { asker } from "../words/asker.ts";
import { byHand } from "../desk/by-hand.ts";
import { badUse } from "../desk/exit-codes.ts";
import { tell } from "../desk/tell.ts";
import { underLock } from "../desk/under-lock.ts";
import { applyRenewals, backUp, type WriteFailures } from "../installation/apply-renewals.ts";
import { keepRecord } from "../installation/keep-record.ts";
import { namedPrograms } from "../installation/programs-here.ts";
import { rcFile, type UpgradeHere, upgradeHere, writesSomething } from "../installation/upgrade-here.ts";
import { writePlacement } from "../installation/write-placement.ts";
import type { CommandContext } from "../words/program.ts";
import { isWorkTree, rootOf } from "../root.ts";
import type { ExitCode, World } from "../world/world.ts";

/** The options of `ralph upgrade`. */
export interface UpgradeOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly agents?: string;
}

/** Defines `ralph upgrade`. */
export function define(command: Command, { world, done }: CommandContext): void {
  command
    .option("--yes", "ask nothing")
    .option("--dry-run", "show what would change, and write nothing")
    .option("--agents <names>", `further agent programs to install for, of ${programNames.join(", ")}`)
    .option("--json", "print what was done to each file as JSON; asks nothing")
    .addHelpText(
      "after",
      "\nYour own changes to an installed file are merged with the new text. What can't be merged is put beside the file.\n\nExamples:\n  ralph upgrade --dry-run\n  ralph upgrade\n  ralph upgrade --yes",
    )
    .action((options: UpgradeOptions) => done(upgradeCommand(options, world)));
}

/** `ralph upgrade`: renews what was installed, keeps what a person changed, and shows each difference before it is written. */
export async function upgradeCommand(options: UpgradeOptions, world: World): Promise<ExitCode> {
  const root = rootOf(world);
  const named = options.agents === undefined ? null : namedPrograms(options.agents);
  if (named?.ok === false) return tell(world, refusal(named.problem, "Nothing was changed.", badUse), "text");
  if (!isWorkTree(root))
    return tell(
      world,
      refusal(`${root} is not a git repository.`, "Go to the one that ralph works in.", badUse),
      "text",
    );
  const plan = (): Promise<UpgradeHere> => upgradeHere(root, named?.programs ?? [], world);
  if (options.dryRun === true) return await upgrade(root, await plan(), options, world);
  return await underLock(world, root, byHand("upgrade"), async () => upgrade(root, await plan(), options, world));
}

async function upgrade(root: string, here: UpgradeHere, options: UpgradeOptions, world: World): Promise<ExitCode> {
  const { record, version } = here;
  if (record.version !== null && isNewer(record.version, version))
    return tell(
      world,
      refusal(
        `These files were installed by ralph ${record.version}, and this is ralph ${version}, which would replace them by older ones.`,
        `Install ralph ${record.version} or newer. Nothing was changed.`,
        1,
      ),
      "text",
    );
  const asksNothing = options.yes === true || options.dryRun === true || options.json === true;
  if (options.json !== true) await show(root, here, world);
  const wants = options.dryRun !== true && (!writesSomething(here) || (await agrees(asksNothing, world)));
  const failures = wants ? await write(root, here, world) : new Map<string, string>();
  if (options.json === true) {
    world.stdout.write(jsonAnswer(jsonOf(here, wants, failures)).stdout);
  } else {
    world.stdout.write(terminalSafe(endText(here, { written: wants, failures, isDryRun: options.dryRun === true })));
  }
  const isOpen = here.renewals.some(({ state }) => state === "conflict" || state === "open");
  return failures.size > 0 || (isOpen && options.dryRun !== true) ? 1 : 0;
}

async function agrees(asksNothing: boolean, world: World): Promise<boolean> {
  await using ask = asker(world, asksNothing);
  return await ask.confirm("Write these changes?");
}

async function show(root: string, here: UpgradeHere, world: World): Promise<void> {
  const { renewals, hooks, settings, record, version } = here;
  const from = record.version === null || record.version === version ? "" : ` from ${record.version}`;
  const parts = [`Upgrade${from} to ralph ${version}\n\n`, renewalsText(renewals)];
  for (const renewal of renewals)
    if ("before" in renewal && "text" in renewal)
      parts.push(await diffTexts(renewal.path, renewal.before, renewal.text, world.env), "\n");
  for (const { path, note } of hooks) parts.push(`  ~ ${path}  ${note}\n`);
  if (settings !== null && settings.keys.length > 0)
    parts.push(
      "Older names in your settings\n",
      renamedKeysText(settings.keys),
      "\n",
      await diffTexts(rcFile, settings.before, settings.text, world.env),
      "\n",
    );
  const { problems } = await loadConfig({ root, env: world.env });
  const told = problems.filter(({ file }) => file !== null).map((problem) => `  ${problemText(problem)}\n`);
  if (told.length > 0) parts.push("To look at in your settings\n", ...told, "\n");
  world.stdout.write(terminalSafe(parts.join("")));
}

async function write(root: string, here: UpgradeHere, world: World): Promise<WriteFailures> {
  const { renewals, hooks, settings, record, version, programs } = here;
  const backups = backupFolder(root, world);
  const failures = new Map(await applyRenewals(root, renewals, backups));
  const others: readonly { readonly path: string; readonly write: () => Promise<void> }[] = [
    ...hooks.map((hook) => ({ path: hook.path, write: () => writePlacement(hook, root) })),
    ...(settings === null || settings.text === settings.before
      ? []
      : [
          {
            path: rcFile,
            write: () => backUp(root, rcFile, backups).then(() => replaceFile(join(root, rcFile), settings.text)),
          },
        ]),
  ];
  for (const other of others)
    await other.write().catch((error: unknown) => {
      failures.set(other.path, error instanceof Error ? error.message : String(error));
    });
  if (programs.length > 0 || record.version !== null)
    await keepRecord(root, recordAfter(record, renewals, { version, programs, failed: new Set(failures.keys()) }));
  return failures;
}

/** A folder for each upgrade, named by its time (UTC). */
const backupFolder = (root: string, world: World): string =>
  join(root, ".ralph", "backups", new Date(world.now()).toISOString().replaceAll(/[:.]/g, "-"));

interface Outcome {
  readonly written: boolean;
  readonly failures: WriteFailures;
  readonly isDryRun: boolean;
}

function endText(here: UpgradeHere, { written, failures, isDryRun }: Outcome): string {
  const { programs, record, renewals } = here;
  if (!writesSomething(here)) {
    const waiting = conflictsText(renewals);
    if (waiting !== "") return waiting;
    return programs.length === 0 && record.version === null
      ? "Nothing of ralph is installed here; `ralph init` installs it.\n"
      : "Nothing had to be changed.\n";
  }
  if (!written) return isDryRun ? "Nothing was written (--dry-run).\n" : "Nothing was written.\n";
  const failed = [...failures].map(([path, why]) => `${path} could not be written: ${why}\n`);
  const replaced = renewals.some(({ state }) => state === "renewed" || state === "merged" || state === "retired");
  return [
    failed.length === 0 ? "Written." : "Written, but for these:",
    "\n",
    ...failed,
    ...(replaced ? ["What stood there before is in .ralph/backups.\n"] : []),
    conflictsText(renewals),
  ].join("");
}

const jsonOf = (
  { record, version, renewals, hooks, settings }: UpgradeHere,
  written: boolean,
  failures: WriteFailures,
) => ({
  from: record.version,
  to: version,
  written,
  files: [...renewals, ...hooks].map(({ path, state, note }) => ({
    path,
    state,
    note,
    problem: failures.get(path) ?? null,
  })),
  settings: settings?.keys ?? [],
});
