import type { CallOutcome } from "../../core/outcome.ts";
import type { ProcessEnd } from "../../ports/agent.ts";
import { errorLine, isSoleLimitMessage, outcomeOfText, stderrTail } from "./error-words.ts";

/** What the events of a call say of its end. */
export interface Evidence {
  /** The last typed error. */
  readonly error: { readonly outcome: CallOutcome; readonly message: string } | null;
  /** The end event; `outcome` null means without an error. */
  readonly ended: { readonly outcome: CallOutcome | null; readonly text: string | null } | null;
  /** A typed refusal by the plan's limit was seen. */
  readonly limitSeen: boolean;
  /** The program always states its end, so that a stream without it is cut off. */
  readonly needsEnd: boolean;
  readonly finalText: string;
  /** The model itself said or did something. */
  readonly worked: boolean;
  readonly toolCalls: number;
  /** Lines of stdout that were no events. */
  readonly stray: string;
}

/** The outcome, one sentence of evidence where it is not ok, and whether the final text is that error's own text. */
export interface Judgement {
  readonly outcome: CallOutcome;
  readonly message: string | null;
  readonly answerIsError: boolean;
}

type Rule = (evidence: Evidence, end: ProcessEnd) => Judgement | null;

/** In order; the first that knows decides. The last one always does. */
const rules: readonly Rule[] = [
  statedError,
  endedByUs,
  interrupted,
  soleLimit,
  completed,
  failedWithWords,
  signalled,
  withoutEnd,
];

/** How a call ended: ok only with an end without error, exit code 0, and not ended by us. */
export function judgeEnd(evidence: Evidence, end: ProcessEnd): Judgement {
  for (const rule of rules) {
    const judgement = rule(evidence, end);
    if (judgement !== null) return judgement;
  }
  return not("crashed", `The agent ended with ${howItEnded(end)}.`);
}

const not = (outcome: CallOutcome, message: string, answerIsError = false): Judgement => ({
  outcome,
  message: errorLine(message),
  answerIsError,
});

/** The program named its error in a typed field. What was caused by stopping it (`killed`) is left to the later rules. */
function statedError({ ended, error, limitSeen }: Evidence): Judgement | null {
  if (ended === null || ended.outcome === null || ended.outcome === "killed") return null;
  const outcome = ended.outcome === "overloaded" && limitSeen ? "usage_limit" : ended.outcome;
  return not(outcome, error?.message ?? `The agent ended with the error class ${outcome}.`, true);
}

const ourEnds = {
  timed_out: { outcome: "timed_out", message: "Stopped by Ralph: the time for one agent call was used up." },
  idle: { outcome: "idle", message: "Stopped by Ralph: no sign of work for the whole idle time." },
  killed: { outcome: "killed", message: "Stopped by Ralph." },
  waiting: { outcome: "overloaded", message: "Stopped by Ralph: its service asked it to wait long." },
  output_flood: { outcome: "killed", message: "Stopped by Ralph: the agent flooded its output." },
} as const satisfies Record<string, { readonly outcome: CallOutcome; readonly message: string }>;

function endedByUs({ error }: Evidence, end: ProcessEnd): Judgement | null {
  if (end.endedByUs === null) return null;
  // Who was ended while it waited is judged by what it waited for.
  if (end.endedByUs === "waiting" && error !== null) return not(error.outcome, error.message, true);
  const { outcome, message } = ourEnds[end.endedByUs];
  return not(outcome, message);
}

function interrupted({ ended }: Evidence, end: ProcessEnd): Judgement | null {
  return ended?.outcome === "killed"
    ? not("killed", `The agent was interrupted and ended with ${howItEnded(end)}.`)
    : null;
}

/** A program, or a wrapper that lost the exit code, printed a limit's message and nothing besides. */
function soleLimit({ ended, worked, finalText, stray }: Evidence): Judgement | null {
  const said = worked || ended !== null ? "" : stray;
  if (isSoleLimitMessage(said)) return not("usage_limit", said);
  const onlyAnswer = ended !== null && !worked ? finalText : "";
  return isSoleLimitMessage(onlyAnswer) ? not("usage_limit", onlyAnswer, true) : null;
}

function completed(evidence: Evidence, end: ProcessEnd): Judgement | null {
  if (end.exitCode !== 0 || end.signal !== null) return null;
  const { ended, error, finalText, toolCalls, needsEnd, limitSeen } = evidence;
  if (ended === null) {
    if (error !== null) return not(error.outcome, error.message, !evidence.worked);
    if (limitSeen) return not("usage_limit", "The plan's limit was reached.");
    if (needsEnd) return null;
  }
  if (finalText.trim() === "" && toolCalls === 0) {
    return not("empty", "The agent ended with exit code 0 but said nothing and used no tool.");
  }
  return { outcome: "ok", message: null, answerIsError: false };
}

/** A typed error without an end event; else words of stderr, and of plain stdout where the model never spoke. */
function failedWithWords({ error, worked, stray, limitSeen }: Evidence, end: ProcessEnd): Judgement | null {
  if (error !== null) return not(error.outcome, error.message, !worked);
  if (limitSeen) return not("usage_limit", "The plan's limit was reached.");
  if (end.exitCode === 0) return null;
  const spoken = worked ? end.stderr : `${stray}\n${end.stderr}`;
  const outcome = outcomeOfText(spoken);
  // Whoever was stopped by a signal may have been retrying just then; only a lack of memory explains the signal itself.
  if (outcome === null || (signalOf(end) !== null && outcome !== "oom")) return null;
  return not(outcome, stderrTail(spoken));
}

/** 124 is what `timeout` gives; 128 + n a shell's word for signal n. */
const exitSignals: Readonly<Record<number, string>> = {
  129: "SIGHUP",
  130: "SIGINT",
  134: "SIGABRT",
  137: "SIGKILL",
  139: "SIGSEGV",
  143: "SIGTERM",
};

function signalled(_: Evidence, end: ProcessEnd): Judgement | null {
  if (end.exitCode === 124)
    return not("timed_out", "The agent was ended by a time limit outside Ralph (exit code 124).");
  const signal = signalOf(end);
  if (signal === null) return null;
  // A program that trips over itself gets one of these from the system, not from somebody who stops it.
  const fault = ["SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP"].includes(signal);
  return not(fault ? "crashed" : "killed", `The agent was ended by ${signal}.`);
}

const signalOf = (end: ProcessEnd): string | null => end.signal ?? exitSignals[end.exitCode ?? -1] ?? null;

function withoutEnd({ ended, worked, needsEnd, stray }: Evidence, end: ProcessEnd): Judgement | null {
  if (end.exitCode === 0 && ended === null && needsEnd) {
    if (!worked && stray.trim() === "") return not("empty", "The agent ended with exit code 0 and printed nothing.");
    return not("crashed", "The agent's stream ended without a result event; its last text was taken as the answer.");
  }
  const said = stderrTail(end.stderr);
  return said === "" ? null : not("crashed", `The agent ended with ${howItEnded(end)}: ${said}`);
}

function howItEnded({ exitCode, signal }: ProcessEnd): string {
  if (signal !== null) return signal;
  return exitCode === null ? "an unknown exit code" : `exit code ${exitCode}`;
}
