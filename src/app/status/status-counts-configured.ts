import { loadConfig } from "../../config/load.ts";
import { openTasks } from "../../core/picking/select.ts";
import { BacklogError } from "../../ports/backlog.ts";
import { openBacklog } from "../backlog/open-backlog.ts";
import type { Counts } from "./status-counts.ts";

/** Counts the backlog that the configuration names. One that can't be read is said, and counts as empty. */
export async function countConfigured(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Counts> {
  const { config } = await loadConfig({ root, env });
  try {
    const { tasks } = await (await openBacklog(config, root, { env })).load();
    return { open: openTasks(tasks).length, done: tasks.filter(({ state }) => state === "done").length, problem: null };
  } catch (error) {
    if (!(error instanceof BacklogError)) throw error;
    return { open: 0, done: 0, problem: `${error.fault.message} ${error.fault.hint}` };
  }
}
