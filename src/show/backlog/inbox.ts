import type { FactOf } from "../../core/fact.ts";
import type { RunView } from "../../core/summary.ts";
import type { EndReason } from "../../core/end-reason.ts";
import { heldByLabel } from "../../core/picking/held-by-label.ts";
import { isClosed, type Task } from "../../core/task.ts";
import { adviceFor } from "../report/advice.ts";
import { reasonText } from "../../core/texts/reason-text.ts";
import { hung, hungRows } from "../text/hung.ts";
import { moment } from "../text/words.ts";

/** What the ledger remembers of a task's setting aside. */
export interface ParkedMemory {
  readonly run: string;
  readonly iteration: number;
  readonly at: number;
  readonly fact: FactOf<"task-parked">;
}

/** One task that waits, with all that is needed to answer. */
export interface InboxEntry {
  readonly task: string;
  readonly title: string;
  /** What it waits for: an answer to a question, a person's look at work that got nowhere, or something outside. */
  readonly kind: "question" | "escalation" | "blocked";
  readonly state: "needs_human" | "blocked";
  readonly reason: string | null;
  readonly question: string | null;
  readonly kept: { readonly ref: string; readonly branch: string | null } | null;
  readonly run: string | null;
  readonly iteration: number | null;
  readonly since: string | null;
  readonly source: Task["source"];
  readonly answer: string;
  /** Where the task stands: file and line, or an address. */
  readonly place: string;
}

/** A question that an agent asked and nobody had to wait for: the task is open, and the next agent goes by the answer. */
export interface OpenQuestion {
  readonly task: string;
  readonly question: string;
  readonly run: string;
  readonly iteration: number;
  readonly answer: string;
}

/** What waits for a person: tasks, tasks that wait for something outside, and a run that ended with a need of its own. */
export interface Inbox {
  readonly waiting: readonly InboxEntry[];
  readonly blocked: readonly InboxEntry[];
  /** Questions of the last run about tasks that are open all the same. */
  readonly questions: readonly OpenQuestion[];
  readonly run: {
    readonly run: string;
    readonly endReason: EndReason;
    readonly message: string;
    readonly next: string;
  } | null;
}

/** Ends that a person has to do something about, other than the tasks listed. */
const needsOfRun: ReadonlySet<EndReason> = new Set([
  "blocked",
  "plan_mismatch",
  "exit_refused_3x",
  "no_status_block_3x",
  "repeating",
  "breaker_open",
  "usage_limit",
  "agent_unavailable",
  "disk_full",
]);

/** The inbox, from the backlog as it stands, what the ledger remembers of its tasks, and the last run. */
export function inboxOf(
  tasks: readonly Task[],
  memoryOf: (task: string) => ParkedMemory | null,
  last: RunView | null,
): Inbox {
  const entries = tasks.flatMap((task) => {
    const state = waitingState(task);
    return state === null ? [] : [entryOf(task, state, memoryOf(task.id))];
  });
  const end = last?.end ?? null;
  return {
    waiting: entries.filter(({ state }) => state === "needs_human"),
    blocked: entries.filter(({ state }) => state === "blocked"),
    questions: last === null ? [] : openQuestions(tasks, last),
    run:
      last === null || end === null || !needsOfRun.has(end.reason) || isMended(last, end.reason)
        ? null
        : { run: last.run, endReason: end.reason, message: end.message, next: adviceFor(last) },
  };
}

/** The last question about each task that is still to be worked and waits for nobody. */
function openQuestions(tasks: readonly Task[], { run, iterations, answered }: RunView): readonly OpenQuestion[] {
  const open = new Set<string>(
    tasks.filter((task) => !isClosed(task) && waitingState(task) === null).map((task) => task.id),
  );
  const asked = iterations.filter(
    ({ task, question }) => question !== null && open.has(task) && !answered.includes(task),
  );
  return [...Map.groupBy(asked, ({ task }) => task).values()].flatMap((of) => {
    const last = of.at(-1);
    if (last?.question == null) return [];
    const { task, question, n } = last;
    return [{ task, question, run, iteration: n, answer: `ralph answer ${task} "…"` }];
  });
}

/* A breaker that was closed by hand after its run needs nobody any more. */
const isMended = ({ state }: RunView, reason: EndReason): boolean =>
  reason === "breaker_open" && state.breaker.state === "closed";

function waitingState(task: Task): InboxEntry["state"] | null {
  const { state } = task;
  if (state === "needs_human" || state === "blocked") return state;
  return state === "todo" || state === "in_progress" ? (heldByLabel(task)?.state ?? null) : null;
}

function entryOf(task: Task, state: InboxEntry["state"], memory: ParkedMemory | null): InboxEntry {
  return {
    task: task.id,
    title: task.title,
    kind: state === "blocked" ? "blocked" : memory?.fact.question == null ? "escalation" : "question",
    state,
    reason: memory?.fact.reason ?? task.reason,
    question: memory?.fact.question ?? null,
    kept: memory?.fact.kept ?? null,
    run: memory?.run ?? null,
    iteration: memory?.iteration ?? null,
    since: memory === null ? null : new Date(memory.at).toISOString(),
    source: task.source,
    answer: `Answer, and the task is queued again: ralph answer ${task.id} "…"`,
    place: placeOf(task),
  };
}

const placeOf = ({ source }: Task): string => ("url" in source ? source.url : `${source.file}:${source.line}`);

/** The inbox for people: what waits first, what is blocked below it. */
export function inboxText({ waiting, blocked, questions, run }: Inbox): string {
  if (waiting.length + blocked.length + questions.length === 0 && run === null) return "Nothing waits for you.\n";
  const parts = [
    ...(waiting.length === 0
      ? ["No task waits for you."]
      : [`Waiting for you (${waiting.length}):`, ...waiting.map(entryText)]),
    ...(blocked.length === 0 ? [] : [`Blocked by something outside (${blocked.length}):`, ...blocked.map(entryText)]),
    ...(questions.length === 0
      ? []
      : [`Asked, and worked on all the same (${questions.length}):`, ...questions.map(questionText)]),
    ...(run === null
      ? []
      : [
          [
            ...hung(
              `Run ${run.run} ended as ${run.endReason}${run.message === "" ? "" : `: ${run.message}`}`,
              "",
              "  ",
            ),
            ...hung(run.next, "  ", "  "),
          ].join("\n"),
        ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

const questionText = ({ task, question, run, iteration, answer }: OpenQuestion): string =>
  [
    ...hung(`${task}  ${question}`, "  ", "    "),
    ...hungRows(
      [
        ["since", `${run}#${iteration}`],
        ["to answer", answer],
      ],
      "    ",
    ),
  ].join("\n");

function entryText(entry: InboxEntry): string {
  const rows = hungRows(
    [
      ["reason", entry.reason === null ? null : reasonText(entry.reason)],
      ["question", entry.question],
      [
        "its work",
        entry.kept === null ? null : `${entry.kept.branch ?? entry.kept.ref} (ralph wip show ${entry.task})`,
      ],
      [
        "since",
        entry.since === null
          ? null
          : `${moment(Date.parse(entry.since))}, ${entry.run ?? ""}#${entry.iteration ?? 0} (ralph show ${entry.task})`,
      ],
      ["stands in", entry.place],
      // A command stays on a line of its own, so that it can be copied.
      ["to answer", entry.answer.replace(/ ralph .*$/, "")],
      ["", /ralph .*$/.exec(entry.answer)?.[0] ?? null],
    ],
    "    ",
  );
  return [...hung(`${entry.task}  ${entry.title}`, "  ", "    "), ...rows].join("\n");
}
