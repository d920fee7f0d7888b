import { wrapped } from "../text/display-width.ts";
import { count } from "../text/words.ts";

/** A check as it is shown. */
interface Shown {
  readonly id: string;
  readonly status: "ok" | "warning" | "failure";
  readonly message: string;
  readonly fix: string | null;
}

const words: Readonly<Record<Shown["status"], string>> = { ok: "ok", warning: "warning", failure: "FAILURE" };

const columns = 80;

/** All checks for people, in 80 columns: what was seen of each, what is to be done below it, and the sum. */
export function doctorText(checks: readonly Shown[]): string {
  const width = Math.max(...checks.map(({ id }) => id.length));
  const indent = " ".repeat(width + 11);
  const room = columns - indent.length;
  const lines = checks.flatMap(({ id, status, message, fix }) => [
    `${words[status].padEnd(7)}  ${id.padEnd(width)}  ${message
      .split("\n")
      .flatMap((line) => wrapped(line, room))
      .join(`\n${indent}`)}`,
    ...(fix === null ? [] : [`${indent}→ ${wrapped(fix, room - 2).join(`\n${indent}  `)}`]),
  ]);
  return `${lines.join("\n")}\n\n${sumOf(checks)}\n`;
}

function sumOf(checks: readonly Shown[]): string {
  const failures = checks.filter(({ status }) => status === "failure").length;
  const warnings = checks.filter(({ status }) => status === "warning").length;
  if (failures > 0)
    return `${count(failures, "failure")}, ${count(warnings, "warning")}: a run would not get far. Fix the failures first.`;
  return warnings > 0
    ? `${count(warnings, "warning")}, no failures: a run can start.`
    : "All is well: a run can start.";
}
