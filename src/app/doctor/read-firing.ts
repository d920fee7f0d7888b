import { terminalLine } from "../../guard/paths/escape.ts";
import type { HookFiring } from "../../install/doctor/findings.ts";
import type { ProcessResult } from "../../ports/processes.ts";

/** What was seen of one try: what the program told its model of the refused call, and whether the file is there all the same. */
export interface FiringSeen {
  readonly agent: string;
  readonly answer: string | null;
  /** The tool that the model called; null where it was never asked, or knew none of the tools. */
  readonly wanted: string | null;
  readonly wasWritten: boolean;
  readonly result: Pick<ProcessResult, "endedBy" | "exitCode" | "startError" | "stderrTail">;
}

/** What a try comes to. Only the hook's own words, or the program's own rule, prove that something stands between. */
export function readFiring({ agent, answer, wanted, wasWritten, result }: FiringSeen): HookFiring {
  if (wasWritten) return { kind: "silent" };
  if (answer === null) return { kind: "untried", why: reasonOf(agent, wanted, result) };
  if (/Refused \(control-surface\)/.test(answer)) return { kind: "fires", by: "hook" };
  if (/specified a rule which prevents|denied by policy/i.test(answer)) return { kind: "fires", by: "rules" };
  return { kind: "untried", why: `${agent} refused the write for a reason of its own: ${brief(answer)}` };
}

function reasonOf(agent: string, wanted: string | null, result: FiringSeen["result"]): string {
  if (result.startError !== null) return result.startError.message;
  const where = wanted === null ? "it never asked the model for a move" : `it never told what became of ${wanted}`;
  const how =
    result.endedBy === "timed_out"
      ? "it took too long"
      : `it ended with ${result.exitCode ?? "a signal"}${result.stderrTail.trim() === "" ? "" : `: ${brief(result.stderrTail)}`}`;
  return `${agent} was started on a model of our own, but ${where}; ${how}`;
}

const brief = (text: string): string => {
  const line = terminalLine(text.trim().split("\n").at(-1) ?? "");
  return line.length > 200 ? `${line.slice(0, 200)} …` : line;
};
