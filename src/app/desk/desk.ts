import { join, relative, resolve } from "node:path";
import { fileLock } from "../../adapters/system/lock/file-lock.ts";
import { findCommonDir } from "../../adapters/system/lock/find-common-dir.ts";
import { loadConfig } from "../../config/load.ts";
import { problemText } from "../../config/problem.ts";
import type { Config } from "../../config/schema.ts";
import { terminalSafe } from "../../guard/paths/escape.ts";
import type { Backlog } from "../../ports/backlog.ts";
import type { LockReading } from "../../ports/lock.ts";
import { openBacklog } from "../backlog/open-backlog.ts";
import { kindOfFile } from "../backlog/source-of.ts";
import { badUse } from "./exit-codes.ts";
import { rootOf } from "../root.ts";
import type { ExitCode, World } from "../world/world.ts";

/** What a command that looks or writes by hand has before it: the repository's folder and the settings in force. */
export interface Desk {
  readonly world: World;
  readonly root: string;
  readonly config: Config;
  /** A backlog file was named for this command: it is read and written by itself. */
  readonly alone?: boolean;
}

/** Options of a command that say which backlog is meant: a file (from the working folder) and its kind. */
export interface BacklogOptions {
  readonly file?: string;
  readonly source?: string;
}

/**
 * Opens the desk and does the work there. Warnings of the configuration go to stderr; an error among them ends the command
 * with the exit code of bad configuration.
 */
export async function atDesk(
  world: World,
  options: BacklogOptions,
  work: (desk: Desk) => Promise<ExitCode>,
): Promise<ExitCode> {
  const root = rootOf(world);
  const { config, problems } = await loadConfig({ root, env: world.env, flags: { source: options.source } });
  for (const problem of problems)
    if (problem.severity !== "notice") world.stderr.write(`${terminalSafe(problemText(problem))}\n`);
  if (problems.some(({ severity }) => severity === "error")) return badUse;
  if (options.file === undefined) return work({ world, root, config });
  const file = relative(root, resolve(world.cwd, options.file)).replaceAll("\\", "/");
  const source = options.source === undefined ? kindOfFile(root, file) : config.source;
  return work({ world, root, config: { ...config, source, plan: { ...config.plan, file } }, alone: true });
}

/** The backlog that a command is about. */
export const backlogAt = ({ world, config, root, alone = false }: Desk): Promise<Backlog> =>
  openBacklog(config, root, world, { alone });

/** Where the ledger of a repository stands. */
export const ledgerPathOf = (root: string): string => join(root, ".ralph", "ralph.db");

/** The lock of a repository, or null outside of one. */
export async function runLockOf(root: string) {
  const commonDir = await findCommonDir(root);
  return commonDir === null ? null : fileLock(join(commonDir, "ralph"));
}

/** Whether a run is at work in the repository. Looks only; outside of one nothing is. */
export async function lockReadingOf(root: string): Promise<LockReading> {
  const lock = await runLockOf(root);
  return lock === null ? { state: "free" } : lock.read();
}
