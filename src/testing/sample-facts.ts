import { acceptCommands } from "../core/acceptance/accept-commands.ts";
import type { Grades } from "../core/answer/grades.ts";
import type { Brief } from "../core/brief/brief.ts";
import type { Fact, FactOf } from "../core/fact.ts";
import { plainTask } from "../core/plain-task.ts";
import type { Task, TaskId } from "../core/task.ts";

const sha = "c0ffee0000000000000000000000000000000000";

const isTaskId = (text: string): text is TaskId => text !== "";

/** The text as the id of a task; it must not be empty. */
export function sampleId(text: string): TaskId {
  if (!isTaskId(text)) throw new TypeError("A task's id is not empty.");
  return text;
}

/** A task with nothing special about it. */
export const sampleTask = (id: string): Task => ({
  ...plainTask(id, `Do ${id}`),
  source: { file: "fix_plan.md", line: 1 },
});

/** How a backlog of one open task stands. */
export const sampleStanding = { open: 1, done: 0, actionable: 1, blocked: 0, needsHuman: 0, faulty: 0, notClosed: 1 };

/** A claim of a task: the first fact of its iteration. */
export const taskClaimed = (task: string): Fact => ({
  kind: "task-claimed",
  task: sampleTask(task),
  attempt: 1,
  boundary: false,
  nested: [],
  repair: false,
  branch: null,
  head: sha,
  tree: sha,
  clean: true,
  defaultTip: null,
  startHead: sha,
  session: null,
});

/** A call that went well. */
export const agentFinished = (change: Partial<FactOf<"agent-finished">> = {}): Fact => ({
  kind: "agent-finished",
  role: "implementer",
  round: 1,
  call: 1,
  agent: "script",
  family: "script",
  model: null,
  session: null,
  outcome: "ok",
  message: null,
  fingerprint: null,
  usage: { in: 10, out: 20, cachedRead: 30, cachedWrite: 40 },
  costUsd: 0.5,
  costEstimated: false,
  limit: null,
  limitEnds: null,
  denials: [],
  toolCalls: 2,
  subAgents: 0,
  suiteRuns: 0,
  retries: 0,
  promptBytes: 100,
  answerBytes: 200,
  durationMs: 1500,
  startedAt: 1_700_000_000_000,
  survivors: 0,
  log: null,
  ...change,
});

/** A judge's approval. */
export const verdictRead = (change: Partial<FactOf<"verdict-read">> = {}): Fact => ({
  kind: "verdict-read",
  call: 2,
  role: "reviewer",
  round: 1,
  ask: 1,
  form: "check",
  agent: "script",
  seat: "script",
  family: "script",
  model: null,
  verdict: "PASS",
  cause: "answer",
  summary: "looked at all of it",
  issues: [],
  needs: [],
  suspicious: false,
  durationMs: 60_000,
  tree: sha,
  since: sha,
  ...change,
});

/** Grades with these scores for criteria, code and tests. */
export const sampleGrades = ([acCoverage, codeQuality, testQuality]: readonly [number, number, number]): Grades => ({
  acCoverage,
  acCoverageNotes: "as asked",
  codeQuality,
  codeQualityNotes: "plain",
  testQuality,
  testQualityNotes: "one test",
  overallNotes: "",
});

/** A judge that is through. */
export const gradeCollected = (
  change: Pick<FactOf<"grade-collected">, "iteration" | "task" | "commit" | "judge" | "grades" | "why">,
): Fact => ({
  kind: "grade-collected",
  iteration: change.iteration,
  task: change.task,
  commit: change.commit,
  judge: change.judge,
  grades: change.grades,
  why: change.why,
  calls: [],
});

/** A brief for a task. */
export const sampleBrief = (task: string, change: Partial<Brief> = {}): Brief => ({
  schema_version: 1,
  task_id: task,
  task_source: "linear",
  task_summary: `what ${task} is about`,
  risk_level: "LOW",
  affected_modules: ["src/mail/send.ts"],
  acceptance_criteria: ["it can be seen"],
  qa_required: true,
  delegate_to: "implementer",
  coordinator_confidence: 0.9,
  created_at: "2026-03-01T09:00:00.000Z",
  ...change,
});

/** What comes of asking a coordinator: a call, and a brief that says this beside the usual; null: it gives none. */
export const briefAsked = (task: TaskId, call: number, brief: Partial<Brief> | null = {}): readonly Fact[] => [
  agentFinished({ role: "coordinator", call, costUsd: null }),
  {
    kind: "brief-read",
    task,
    brief: brief === null ? null : sampleBrief(task, brief),
    from: "asked",
    why: brief === null ? "nothing was said" : null,
  },
];

/** Work that reached its branch. */
export const workLanded = (commit = sha): Fact => ({
  kind: "work-landed",
  commit,
  branch: null,
  form: "commit",
  agentCommits: [],
  closed: [],
  standing: sampleStanding,
  recovered: false,
});

/** The end of an iteration. */
export const iterationRecorded = (change: Partial<FactOf<"iteration-recorded">> = {}): Fact => ({
  kind: "iteration-recorded",
  outcome: "landed",
  progress: true,
  error: null,
  graded: null,
  blockBy: null,
  discrepancies: [],
  exit: null,
  ...change,
});

/** A warning: the smallest fact that says something. */
export const warned = (message: string): Fact => ({ kind: "warned", code: "sample", severity: "warning", message });

/** What the commands of a task's criteria came to in a round, on a content: all are met but these. */
export function acceptanceJudged(task: Task, round: number, tree: string, failing: readonly string[] = []): Fact {
  const criteria = acceptCommands(task).map(({ criterion }) => criterion);
  const met = criteria.filter((criterion) => !failing.includes(criterion));
  const unmet = criteria.filter((criterion) => failing.includes(criterion));
  return { kind: "acceptance-judged", round, tree, receipts: [], met, unmet };
}
