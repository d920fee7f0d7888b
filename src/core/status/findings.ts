import type { Fault, Repair } from "./status-block.ts";

const repairTexts = {
  "multiple-blocks": "more than one complete block stands in the answer; the last one counts",
  crlf: "lines end in carriage returns",
  ansi: "terminal colour codes were removed",
  "code-fence": "the block stands in a code fence",
  "quote-prefix": "lines start with quote marks",
  "list-bullet": "lines start with list bullets",
  markup: "keys or values carry emphasis, backticks or quotes",
  whitespace: "spaces or blank lines are not where the form has them",
  "invisible-chars": "zero-width characters were removed",
  "key-case": "a key is not in capitals",
  "value-case": "a value is not in the form's case",
  separator: "a key is followed by something else than a colon",
  delimiter: "a delimiter has other dashes or letters than the form",
  "missing-end": "the closing delimiter is missing, so EXIT_SIGNAL reads false",
  "escaped-newlines": "line breaks are escaped, as inside a JSON string",
  "one-line": "fields or delimiters share a line with others, or with prose",
  "boolean-word": "a truth value is written in another word",
  "number-suffix": "words follow a number",
  "field-order": "fields are not in the order of the form",
} as const;

/** What can be forgiven. */
export type RepairCode = keyof typeof repairTexts;

/** Every code of repair, in the order in which repairs of one line are listed. */
export const repairCodes = Object.keys(repairTexts).filter((code): code is RepairCode => code in repairTexts);

/** The repair, told to people. */
export const repair = (code: RepairCode, line: number): Repair => ({ code, line, message: repairTexts[code] });

interface FaultKind {
  readonly severity: Fault["severity"];
  readonly hint: string;
}

const error = (hint: string): FaultKind => ({ severity: "error", hint });
const warning = (hint: string): FaultKind => ({ severity: "warning", hint });

const faultKinds = {
  "missing-block": error("End the answer with one block between ---RALPH_STATUS--- and ---END_RALPH_STATUS---."),
  "placeholder-block": error("Fill in every field of the form; the form itself is no report."),
  "missing-field": error("Write the field on a line of its own."),
  "unknown-value": error("Use a value that the profile allows, with nothing around it."),
  "bad-number": error("Write a whole number, zero or more, in digits."),
  "empty-recommendation": error("Say in one line what should happen next, or what the end state is."),
  "multiline-recommendation": error("Keep RECOMMENDATION on one line; details belong above the block."),
  "duplicate-field": error("Write each field once."),
  "unknown-field": error("Remove the line; the profile has no such field."),
  "trailing-text": error("Stop after the closing delimiter: at most two lines may follow it."),
  "field-order": error("Put the fields in the order of the form."),
  "exit-in-progress": error("Set EXIT_SIGNAL to false, or STATUS to COMPLETE if nothing is left."),
  "exit-failing": error("Set EXIT_SIGNAL to false and repair the failing tests first."),
  "exit-deferred": error("Run the full tests before asking for the end of the run."),
  "exit-blocked": error("Set EXIT_SIGNAL to false: blocked is not complete."),
  "complete-failing": error("Set STATUS to IN_PROGRESS while tests fail."),
  "complete-open-tasks": error("Set EXIT_SIGNAL to false and go on with the open tasks."),
  "exit-not-run": error("Run the full tests before asking for the end of the run."),
  "tests-not-run": error("Report NOT_RUN or DEFERRED, or let the gate run on this tree."),
  "deferred-at-boundary": error("Run the full tests at the end of an epic instead of deferring them."),
  "audit-modified-files": error("Undo the changes, or name the work by what it was; an audit changes nothing."),
  "claim-mismatch": error("Report what was measured."),
  "blocked-without-blocker": warning("Name what is missing: `Blocked: <what is needed, from whom>`."),
  "queue-blocked-without-condition": warning("Say what has to happen, or when to try again."),
  "recommendation-form": warning("Start it in the form that goes with the STATUS."),
} as const satisfies Record<string, FaultKind>;

/** What is never forgiven, of the form and of the claims in it. */
export type FaultCode = keyof typeof faultKinds;

/** Where a fault stands, and its own words; severity and hint come from the table unless given. */
export interface FaultAt {
  readonly field?: string;
  readonly line?: number;
  readonly message: string;
  readonly severity?: Fault["severity"];
  readonly hint?: string;
}

/** The fault, told to people. */
export const fault = (code: FaultCode, at: FaultAt): Fault => ({
  code,
  severity: at.severity ?? faultKinds[code].severity,
  field: at.field ?? null,
  line: at.line ?? null,
  message: at.message,
  hint: at.hint ?? faultKinds[code].hint,
});
