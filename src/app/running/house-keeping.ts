import { join } from "node:path";
import { boundLogs } from "../../adapters/system/logs/bound-logs.ts";
import { eventsLogTexts } from "../../adapters/system/logs/events-log.ts";
import { restoreLedger } from "../../adapters/ledger/restore/restore-ledger.ts";
import type { Config } from "../../config/schema.ts";
import { isClosed } from "../../core/task.ts";
import type { Backlog } from "../../ports/backlog.ts";
import type { Ledger } from "../../ports/ledger.ts";

/** What keeping house at the start of a run is about. Paths are absolute. */
export interface House {
  readonly ralph: string;
  readonly run: string;
  readonly config: Config;
  readonly ledger: Ledger;
  readonly backlog: Backlog;
  readonly now: number;
}

/** Lets old logs go, never those of tasks that are still open. What can't be removed is no reason to stop. */
export async function boundOldLogs({ ralph, run, config, ledger, backlog, now }: House): Promise<void> {
  const { tasks } = await backlog.load();
  const open = new Set<string>(tasks.filter((task) => !isClosed(task)).map((task) => task.id));
  const tasksOf = new Map<string, ReadonlyMap<number, string>>();
  const claimed = (of: string): ReadonlyMap<number, string> => {
    const known = tasksOf.get(of) ?? claimedIn(ledger, of);
    tasksOf.set(of, known);
    return known;
  };
  boundLogs(
    join(ralph, "logs"),
    { maxBytes: config.logs.maxBytes, maxAgeDays: config.logs.maxAgeDays },
    {
      current: run,
      isNeeded: (of, iteration) => {
        const ids = iteration === null ? [...claimed(of).values()] : [claimed(of).get(iteration) ?? ""];
        return ids.some((id) => open.has(id));
      },
    },
    now,
  );
}

function claimedIn(ledger: Ledger, run: string): ReadonlyMap<number, string> {
  const tasks = new Map<number, string>();
  for (const { fact, iteration } of ledger.factsOf(run))
    if (fact.kind === "task-claimed") tasks.set(iteration, fact.task.id);
  return tasks;
}

/** Fills a ledger that had to be begun anew with what the logs of earlier runs still hold. */
export const refillFromLogs = (ledger: Ledger, ralph: string): { readonly facts: number } =>
  restoreLedger(ledger, { logs: [...eventsLogTexts(join(ralph, "logs"))], commits: [] });
