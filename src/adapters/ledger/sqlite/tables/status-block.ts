import type { FactOf } from "../../../../core/fact.ts";
import type { Row } from "./projection.ts";

/** The columns of a status block that its reading fills. */
export const blockColumns = [
  ..."profile status tasks_completed_this_loop files_modified tests_status work_type exit_signal recommendation".split(
    " ",
  ),
  ..."linear_issue linear_open_count linear_done_count linear_epic linear_epic_done linear_epic_total".split(" "),
  ..."next_intended_issue usable valid repairs faults".split(" "),
] as const;

type Reading = FactOf<"answer-read">["reading"];

const empty = Object.fromEntries(blockColumns.map((column) => [column, null]));

/** A reading as a row: columns named after the block's own fields, null where the answer had no block or no such field. */
export function blockRow(reading: Reading) {
  return {
    ...empty,
    ...fieldsOf(reading.block),
    profile: reading.profile,
    usable: Number(reading.usable),
    valid: Number(reading.valid),
    repairs: JSON.stringify(reading.repairs),
    faults: JSON.stringify(reading.faults),
  } satisfies Row;
}

function fieldsOf(block: Reading["block"]): Row {
  if (block === null) return {};
  return {
    status: block.status,
    tasks_completed_this_loop: block.tasksCompleted,
    files_modified: block.filesModified,
    tests_status: block.testsStatus,
    work_type: block.workType,
    exit_signal: Number(block.exitSignal),
    recommendation: block.recommendation,
    ...trackerOf(block.tracker),
  };
}

const trackerOf = (tracker: NonNullable<Reading["block"]>["tracker"]): Row => ({
  linear_issue: tracker.issue ?? null,
  linear_open_count: tracker.openCount ?? null,
  linear_done_count: tracker.doneCount ?? null,
  linear_epic: tracker.epic ?? null,
  linear_epic_done: tracker.epicDone ?? null,
  linear_epic_total: tracker.epicTotal ?? null,
  next_intended_issue: tracker.nextIntended ?? null,
});
