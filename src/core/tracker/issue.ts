import type { TaskId } from "../task.ts";

/** Where issues of a tracker may stand, as far as it matters who may move them there. `gone`: in the project no more. */
export const issuePlaces = [
  "triage",
  "backlog",
  "todo",
  "in_progress",
  "in_review",
  "done",
  "canceled",
  "duplicate",
  "gone",
] as const;
export type IssuePlace = (typeof issuePlaces)[number];

/** An issue as it was seen, asked afresh. `name` is what people call its state. */
export interface IssueSeen {
  readonly id: TaskId;
  readonly place: IssuePlace;
  readonly name: string;
}

/** The places in which nobody has to do anything more about an issue. */
export const closedPlaces: ReadonlySet<IssuePlace> = new Set(["done", "canceled", "duplicate", "gone"]);
