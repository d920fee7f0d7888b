import type { ProfileName, Status, TestsStatus, WorkType } from "./profile.ts";
import type { FaultCode, RepairCode } from "./findings.ts";
import type { FieldName } from "./profile.ts";

/** What the block says of the tracker; a key is there only if its field was. `null` stands for NONE. */
export interface Tracker {
  readonly issue?: string | null;
  readonly openCount?: number;
  readonly doneCount?: number;
  readonly epic?: string;
  readonly epicDone?: number;
  readonly epicTotal?: number;
  readonly nextIntended?: string | null;
}

/** An agent's report, with the safe default in the place of what could not be read. */
export interface StatusBlock {
  readonly status: Status;
  readonly tasksCompleted: number;
  readonly filesModified: number;
  readonly testsStatus: TestsStatus;
  /** null if it was not read. */
  readonly workType: WorkType | null;
  readonly exitSignal: boolean;
  readonly recommendation: string;
  readonly tracker: Tracker;
}

/** A block and who wrote it: the harness writes one when a call ended too early for the agent to. */
export interface SignedBlock extends StatusBlock {
  readonly by: "agent" | "harness";
}

/** Something that was forgiven, once a code, at the first line where it happened (from 1). */
export interface Repair {
  readonly code: RepairCode;
  readonly line: number;
  readonly message: string;
}

/** Something that was not forgiven. `line` is null where nothing stands that could be pointed at. */
export interface Fault {
  readonly code: FaultCode;
  readonly severity: "error" | "warning";
  readonly field: string | null;
  readonly line: number | null;
  readonly message: string;
  readonly hint: string;
}

/** A place in the input as it was given, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What was read from an agent's answer. */
export interface StatusReading {
  readonly profile: ProfileName;
  /** STATUS and EXIT_SIGNAL could be read. */
  readonly usable: boolean;
  /** There is no fault of severity error. */
  readonly valid: boolean;
  readonly block: StatusBlock | null;
  readonly repairs: readonly Repair[];
  readonly faults: readonly Fault[];
  readonly span: Span | null;
  /** The fields whose values were really read; all else in `block` is a default. */
  readonly read: ReadonlySet<FieldName>;
}

/** STATUS and EXIT_SIGNAL as the facts would have them. */
export interface Implied {
  readonly status: Status;
  readonly exitSignal: boolean;
}

/** A reading that was compared with itself and with the facts. */
export interface GradedStatus extends StatusReading {
  readonly implied: Implied | null;
}
