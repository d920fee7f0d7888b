import type { Fault, GradedStatus, Implied, Repair, Span, StatusBlock } from "./status-block.ts";

/** The object that `ralph block parse --json` prints. */
export interface StatusJson {
  readonly profile: string;
  readonly usable: boolean;
  readonly valid: boolean;
  readonly block: StatusBlock | null;
  readonly repairs: readonly Repair[];
  readonly faults: readonly Fault[];
  readonly span: Span | null;
  readonly implied: Implied | null;
}

/** A graded reading in the form in which programs get it. */
export const statusJson = ({
  profile,
  usable,
  valid,
  block,
  repairs,
  faults,
  span,
  implied,
}: GradedStatus): StatusJson => ({
  profile,
  usable,
  valid,
  block,
  repairs,
  faults,
  span,
  implied,
});
