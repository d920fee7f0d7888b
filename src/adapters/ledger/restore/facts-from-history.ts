import type { Fact, FactOf } from "../../../core/fact.ts";
import { plainTask } from "../../../core/plain-task.ts";
import type { Task, TaskId } from "../../../core/task.ts";
import type { Place } from "../../../ports/ledger.ts";
import type { CommitView } from "../../../ports/workspace.ts";

/** A commit with its time (ms). */
export interface DatedCommit extends CommitView {
  readonly at: number;
}

/** Facts that became known at one place. */
export interface PlacedFacts {
  readonly place: Place;
  readonly facts: readonly Fact[];
}

interface Landing {
  readonly run: string;
  readonly iteration: number;
  readonly task: TaskId;
  readonly commit: DatedCommit;
}

const isTaskId = (text: string): text is TaskId => text !== "";

// Commits of the harness that claim, block or escalate a task land nothing.
const bookkeeping = /^chore\(ralph\): /;

function landingOf(commit: DatedCommit): Landing | null {
  const { trailers, subject } = commit;
  const run = trailers["Ralph-Run"]?.trim() ?? "";
  const task = trailers["Ralph-Task"]?.trim() ?? "";
  const iteration = Number(trailers["Ralph-Iteration"]);
  if (run === "" || !isTaskId(task) || !Number.isSafeInteger(iteration) || bookkeeping.test(subject)) return null;
  return { run, iteration, task, commit };
}

// What git does not know is at its least: no backlog is counted, and what came before a commit is the commit.
const unknownStanding: FactOf<"work-landed">["standing"] = {
  open: 0,
  done: 0,
  actionable: 0,
  blocked: 0,
  needsHuman: 0,
  faulty: 0,
  notClosed: 0,
};

const landedTask = (id: TaskId, title: string): Task => ({ ...plainTask(id, title), state: "done" });

function factsOfLanding({ task, commit }: Landing, attempt: number): readonly Fact[] {
  const { sha, subject, trailers } = commit;
  const agentCommits = (trailers["Ralph-Commits"] ?? "").split(/[\s,]+/).filter((text) => text !== "");
  return [
    {
      kind: "task-claimed",
      task: landedTask(task, subject),
      attempt,
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
    },
    {
      kind: "work-landed",
      commit: sha,
      branch: null,
      form: "commit",
      agentCommits,
      closed: [task],
      standing: unknownStanding,
      recovered: true,
    },
    {
      kind: "iteration-recorded",
      outcome: "landed",
      progress: true,
      error: null,
      graded: null,
      blockBy: null,
      discrepancies: [],
      exit: null,
    },
  ];
}

/**
 * What the trailers of the harness's own commits, oldest first, still tell of a ledger that is lost: which iteration landed
 * which task by which commit. Calls, verdicts, blocks and whatever did not land are not in git, and are not made up.
 */
export function factsFromHistory(commits: readonly DatedCommit[]): readonly PlacedFacts[] {
  // Of several commits of one iteration the last is the landing.
  const landings = new Map<string, Landing>();
  for (const commit of commits) {
    const landing = landingOf(commit);
    if (landing !== null) landings.set(`${landing.run}/${landing.iteration}`, landing);
  }
  const attempts = new Map<TaskId, number>();
  return [...landings.values()].map((landing) => {
    const { run, iteration, task, commit } = landing;
    const attempt = (attempts.get(task) ?? 0) + 1;
    attempts.set(task, attempt);
    return { place: { run, iteration, at: commit.at }, facts: factsOfLanding(landing, attempt) };
  });
}
