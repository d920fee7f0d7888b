import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Entry } from "../../../core/fact.ts";
import { BestEffort, type Warn } from "./best-effort.ts";
import { LineFile } from "./line-file.ts";

/** The name of the file of a run's facts, in its folder of logs. */
export const eventsLogName = "events.jsonl";

/** `.ralph/logs/<run>/events.jsonl`: each fact as it happens, an entry of the ledger a line, as `ralph run --events` prints it. */
export class EventsLog implements Disposable {
  readonly #file: LineFile;
  readonly #effort: BestEffort;

  /** `logs` is the folder of all runs' logs. */
  constructor(logs: string, run: string, warn: Warn) {
    const path = join(logs, run, eventsLogName);
    this.#file = new LineFile(path);
    this.#effort = new BestEffort(path, warn);
  }

  add(entries: readonly Entry[]): void {
    if (entries.length === 0) return;
    this.#effort.try(() => this.#file.add(entries.map((entry) => `${JSON.stringify(entry)}\n`).join("")));
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }
}

/** The texts of all runs' logs of facts that can be read, one by one; for restoring a lost ledger. */
export function* eventsLogTexts(logs: string): Generator<string> {
  for (const run of foldersOf(logs)) {
    const text = textOf(join(logs, run, eventsLogName));
    if (text !== null) yield text;
  }
}

function foldersOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
