/** What STATUS may say. */
export const statuses = ["IN_PROGRESS", "COMPLETE", "BLOCKED"] as const;
export type Status = (typeof statuses)[number];

/** What TESTS_STATUS may say; DEFERRED only where the profile has epics. */
export const testsStatuses = ["PASSING", "FAILING", "DEFERRED", "NOT_RUN"] as const;
export type TestsStatus = (typeof testsStatuses)[number];

/** What WORK_TYPE may say; the first four in every profile. */
export const workTypes = [
  "IMPLEMENTATION",
  "TESTING",
  "DOCUMENTATION",
  "REFACTORING",
  "VERIFICATION",
  "AUDIT",
  "DEBUGGING",
] as const;
export type WorkType = (typeof workTypes)[number];

/** The fields every block must have, in the order in which they are written. */
export const coreFields = [
  "STATUS",
  "TASKS_COMPLETED_THIS_LOOP",
  "FILES_MODIFIED",
  "TESTS_STATUS",
  "WORK_TYPE",
  "EXIT_SIGNAL",
  "RECOMMENDATION",
] as const;

/** The fields about the tracker, in the order in which they are rendered. */
export const trackerFields = [
  "LINEAR_ISSUE",
  "LINEAR_OPEN_COUNT",
  "LINEAR_DONE_COUNT",
  "LINEAR_EPIC",
  "LINEAR_EPIC_DONE",
  "LINEAR_EPIC_TOTAL",
  "NEXT_INTENDED_ISSUE",
] as const;

export type TrackerFieldName = (typeof trackerFields)[number];
export type FieldName = (typeof coreFields)[number] | TrackerFieldName;

/** How a field's value is written. `optionalId` may say NONE. */
export type FieldKind =
  | { readonly is: "word"; readonly values: readonly string[] }
  | { readonly is: "number" }
  | { readonly is: "boolean" }
  | { readonly is: "id" }
  | { readonly is: "optionalId" }
  | { readonly is: "line" };

/** The names of the two contracts. */
export const profileNames = ["status/1", "workflow/1.2"] as const;
export type ProfileName = (typeof profileNames)[number];

/** A contract as data: its fields, and how strict it is about their order. */
export interface Profile {
  readonly name: ProfileName;
  readonly fields: ReadonlyMap<FieldName, FieldKind>;
  /** Fields out of order are a fault, or are forgiven by a repair. */
  readonly order: "fault" | "repair";
  /** Whether a fully blocked queue may ask for the end of the run. */
  readonly blockedMayExit: boolean;
}

const number: FieldKind = { is: "number" };
const boolean: FieldKind = { is: "boolean" };
const line: FieldKind = { is: "line" };
const id: FieldKind = { is: "id" };
const optionalId: FieldKind = { is: "optionalId" };
const word = (values: readonly string[]): FieldKind => ({ is: "word", values });

/** Each profile, one table each. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  "status/1": {
    name: "status/1",
    order: "fault",
    blockedMayExit: false,
    fields: new Map<FieldName, FieldKind>([
      ["STATUS", word(statuses)],
      ["TASKS_COMPLETED_THIS_LOOP", number],
      ["FILES_MODIFIED", number],
      ["TESTS_STATUS", word(["PASSING", "FAILING", "NOT_RUN"])],
      ["WORK_TYPE", word(workTypes.slice(0, 4))],
      ["EXIT_SIGNAL", boolean],
      ["RECOMMENDATION", line],
    ]),
  },
  "workflow/1.2": {
    name: "workflow/1.2",
    order: "repair",
    blockedMayExit: true,
    fields: new Map<FieldName, FieldKind>([
      ["STATUS", word(statuses)],
      ["TASKS_COMPLETED_THIS_LOOP", number],
      ["FILES_MODIFIED", number],
      ["TESTS_STATUS", word(testsStatuses)],
      ["WORK_TYPE", word(workTypes)],
      ["EXIT_SIGNAL", boolean],
      ["RECOMMENDATION", line],
      ["LINEAR_ISSUE", optionalId],
      ["LINEAR_OPEN_COUNT", number],
      ["LINEAR_DONE_COUNT", number],
      ["LINEAR_EPIC", id],
      ["LINEAR_EPIC_DONE", number],
      ["LINEAR_EPIC_TOTAL", number],
      ["NEXT_INTENDED_ISSUE", optionalId],
    ]),
  },
};

/** The profile used where none is named. */
export const defaultProfile: ProfileName = "workflow/1.2";

/** The fields that must stand; more of them when the agent itself writes to the tracker. */
export function requiredFields(profile: Profile, tracker: "agent-writes" | "harness-writes"): readonly FieldName[] {
  if (tracker === "harness-writes") return coreFields;
  const written: readonly FieldName[] = ["LINEAR_ISSUE", "LINEAR_OPEN_COUNT", "LINEAR_DONE_COUNT"];
  return [...coreFields, ...written.filter((name) => profile.fields.has(name))];
}

const everyField: readonly FieldName[] = [...coreFields, ...trackerFields];

/** The field of that name in any profile and any case. */
export const fieldNamed = (key: string): FieldName | undefined => {
  const upper = key.toUpperCase();
  return everyField.find((name) => name === upper);
};

/** The member of a list that equals the value, typed. */
export const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined =>
  all.find((each) => each === value);
