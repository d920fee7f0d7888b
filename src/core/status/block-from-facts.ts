import type { StatusFacts } from "./facts.ts";
import { impliedStatus } from "./implied.ts";
import { defaultProfile, profiles } from "./profile.ts";
import type { ProfileName, TestsStatus, WorkType } from "./profile.ts";
import { oneLine, renderStatusBlock } from "./render-status-block.ts";
import type { RenderableBlock } from "./render-status-block.ts";
import type { StatusBlock } from "./status-block.ts";

/** The block that the facts alone give: right by its own grading, for whoever forgot to write one. */
export function renderFromFacts(facts: StatusFacts, profile: ProfileName = defaultProfile): string {
  return renderStatusBlock(blockFromFacts(facts, profile));
}

/** The fields of that block. */
export function blockFromFacts(facts: StatusFacts, profile: ProfileName = defaultProfile): RenderableBlock {
  const { status, exitSignal } = impliedStatus(facts, profile) ?? { status: "IN_PROGRESS", exitSignal: false };
  const block: RenderableBlock = {
    status,
    tasksCompleted: facts.tasksClosed ?? 0,
    filesModified: facts.filesChanged ?? 0,
    // A queue that waits for others had no work in it that could be tested.
    testsStatus: status === "BLOCKED" && exitSignal && facts.gate === "red" ? "NOT_RUN" : testsOf(facts, profile),
    workType: workOf(facts, profile),
    exitSignal,
    recommendation: "",
    tracker: {},
  };
  return { ...block, recommendation: recommendationOf(facts, block) };
}

function testsOf({ gate, epicBoundary }: StatusFacts, profile: ProfileName): TestsStatus {
  switch (gate) {
    case "green":
      return "PASSING";
    case "red":
      return "FAILING";
    case "not_run":
    case undefined: {
      const defers = epicBoundary === false && allows(profile, "TESTS_STATUS", "DEFERRED");
      return defers ? "DEFERRED" : "NOT_RUN";
    }
  }
}

function workOf(
  { workType, queueBlocked, filesChanged = 0, tasksClosed = 0 }: StatusFacts,
  profile: ProfileName,
): WorkType {
  const fits = (type: WorkType): boolean =>
    allows(profile, "WORK_TYPE", type) && (type !== "AUDIT" || filesChanged === 0);
  if (workType !== undefined && fits(workType)) return workType;
  const looked = filesChanged === 0 && (queueBlocked === true || tasksClosed > 0);
  return looked && fits("VERIFICATION") ? "VERIFICATION" : "IMPLEMENTATION";
}

function allows(profile: ProfileName, field: "TESTS_STATUS" | "WORK_TYPE", value: string): boolean {
  const kind = profiles[profile].fields.get(field);
  return kind?.is === "word" && kind.values.includes(value);
}

function recommendationOf(
  facts: StatusFacts,
  { status, exitSignal }: Pick<StatusBlock, "status" | "exitSignal">,
): string {
  const given = oneLine(facts.recommendation ?? "");
  if (given !== "") return given;
  switch (status) {
    case "BLOCKED":
      return blockedOn(facts, exitSignal);
    case "COMPLETE":
      return exitSignal
        ? "All tasks complete, tests passing, nothing is left to do"
        : `All tasks complete, tests passing, errors of this run still to be looked at: ${facts.errors ?? 0}`;
    case "IN_PROGRESS":
      return `Next: ${nextStep(facts)}`;
  }
}

function blockedOn({ taskBlocked, openTasks, queueBlocked }: StatusFacts, exitSignal: boolean): string {
  const cause = oneLine(taskBlocked ?? "");
  if (queueBlocked !== true) return `Blocked: ${cause}`;
  const all = openTasks === undefined ? "all open tasks" : `all ${openTasks} open tasks`;
  const wait = cause === "" ? "what only people or other systems can give" : cause;
  return `Blocked: ${all} wait for ${wait}${exitSignal ? " - re-run once that is there" : ""}`;
}

function nextStep({ nextTask, gate, openTasks }: StatusFacts): string {
  if (gate === "red") return "repair what fails in the gate";
  const next = oneLine(nextTask ?? "");
  if (next !== "") return next;
  return openTasks === 0 ? "run the full gate" : "the next open task";
}
