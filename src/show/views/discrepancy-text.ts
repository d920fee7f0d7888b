import type { IterationView } from "../../core/iteration-view.ts";

/** A claim beside its measurement: `testsStatus said PASSING, measured red`. */
export const discrepancyText = ({ field, claimed, measured }: IterationView["discrepancies"][number]): string =>
  `${field} said ${String(claimed)}, measured ${String(measured)}`;
