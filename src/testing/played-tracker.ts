import type { FactOf, IssueCounts } from "../core/fact.ts";
import type { State } from "../core/state.ts";
import { isClosed, type Task, type TaskId, type TaskState } from "../core/task.ts";
import type { IssuePlace, IssueSeen } from "../core/tracker/issue.ts";
import { afterLanding, cleanupOf } from "../core/tracker/own-account.ts";

/** What an agent makes of issues in one call: where each stands afterwards. */
export type Moves = Readonly<Record<string, IssuePlace>>;

const states: Readonly<Record<IssuePlace, TaskState>> = {
  triage: "deferred",
  backlog: "todo",
  todo: "todo",
  in_progress: "in_progress",
  in_review: "in_progress",
  done: "done",
  canceled: "cancelled",
  duplicate: "cancelled",
  gone: "cancelled",
};

/** A tracker that agents write to: issues stand where they were moved last, and the harness looks. */
export class PlayedTracker {
  readonly #places = new Map<string, IssuePlace>();

  /** Tasks as the tracker has them after moves. */
  moved(tasks: readonly Task[], moves: Moves): readonly Task[] {
    for (const [id, place] of Object.entries(moves)) this.#places.set(id, place);
    return tasks.map((task) => {
      const place = this.#places.get(task.id);
      return place === undefined ? task : { ...task, state: states[place], mine: true };
    });
  }

  seen = (tasks: readonly Task[], id: TaskId): IssueSeen => {
    const place = this.#places.get(id) ?? (tasks.some((task) => task.id === id) ? "todo" : "gone");
    return { id, place, name: place };
  };

  /** What a reading of the backlog tells of it. */
  read({ policy, account }: State, tasks: readonly Task[]): Pick<FactOf<"backlog-read">, "tracker"> {
    if (policy.tracker !== "agent") return {};
    const open = cleanupOf({ account }).filter((id) => tasks.some((task) => task.id === id && !isClosed(task)));
    return { tracker: { ...countsOf(tasks), cleanup: open } };
  }

  /** What a look after a call tells. */
  look({ policy, current, counts, account }: State, tasks: readonly Task[]): Pick<FactOf<"work-measured">, "tracker"> {
    if (policy.tracker !== "agent" || current === null) return {};
    const own = current.claim.repair ? [] : [current.claim.task.id];
    const now = countsOf(tasks);
    const issues = [...own, ...cleanupOf({ account })].map((id) => this.seen(tasks, id));
    return { tracker: { issues, before: counts ?? now, now } };
  }

  /** What a landing tells of it, and what is known then; null where none has landed. */
  landed(
    state: State,
    tasks: readonly Task[],
    id: TaskId | null,
  ): { readonly closing: Pick<FactOf<"work-landed">, "closing">; readonly known: Pick<State, "account"> } {
    if (id === null) return { closing: {}, known: state };
    const isOpen = state.policy.tracker === "agent" && tasks.some((task) => task.id === id && !isClosed(task));
    const closing = isOpen ? { closing: "due" as const } : {};
    return { closing, known: afterLanding(state, id, closing.closing) };
  }
}

const countsOf = (tasks: readonly Task[]): IssueCounts => ({
  open: tasks.filter((task) => !isClosed(task)).length,
  done: tasks.filter(({ state }) => state === "done").length,
});
