import type { StatusFacts } from "./facts.ts";
import { fault } from "./findings.ts";
import { impliedStatus } from "./implied.ts";
import { profiles } from "./profile.ts";
import type { FieldName, Profile } from "./profile.ts";
import { namesBlocker, namesCondition, namesFailure, recommendationForms } from "./recommendation-form.ts";
import type { Fault, GradedStatus, StatusBlock, StatusReading } from "./status-block.ts";
import { trackerDifferences } from "./tracker-differences.ts";

/** What a rule looks at: only values that were really read; a field that was not is undefined. */
interface Claims {
  readonly profile: Profile;
  readonly facts: StatusFacts;
  readonly status: StatusBlock["status"] | undefined;
  readonly exit: boolean;
  readonly tests: StatusBlock["testsStatus"] | undefined;
  readonly files: number | undefined;
  readonly tasks: number | undefined;
  readonly work: StatusBlock["workType"] | undefined;
  readonly recommendation: string | undefined;
  readonly tracker: StatusBlock["tracker"];
}

/** A rule about what may not stand together: gives the fault, or nothing. */
type GradeRule = (claims: Claims) => Fault | readonly Fault[] | undefined;

/** Compares a block with itself and with the facts, and says what the facts imply. */
export function gradeStatusBlock(reading: StatusReading, facts: StatusFacts = {}): GradedStatus {
  const implied = impliedStatus(facts, reading.profile);
  if (reading.block === null) return { ...reading, implied };
  const claims = claimsOf(reading, reading.block, facts);
  const graded = gradeRules.flatMap((rule) => rule(claims) ?? []);
  const faults = [...reading.faults, ...graded];
  return { ...reading, faults, valid: faults.every(({ severity }) => severity !== "error"), implied };
}

function claimsOf(reading: StatusReading, block: StatusBlock, facts: StatusFacts): Claims {
  const read = <T>(name: FieldName, value: T): T | undefined => (reading.read.has(name) ? value : undefined);
  return {
    profile: profiles[reading.profile],
    facts,
    status: read("STATUS", block.status),
    exit: block.exitSignal,
    tests: read("TESTS_STATUS", block.testsStatus),
    files: read("FILES_MODIFIED", block.filesModified),
    tasks: read("TASKS_COMPLETED_THIS_LOOP", block.tasksCompleted),
    work: read("WORK_TYPE", block.workType),
    recommendation: read("RECOMMENDATION", block.recommendation),
    tracker: block.tracker,
  };
}

const exitFault = (code: Parameters<typeof fault>[0], message: string): Fault =>
  fault(code, { field: "EXIT_SIGNAL", message });

const mismatch = (field: FieldName, claimed: string | number, measured: string | number): Fault =>
  fault("claim-mismatch", {
    field,
    message: `${field} claims ${claimed}; measured: ${measured}.`,
    hint: `Report what was measured: ${measured}.`,
  });

const gradeRules: readonly GradeRule[] = [
  ({ exit, status }) =>
    exit && status === "IN_PROGRESS"
      ? exitFault("exit-in-progress", "EXIT_SIGNAL is true while STATUS says that work goes on.")
      : undefined,
  ({ exit, tests }) =>
    exit && tests === "FAILING" ? exitFault("exit-failing", "EXIT_SIGNAL is true while tests fail.") : undefined,
  ({ exit, status, tests }) =>
    exit && status === "COMPLETE" && tests === "DEFERRED"
      ? exitFault("exit-deferred", "EXIT_SIGNAL is true while the tests were put off.")
      : undefined,
  ({ exit, status, profile }) =>
    exit && status === "BLOCKED" && !profile.blockedMayExit
      ? exitFault("exit-blocked", `Under ${profile.name} a blocked iteration never ends the run.`)
      : undefined,
  ({ exit, status, tests }) =>
    exit && status === "COMPLETE" && tests === "NOT_RUN"
      ? exitFault("exit-not-run", "EXIT_SIGNAL is true though no test was run.")
      : undefined,
  ({ status, tests }) =>
    status === "COMPLETE" && tests === "FAILING"
      ? fault("complete-failing", { field: "STATUS", message: "STATUS is COMPLETE while tests fail." })
      : undefined,
  openTasksRule,
  testsRule,
  ({ tests, facts }) =>
    tests === "DEFERRED" && facts.epicBoundary === true
      ? fault("deferred-at-boundary", {
          field: "TESTS_STATUS",
          message: "Tests were put off though this task ends its epic.",
        })
      : undefined,
  ({ work, files }) =>
    work === "AUDIT" && files !== undefined && files > 0
      ? fault("audit-modified-files", { field: "FILES_MODIFIED", message: `An audit claims ${files} changed files.` })
      : undefined,
  countsRule,
  trackerRule,
  ({ exit, status, facts: { errors = 0 } }) =>
    exit && status !== "BLOCKED" && errors > 0
      ? mismatch("EXIT_SIGNAL", "true", `${errors} ${errors === 1 ? "error" : "errors"} in the run`)
      : undefined,
  recommendationRules,
];

