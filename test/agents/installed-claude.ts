import { claudePackage, install } from "./install.ts";
import { openLoopWorld, type LoopWorld, type LoopWorldOptions } from "./loop-world.ts";

/** Claude Code as these tests run it; where it can't be had its tests are skipped, and that is said. */
export const installed = await install(claudePackage);
if (!installed.ok) console.warn(`SKIPPED: ${installed.reason}`);

/** The name of a group of tests. */
export const claudeVersion = `Claude Code ${claudePackage.version}`;

/** A world whose agent is this Claude Code. */
export const openClaudeWorld = (options: Omit<LoopWorldOptions, "agentFolder">): Promise<LoopWorld> =>
  openLoopWorld({ agentFolder: installed.ok ? installed.folder : "", ...options });
