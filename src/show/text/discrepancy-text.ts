import type { IterationView } from "../../core/iteration-view.ts";

type Discrepancy = IterationView["discrepancies"][number];

/* The fields as the status block and every other screen name them. */
const names: Readonly<Record<string, string>> = {
  filesModified: "FILES_MODIFIED",
  tasksCompleted: "TASKS_COMPLETED",
  testsStatus: "TESTS_STATUS",
  exitSignal: "EXIT_SIGNAL",
  files: "the work report's files",
  issue: "LINEAR_ISSUE",
  openCount: "LINEAR_OPEN_COUNT",
  doneCount: "LINEAR_DONE_COUNT",
  issueState: "the tracker",
};

/** A claim beside its measurement: `TESTS_STATUS said PASSING, measured gate red`. */
export const discrepancyText = ({ field, claimed, measured }: Discrepancy): string =>
  `${names[field] ?? field} said ${String(claimed)}, measured ${measuredText(field, String(measured))}`;

/* Tests are measured by the gate. */
const measuredText = (field: string, measured: string): string =>
  field === "testsStatus" ? `gate ${measured.replace("_", " ")}` : measured;
