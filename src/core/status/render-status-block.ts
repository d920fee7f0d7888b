import { endDelimiter, startDelimiter } from "./reading/delimiter.ts";
import { withoutAnsi } from "./reading/clean-line.ts";
import type { WorkType } from "./profile.ts";
import type { StatusBlock, Tracker } from "./status-block.ts";

/** Fields as they can be rendered: a report names its work type. */
export type RenderableBlock = StatusBlock & { readonly workType: WorkType };

/** Whether a block has all that its text needs. */
export const isRenderable = (block: StatusBlock): block is RenderableBlock => block.workType !== null;

const trackerOrder = [
  ["LINEAR_ISSUE", "issue"],
  ["LINEAR_OPEN_COUNT", "openCount"],
  ["LINEAR_DONE_COUNT", "doneCount"],
  ["LINEAR_EPIC", "epic"],
  ["LINEAR_EPIC_DONE", "epicDone"],
  ["LINEAR_EPIC_TOTAL", "epicTotal"],
  ["NEXT_INTENDED_ISSUE", "nextIntended"],
] as const satisfies readonly (readonly [string, keyof Tracker])[];

/**
 * The exact text of a block, without a line break at its end. Reading it back gives the same fields, as long as
 * they are fields of the profile and the recommendation is one line of text: line breaks in it become spaces.
 */
export function renderStatusBlock(block: RenderableBlock): string {
  const tracker = trackerOrder.flatMap(([key, name]) => {
    const value = block.tracker[name];
    return value === undefined ? [] : [`${key}: ${value ?? "NONE"}`];
  });
  return [
    startDelimiter,
    `STATUS: ${block.status}`,
    `TASKS_COMPLETED_THIS_LOOP: ${block.tasksCompleted}`,
    `FILES_MODIFIED: ${block.filesModified}`,
    `TESTS_STATUS: ${block.testsStatus}`,
    `WORK_TYPE: ${block.workType}`,
    `EXIT_SIGNAL: ${block.exitSignal}`,
    ...tracker,
    `RECOMMENDATION: ${oneLine(block.recommendation)}`,
    endDelimiter,
  ].join("\n");
}

/** A text as one line: without colours and control characters, and with single spaces for breaks of any kind. */
export const oneLine = (text: string): string =>
  withoutAnsi(text)
    .replaceAll(/\s*[\p{Cc}\u2028\u2029]+\s*/gu, " ")
    .trim();
