import * as z from "zod/mini";
import type { Entry } from "../../../core/fact.ts";
import { checkFact } from "../check-fact.ts";

/** What was read from a log of facts. `unreadable`: lines that were cut, or that no schema fits. */
export interface LogReading {
  readonly entries: readonly Entry[];
  readonly unreadable: number;
}

const lineSchema = z.object({
  seq: z.number(),
  run: z.string(),
  iteration: z.number(),
  at: z.number(),
  fact: z.looseObject({ kind: z.string() }),
});

function entryOf(line: string): Entry | null {
  try {
    const { fact, ...place } = z.parse(lineSchema, JSON.parse(line));
    return { ...place, fact: checkFact(fact) };
  } catch {
    return null;
  }
}

/** Reads the text of an `events.jsonl`: an entry a line. Lines that can't be read are counted and left out. */
export function entriesFromLog(text: string): LogReading {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const entries = lines.map(entryOf).filter((entry) => entry !== null);
  return { entries, unreadable: lines.length - entries.length };
}
