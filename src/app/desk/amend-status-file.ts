import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Brings `.ralph/status.json` up to a change that was made by hand after its run; a file of another run, or none, stays as it is. */
export function amendStatusFile(root: string, run: string, change: Readonly<Record<string, unknown>>): void {
  const path = join(root, ".ralph", "status.json");
  try {
    const status: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof status !== "object" || status === null || !("run" in status) || status.run !== run) return;
    writeFileSync(`${path}.tmp`, `${JSON.stringify({ ...status, ...change }, null, 2)}\n`);
    renameSync(`${path}.tmp`, path);
  } catch {
    // It is a copy for scripts; the ledger has the truth.
  }
}
