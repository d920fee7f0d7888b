import type { Task, TaskId } from "../../../core/task.ts";
import type { Annotation, Backlog, Comment, StateChange } from "../../../ports/backlog.ts";
import { textMark } from "../text-mark.ts";
import { linearError } from "./asking/linear-error.ts";
import type { LinearIssue } from "./asking/linear-issue.ts";
import { LinearReader, type LinearSource } from "./linear-reader.ts";
import { reasonIn } from "./linear-state.ts";
import { makeIssue } from "./writing/make-issue.ts";
import { sayOnce } from "./writing/say-once.ts";
import { refuseTaken, writeState } from "./writing/write-state.ts";

/** Which project, and who writes. */
export interface LinearOptions extends LinearSource {
  /**
   * `agent`: nothing is written; issues are moved by agents, with tools of their own. `refused`: nor is anything, and whoever wants it
   * written is told so.
   */
  readonly writes: "harness" | "agent" | "refused";
}

/**
 * The issues of a Linear project as a backlog. Nothing is asked before the first call. A single issue is read anew before each write:
 * what a person has closed or taken out of the project meanwhile is not written over.
 */
export function openLinear(options: LinearOptions): Backlog {
  return options.writes === "harness" ? new WrittenLinear(options) : new WatchedLinear(options);
}

/** What others write: a change that is wanted here is only looked at, whether it can still be made. */
class WatchedLinear extends LinearReader implements Backlog {
  readonly #isRefused: boolean;

  constructor(options: LinearOptions) {
    super(options);
    this.#isRefused = options.writes === "refused";
  }

  async setState({ id, state }: StateChange, signal?: AbortSignal): Promise<Task> {
    if (this.#isRefused)
      throw linearError("left-to-agents", `${id} is not moved: Linear is left to agents (RALPH_LINEAR_WRITES=agent).`);
    const { issue } = await this.live(id, signal);
    this.cache.forget();
    if (state === "in_progress") refuseTaken(issue);
    return this.taskAfter(issue, signal);
  }
}

class WrittenLinear extends LinearReader implements Backlog {
  readonly #now: () => number;

  constructor(options: LinearOptions) {
    super(options);
    this.#now = () => options.time.now();
  }

  async setState(change: StateChange, signal?: AbortSignal): Promise<Task> {
    const live = await this.live(change.id, signal);
    // Whatever comes of it, what is kept may be wrong now.
    this.cache.forget();
    await writeState({ ask: this.ask, live, change, signal });
    return this.taskAfter(live.issue, signal);
  }

  override async fresh(id: TaskId, signal?: AbortSignal): Promise<Task> {
    const { issue } = await this.live(id, signal);
    if (issue.assignee?.isMe === false)
      throw linearError("taken", `Somebody else has ${id} now.`, { place: issue.url });
    return this.taskNow(issue, signal);
  }

  async annotate(annotation: Annotation, signal?: AbortSignal): Promise<boolean> {
    if (annotation.kind === "progress") return false;
    const live = await this.live(annotation.id, signal);
    const comment = wordsOf(annotation, live.issue);
    if (comment === null) return true;
    this.cache.forget();
    await sayOnce(this.ask, live.issue.id, comment, signal);
    return true;
  }

  async add(task: Parameters<NonNullable<Backlog["add"]>>[0], signal?: AbortSignal): Promise<Task> {
    const place = await this.found(signal);
    const issues = new Map((await this.cache.all(signal)).map((issue) => [issue.identifier, issue]));
    const making = { ask: this.ask, place, issues, now: this.#now };
    const id = await makeIssue(task, making, signal);
    this.cache.forget();
    return this.taskAfter({ id, identifier: id }, signal);
  }
}

/** What is said of a task on its issue; null where it stands there already. */
function wordsOf(annotation: Exclude<Annotation, { kind: "progress" }>, issue: LinearIssue): Comment | null {
  switch (annotation.kind) {
    case "comment":
      return annotation.comment;
    case "answer":
      return { marker: `ralph:answer ${textMark(annotation.text)}`, text: `**Answer:** ${annotation.text}` };
    case "escalation": {
      const line = annotation.text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
      if (reasonIn(issue, "needs_human") === line) return null;
      return { marker: `ralph:question ${textMark(annotation.text)}`, text: annotation.text };
    }
  }
}
