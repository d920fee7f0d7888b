import type { Task, TaskId } from "../../../core/task.ts";
import { BacklogError, type BacklogFault } from "../../../ports/backlog.ts";
import { dependencyFaults, heldBackBy, type HeldBack } from "../dependency-faults.ts";
import { readStatusText } from "../status-text.ts";
import { fileFault } from "../text-file.ts";
import { isDone, type Stale, stalePlan, stalePrd } from "./derived.ts";
import { execWordList, execWords } from "./exec-words.ts";
import { incrementId } from "./exec-tasks.ts";
import { activeFolder, completedFolder, type FoundPlan, type PlanPlace } from "./find-plan.ts";
import { type ExecPlan, incrementNumbered } from "./read-plan.ts";
import { criteriaOf, type Prd } from "./read-prd.ts";

/** A plan that was read, with what goes with it. `prd` null: there is none, or the plan is read alone. */
export interface ExecContent {
  readonly place: PlanPlace;
  readonly others: FoundPlan["others"];
  readonly alone: boolean;
  readonly plan: ExecPlan;
  readonly prd: Prd | null;
  readonly progress: string | null;
}

const fixHint = "`ralph plan check --fix` corrects it.";

/** The error for a repository without a plan. */
export const noPlanError = (named: string | null): BacklogError => {
  const message =
    named === null
      ? `There is no execution plan in ${activeFolder} or ${completedFolder}.`
      : `There is no execution plan ${named}.`;
  const hint = `Write one as ${activeFolder}/0001_exec_NAME.md, or name it with RALPH_PLAN_FILE or --file.`;
  return new BacklogError("missing", fileFault(named ?? activeFolder, "missing-plan", message, hint));
};

/** The error for a plan without increments. */
export const noIncrementsError = (name: string): BacklogError =>
  new BacklogError(
    "no-tasks",
    fileFault(
      name,
      "no-increments",
      `${name} has no increment.`,
      "Write each under a heading such as `### Increment 01 — title`, with a line `**Status:** pending`.",
    ),
  );

/** Everything wrong or worth a word in the documents, those of the plan first. */
export function execFaults(content: ExecContent, tasks: readonly Task[]): readonly BacklogFault[] {
  const { place, plan, prd, alone } = content;
  const heldBack = heldBackBy(tasks);
  const inPlan = [
    ...incrementFaults(content, heldBack),
    ...milestoneFaults(content),
    ...stalePlan(plan).map((stale) => staleFault(stale, place.plan.name)),
    ...dependencyFaults(tasks, heldBack),
  ].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  if (alone) return inPlan;
  return [...inPlan, ...(prd === null ? noPrd(place) : prdFaults(content, prd)), ...otherPlans(content)];
}

const staleFault = ({ code, line, message }: Stale, file: string): BacklogFault => ({
  ...fileFault(file, code, message, fixHint),
  line,
});

function incrementFaults({ place, plan }: ExecContent, heldBack: HeldBack): readonly BacklogFault[] {
  return plan.increments.flatMap(({ number, line, status, gate }): readonly BacklogFault[] => {
    const tasks: readonly TaskId[] = [incrementId(place, number)];
    const file = place.plan.name;
    const error = (code: string, message: string, at: number): BacklogFault => ({
      ...fileFault(file, code, message, `Give it one of ${execWordList}.`),
      line: at,
      tasks: heldBack(tasks),
    });
    const found: BacklogFault[] = [];
    if (status === null) found.push(error("no-status", `Increment ${number} has no line \`**Status:** …\`.`, line));
    else if (readStatusText(status.value, execWords) === null)
      found.push(
        error(
          "unknown-status",
          `The status ${status.value || "(empty)"} of increment ${number} is not a known one.`,
          status.line,
        ),
      );
    if (gate.length === 0)
      found.push({
        ...fileFault(
          file,
          "no-gate",
          `Increment ${number} has no test gate of its own.`,
          "List its commands under `#### Test gate`.",
        ),
        severity: "warning",
        line,
      });
    return found;
  });
}

function milestoneFaults({ place, plan }: ExecContent): readonly BacklogFault[] {
  return plan.milestones.flatMap(({ name, increments, line }) => {
    const gone = increments.filter((number) => incrementNumbered(plan, number) === undefined);
    if (gone.length === 0) return [];
    const message = `The milestone ${name} names increments that the plan does not have: ${gone.join(", ")}.`;
    return [{ ...fileFault(place.plan.name, "unknown-increment", message, "Correct the row."), line }];
  });
}

const noPrd = ({ plan, prd, kind }: PlanPlace): readonly BacklogFault[] =>
  kind === "loose"
    ? []
    : [
        fileFault(
          prd?.name ?? plan.name,
          "missing-prd",
          `${prd?.name ?? "The product document"} is missing: it holds the criteria of the plan.`,
          "Write it, with user stories that have a status and criteria.",
        ),
      ];

function prdFaults({ place, plan }: ExecContent, prd: Prd): readonly BacklogFault[] {
  const file = place.prd?.name ?? place.plan.name;
  const own = criteriaOf(prd).flatMap((criterion): readonly BacklogFault[] => {
    const { line } = criterion.box;
    const gone = criterion.increments.filter((number) => incrementNumbered(plan, number) === undefined);
    if (gone.length > 0) {
      const message = `A criterion names increments that the plan does not have: ${gone.join(", ")}.`;
      return [{ ...fileFault(file, "unknown-increment", message, "Correct the numbers after the criterion."), line }];
    }
    const isLate =
      criterion.increments.length > 0 &&
      !criterion.isDone &&
      criterion.increments.every((number) => {
        const increment = incrementNumbered(plan, number);
        return increment !== undefined && isDone(increment);
      });
    if (!isLate) return [];
    const message = `The increments of this criterion are done, and it is not ticked: ${criterion.text}`;
    return [{ ...fileFault(file, "open-criterion", message, "Tick it, or set the increment to pending again."), line }];
  });
  const stories = prd.stories.flatMap(({ title, line, status }) =>
    status === null
      ? [
          {
            ...fileFault(
              file,
              "no-story-status",
              `The story ${title} has no line \`**Status:** …\`.`,
              `Give it one of pending, in-progress, done.`,
            ),
            line,
          },
        ]
      : [],
  );
  return [...own, ...stories, ...stalePrd(prd).map((stale) => staleFault(stale, file))].toSorted(
    (a, b) => (a.line ?? 0) - (b.line ?? 0),
  );
}

function otherPlans({ place, others }: ExecContent): readonly BacklogFault[] {
  if (others.length === 0) return [];
  const names = others.map(({ id, name }) => `${id}_${name}`).join(", ");
  const message = `Other plans are active as well: ${names}. ${place.plan.name} is worked.`;
  return [
    {
      ...fileFault(place.plan.name, "several-plans", message, "Name another one with RALPH_PLAN_FILE."),
      severity: "warning",
    },
  ];
}
