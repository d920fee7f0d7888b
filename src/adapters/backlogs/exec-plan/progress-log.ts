import type { ProgressEntry } from "../../../ports/backlog.ts";

/** The increment that an entry is about. */
export interface EntrySubject {
  readonly number: string;
  readonly title: string;
}

/** An entry of `progress.txt` below its heading, in the form that other tools of such plans read. */
export function progressText({ number, title }: EntrySubject, entry: ProgressEntry): string {
  const lines = [
    `- Increment: ${number} — ${oneLine(title)}`,
    `- Status: ${entry.status}`,
    `- Files changed: ${entry.files.length === 0 ? "none" : entry.files.map(oneLine).join(", ")}`,
    `- Test gate: ${gateWords(entry.gate)}`,
    `- Learnings: ${oneLine(entry.learnings) || "none"}`,
    `- Commit: ${entry.commit ?? "none"}`,
    `- Timestamp: ${new Date(entry.at).toISOString()}`,
  ];
  return `${lines.join("\n")}\n`;
}

const gateWords = (gate: ProgressEntry["gate"]): string =>
  typeof gate === "string" ? gate : `failed (retry ${gate.failed})`;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** The log with an entry at its end under the next number; one that stands there already is not written again. */
export function withEntry(log: string, entry: string): string {
  if (log.includes(entry)) return log;
  const gap = log === "" || log.endsWith("\n\n") ? "" : log.endsWith("\n") ? "\n" : "\n\n";
  return `${log}${gap}## Iteration ${lastNumber(log) + 1}\n${entry}`;
}

const lastNumber = (log: string): number =>
  Math.max(0, ...[...log.matchAll(/^## Iteration (\d{1,9})[ \t]*\r?$/gm)].map(([, number]) => Number(number)));
