import { moment, oneLine } from "../text/words.ts";

/** A pull request in the queue, with the keys of its file. */
export interface ShownMerge {
  readonly pr_number: number;
  readonly ticket_id: string;
  readonly branch: string;
  readonly created_at: string;
  readonly ci_status: string;
  readonly merge_status: string;
  readonly failure_reason: string | null;
}

/** The pull requests that wait, a line each. */
export function mergesText(entries: readonly ShownMerge[]): string {
  if (entries.length === 0) return "No pull request waits.\n";
  const lines = entries.map(
    (entry) =>
      `#${entry.pr_number}  ${oneLine(entry.ticket_id)}  ${oneLine(entry.branch)}  checks ${entry.ci_status}, ${entry.merge_status}${sinceOf(entry)}${entry.failure_reason ? `: ${oneLine(entry.failure_reason)} (ralph merges retry ${entry.pr_number})` : ""}`,
  );
  return `${lines.join("\n")}\n`;
}

/* The file is people's to edit. */
function sinceOf({ created_at: at }: ShownMerge): string {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? "" : `, since ${moment(ms)}`;
}
