import { existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Ledger } from "../../../ports/ledger.ts";
import { moveAside } from "./move-aside.ts";
import { openSqliteLedger } from "./open-sqlite-ledger.ts";
import type { SqliteLedger } from "./sqlite-ledger.ts";

/**
 * A ledger that outlives its file: an agent's `git clean -fdx` takes the file away, or another is put in its place, and the open
 * connection goes on writing where nobody will ever look. Before each append the file is looked for; where it is gone, all of the
 * history is written there again. What lies in its place is moved aside. `now` (ms) names that.
 */
export function lastingLedger(opened: SqliteLedger, { now }: { readonly now: () => number }): Ledger {
  const { path } = opened;
  let ledger = opened;
  let inode = inodeOf(path);
  return {
    append: (place, facts, durability) => {
      if (inodeOf(path) !== inode) {
        ledger = writtenAgain(ledger, now);
        inode = inodeOf(path);
      }
      return ledger.append(place, facts, durability);
    },
    factsOf: (run) => ledger.factsOf(run),
    lastRun: () => ledger.lastRun(),
    memoryOf: (task) => ledger.memoryOf(task),
    [Symbol.dispose]: () => ledger[Symbol.dispose](),
  };
}

function writtenAgain(ledger: SqliteLedger, now: () => number): SqliteLedger {
  const { path } = ledger;
  const copy = `${path}.again`;
  mkdirSync(dirname(path), { recursive: true });
  rmSync(copy, { force: true });
  ledger.copyTo(copy);
  ledger[Symbol.dispose]();
  if (existsSync(path)) moveAside(path, now());
  // A log of the lost file would be taken for one of the copy.
  for (const part of ["-wal", "-shm"]) rmSync(path + part, { force: true });
  renameSync(copy, path);
  return openSqliteLedger(path, { now }).ledger;
}

const inodeOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.ino ?? null;
