import type { FactOf } from "../../core/fact.ts";
import { spanText } from "./time-text.ts";
import { count } from "./words.ts";

/** A verdict in a line: who, what, how long it took, and why. Text from agents is in it as it came. */
export function verdictText(fact: FactOf<"verdict-read">): string {
  const { role, verdict, cause, durationMs, suspicious, summary, issues, model } = fact;
  const who = `${role}${model === null ? "" : ` (${model})`}`;
  const what =
    cause === "timed_out" ? `${verdict} (time-out)` : cause === "answer" ? verdict : `${verdict} (no verdict)`;
  const notes = [
    ...(suspicious ? ["suspiciously quick"] : []),
    ...(issues.length > 1 ? [count(issues.length, "issue")] : []),
  ];
  const why = summary === "" ? (issues[0]?.description ?? "") : summary;
  return `${who}: ${what} in ${spanText(durationMs)}${notes.length === 0 ? "" : `, ${notes.join(", ")}`}${why === "" ? "" : `: ${why}`}`;
}
