import type { FactOf, Standing } from "../fact.ts";
import type { Task, TaskId } from "../task.ts";
import type { PromptPart } from "./build-prompt.ts";

/** All that goes into the prompt of one call. Texts from outside are fenced already. */
export interface WorkPromptInput {
  /** The role's template with its phrases filled in. */
  readonly role: string;
  /** Null for a role that owes no status block. */
  readonly contract: string | null;
  readonly task: Task;
  /** What else the playbook wants to be told in the answer; empty where nothing. */
  readonly remarks: string;
  /** Body and title of the task, fenced as data. */
  readonly taskData: string;
  readonly standing: Pick<Standing, "open" | "done"> | null;
  readonly resumed: boolean;
  readonly attempt: number;
  readonly corrections: readonly string[];
  /** Issues whose work has landed and that the agent has to close. */
  readonly cleanup: readonly TaskId[];
  /** What stands against the merge of the task's pull request, one line each: its number and why. */
  readonly mergeFailures: readonly string[];
  /** What a person has answered to questions about the task. */
  readonly answers: readonly string[];
  /** What reviewers have found in the work so far, fenced; null where nothing. */
  readonly findings: string | null;
  /** The end of a failed gate's output, fenced; null where none failed. */
  readonly gateOutput: string | null;
  /** The coordinator's brief, fenced; null where there is none. */
  readonly brief: string | null;
  /** What has brought the task forward; undefined where nothing has. */
  readonly near?: FactOf<"task-claimed">["near"];
  /** The architect's design, fenced; null where there is none. */
  readonly design: string | null;
  readonly project: string | null;
  readonly progress: string | null;
}

/** The parts of the prompt for a call that works on a task, in the order in which they are read. */
export function workPrompt(input: WorkPromptInput): readonly PromptPart[] {
  return [
    { name: "role", rank: "always", text: input.role },
    { name: "task", rank: 4, text: `## Task ${input.task.id}\n\n${input.taskData}` },
    { name: "criteria", rank: 5, text: criteria(input.task) },
    { name: "open criteria", rank: 4, text: looseCriteria(input.task) },
    { name: "brief", rank: 4, text: input.brief === null ? "" : `## Brief of the coordinator\n\n${input.brief}` },
    { name: "design", rank: 5, text: input.design === null ? "" : `## Design of the architect\n\n${input.design}` },
    { name: "facts", rank: "always", text: `## What the harness knows\n\n${facts(input).join("\n")}` },
    {
      name: "findings",
      rank: 5,
      text: input.findings === null ? "" : `## What reviewers have found\n\n${input.findings}`,
    },
    {
      name: "gate output",
      rank: 3,
      text: input.gateOutput === null ? "" : `## Output of the failed check\n\n${input.gateOutput}`,
    },
    {
      name: "project notes",
      rank: 2,
      text: input.project === null ? "" : `## Notes of this project\n\n${input.project}`,
    },
    {
      name: "progress",
      rank: 1,
      text: input.progress === null ? "" : `## Last lines of the progress file\n\n${input.progress}`,
    },
    { name: "remarks", rank: "always", text: input.remarks === "" ? "" : `## What to say\n\n${input.remarks}` },
    { name: "contract", rank: "always", text: input.contract === null ? "" : `## How to end\n\n${input.contract}` },
  ];
}

function criteria(task: Task): string {
  if (task.acceptance.length === 0) return "";
  return `### Done when\n\n${task.acceptance.map((item) => `- [${item.done ? "x" : " "}] ${item.text}`).join("\n")}`;
}

function looseCriteria({ looseCriteria: open = [] }: Task): string {
  if (open.length === 0) return "";
  const list = open.map((text) => `- ${text}`).join("\n");
  return `### Criteria of the whole plan\n\nName each that holds once your work is in, on a line of its own in your answer: \`SATISFIED: \` and its words.\n\n${list}`;
}

function facts({
  task,
  standing,
  resumed,
  near,
  attempt,
  corrections,
  cleanup,
  mergeFailures,
  answers,
}: WorkPromptInput): readonly string[] {
  return [
    ...(standing === null ? [] : [`OPEN TASKS: ${standing.open}`, `DONE TASKS: ${standing.done}`]),
    `ATTEMPT: ${attempt}`,
    ...(task.files.length > 0 ? [`DECLARED FILES: ${task.files.join(", ")}`] : []),
    ...(resumed ? [`RESUME IN PROGRESS: ${task.id}`] : []),
    ...(near === undefined ? [] : [`LOCALITY HINT: ${task.id}`]),
    ...(cleanup.length > 0 ? [`PENDING LINEAR CLEANUP: ${cleanup.join(",")}`] : []),
    ...mergeFailures.map((text) => `PENDING-MERGE FAILURES: ${text}`),
    ...answers.map((text) => `ANSWER OF A PERSON: ${text.replaceAll(/\s+/g, " ").trim()}`),
    ...corrections.map((text) => `CORRECTION: ${text}`),
  ];
}

/** A template with its `{{names}}` filled in; unknown names stay as they are, so that a test finds them. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}