function openTasksRule({ exit, status, profile, facts: { openTasks = 0 } }: Claims): Fault | undefined {
  if (openTasks === 0 || (status === "BLOCKED" && profile.blockedMayExit)) return undefined;
  const completes = status === "COMPLETE" && !profile.blockedMayExit;
  if (!exit && !completes) return undefined;
  const left = openTasks === 1 ? "1 task is open" : `${openTasks} tasks are open`;
  const field = exit ? "EXIT_SIGNAL" : "STATUS";
  return fault("complete-open-tasks", { field, message: `The end is claimed while ${left}.` });
}

function testsRule({ tests, facts }: Claims): Fault | undefined {
  if (tests !== "PASSING" && tests !== "FAILING") return undefined;
  switch (facts.gate) {
    case undefined:
      return undefined;
    case "not_run":
      return fault("tests-not-run", {
        field: "TESTS_STATUS",
        message: `TESTS_STATUS says ${tests}, but no gate was run on this tree.`,
        ...(facts.testsSeen === true ? { severity: "warning" as const } : {}),
      });
    case "green":
      return tests === "FAILING" ? mismatch("TESTS_STATUS", tests, "a green gate") : undefined;
    case "red":
      return tests === "PASSING" ? mismatch("TESTS_STATUS", tests, "a red gate") : undefined;
  }
}

// A tick changes one file more, and one open task less, than was seen when the agent counted.
function countsRule({ files, tasks, tracker: { openCount }, facts }: Claims): readonly Fault[] {
  const faults: Fault[] = [];
  const slack = (facts.tasksClosed ?? 0) > 0 ? 1 : 0;
  if (differs(tasks, facts.tasksClosed, 0)) {
    faults.push(mismatch("TASKS_COMPLETED_THIS_LOOP", tasks ?? 0, facts.tasksClosed ?? 0));
  }
  if (differs(files, facts.filesChanged, slack)) {
    faults.push(mismatch("FILES_MODIFIED", files ?? 0, facts.filesChanged ?? 0));
  }
  if (facts.openIssues === undefined && differs(openCount, facts.openTasks, slack)) {
    faults.push(mismatch("LINEAR_OPEN_COUNT", openCount ?? 0, facts.openTasks ?? 0));
  }
  return faults;
}

const trackerNames = {
  issue: "LINEAR_ISSUE",
  openCount: "LINEAR_OPEN_COUNT",
  doneCount: "LINEAR_DONE_COUNT",
} as const satisfies Record<string, FieldName>;

function trackerRule({ tracker, facts }: Claims): readonly Fault[] {
  return trackerDifferences(tracker, facts).map(({ of, claimed, measured }) =>
    mismatch(trackerNames[of], claimed, measured),
  );
}

const differs = (claimed: number | undefined, measured: number | undefined, allowed: number): boolean =>
  claimed !== undefined && measured !== undefined && Math.abs(claimed - measured) > allowed;

function recommendationRules({ status, exit, tests, profile, recommendation }: Claims): readonly Fault[] {
  if (status === undefined || recommendation === undefined) return [];
  const faults: Fault[] = [];
  const field = "RECOMMENDATION";
  if (status === "BLOCKED" && !namesBlocker(recommendation)) {
    faults.push(fault("blocked-without-blocker", { field, message: "RECOMMENDATION does not say what blocks." }));
  }
  if (status === "BLOCKED" && exit && !namesCondition(recommendation)) {
    const message = "The whole queue is said to be blocked, but not until when or until what.";
    faults.push(fault("queue-blocked-without-condition", { field, message }));
  }
  const form = recommendationForms[profile.name][status];
  const tellsFailure = status === "IN_PROGRESS" && tests === "FAILING" && namesFailure.test(recommendation);
  if (!tellsFailure && !form.starts.some((start) => start.test(recommendation))) {
    const message = `RECOMMENDATION is not in the form that goes with ${status}.`;
    faults.push(fault("recommendation-form", { field, message, hint: `Write it as \`${form.wanted}\`.` }));
  }
  return faults;
}
