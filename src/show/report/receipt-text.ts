import type { Receipt } from "../../core/fact.ts";
import { spanText } from "../text/time-text.ts";
import { oneLine } from "../text/words.ts";

/** A receipt in a line: what ran, how it ended, how long it took, and what it told of tests. */
export function receiptText({ command, exitCode, signal, durationMs, tests, again, excused, log }: Receipt): string {
  return [
    `${oneLine(command)}: ${exitCode === null ? (signal ?? "not run") : `exit ${exitCode}`}`,
    spanText(durationMs),
    ...(tests === undefined || tests === null ? [] : [testsText(tests)]),
    ...(again === true ? ["run again at once"] : []),
    ...(excused === true ? ["nothing failed that had not failed before"] : []),
    ...(log?.sha256 == null ? [] : [`sha256 ${log.sha256.slice(0, 12)}`]),
  ].join(", ");
}

function testsText({ passed, failed, skipped, failing }: NonNullable<Receipt["tests"]>): string {
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const names =
    failing.length === 0
      ? ""
      : ` (${oneLine(failing.slice(0, mostNames).join("; "))}${failing.length > mostNames ? "; …" : ""})`;
  return `tests: ${counts.join(", ")}${names}`;
}

const mostNames = 5;
