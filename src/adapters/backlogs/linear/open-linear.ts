import { taskId } from "../../../core/task-id.ts";
import type { Task, TaskId } from "../../../core/task.ts";
import { type Annotation, type Backlog, BacklogError, type Comment } from "../../../ports/backlog.ts";
import { textMark } from "../text-mark.ts";
import { nearIds } from "../near-ids.ts";
import { IssueCache } from "./issue-cache.ts";
import { linearError } from "./asking/linear-error.ts";
import type { LinearIssue } from "./asking/linear-issue.ts";
import { findProject, type LinearPlace } from "./linear-project.ts";
import { linearQueries, type LiveIssue } from "./asking/linear-queries.ts";
import type { AskLinear } from "./asking/linear-query.ts";
import { reasonIn } from "./linear-state.ts";
import { linearSnapshot } from "./linear-tasks.ts";
import { type LinearAccess, linearTransport } from "./asking/linear-transport.ts";
import { makeIssue } from "./writing/make-issue.ts";
import { sayOnce } from "./writing/say-once.ts";
import { writeState } from "./writing/write-state.ts";

/** Which project, and who writes. */
export interface LinearOptions extends LinearAccess {
  /** Its name, the last part of its address, or the address. */
  readonly project: string;
  /** `agent`: nothing is written; issues are moved by agents, with tools of their own. */
  readonly writes: "harness" | "agent";
  /** How long a list of issues is good without a write of ours, ms. */
  readonly maxAgeMs?: number;
}

const usualAgeMs = 120_000;
const idForm = /^[a-z][a-z0-9_]*-\d+$/i;

/**
 * The issues of a Linear project as a backlog. Nothing is asked before the first call. A single issue is read anew before each write:
 * what a person has closed or taken out of the project meanwhile is not written over.
 */
export function openLinear(options: LinearOptions): Backlog {
  return new LinearBacklog(options);
}

class LinearBacklog implements Backlog {
  readonly kind = "linear";
  readonly files: readonly string[] = [];
  readonly #options: LinearOptions;
  readonly #ask: AskLinear;
  readonly #cache: IssueCache;
  #place: LinearPlace | null = null;

  constructor(options: LinearOptions) {
    this.#options = options;
    this.#ask = linearTransport(options);
    this.#cache = new IssueCache({
      ask: this.#ask,
      project: async (signal) => (await this.#found(signal)).project.id,
      now: () => options.time.now(),
      maxAgeMs: options.maxAgeMs ?? usualAgeMs,
    });
  }

  async load(signal?: AbortSignal) {
    return linearSnapshot(await this.#cache.all(signal));
  }

  async setState(change: Parameters<Backlog["setState"]>[0], signal?: AbortSignal): Promise<Task> {
    const live = await this.#live(change.id, signal);
    if (this.#options.writes === "harness") {
      // Whatever comes of it, what is kept may be wrong now.
      this.#cache.forget();
      await writeState({ ask: this.#ask, live, change, signal });
    }
    return this.#taskAfter(live.issue, signal);
  }

  async fresh(id: TaskId, signal?: AbortSignal): Promise<Task> {
    const { issue } = await this.#live(id, signal);
    // Who writes for us has an account of their own.
    if (this.#options.writes === "harness" && issue.assignee?.isMe === false)
      throw linearError("taken", `Somebody else has ${id} now.`, { place: issue.url });
    this.#cache.forget();
    const [task] = linearSnapshot([issue]).tasks;
    if (task === undefined) throw await this.#unknown(id, signal);
    return task;
  }

  async annotate(annotation: Annotation, signal?: AbortSignal): Promise<boolean> {
    if (this.#options.writes === "agent" || annotation.kind === "progress") return false;
    const live = await this.#live(annotation.id, signal);
    const comment = wordsOf(annotation, live.issue);
    if (comment === null) return true;
    this.#cache.forget();
    await sayOnce(this.#ask, live.issue.id, comment, signal);
    return true;
  }

  async add(task: Parameters<NonNullable<Backlog["add"]>>[0], signal?: AbortSignal): Promise<Task> {
    const place = await this.#found(signal);
    const issues = new Map((await this.#cache.all(signal)).map((issue) => [issue.identifier, issue]));
    const making = { ask: this.#ask, place, issues, now: () => this.#options.time.now() };
    const id = await makeIssue(task, making, signal);
    this.#cache.forget();
    return this.#taskAfter({ id, identifier: id }, signal);
  }

  async whereabouts(signal?: AbortSignal): Promise<string> {
    const { project, viewer } = await this.#found(signal);
    return `Linear, project ${project.name}, as ${viewer.name}`;
  }

  async #found(signal?: AbortSignal): Promise<LinearPlace> {
    this.#place ??= await findProject(this.#ask, this.#options.project, signal);
    return this.#place;
  }

  /** The issue as it stands now. Rejects where there is none such, or it is not in the project any more. */
  async #live(id: TaskId, signal?: AbortSignal): Promise<LiveIssue> {
    signal?.throwIfAborted();
    const { project } = await this.#found(signal);
    if (!idForm.test(id)) throw await this.#unknown(id, signal);
    const live = await this.#ask(linearQueries.live, { id }, signal).catch(async (error: unknown) => {
      throw error instanceof BacklogError && error.code === "unknown-task" ? await this.#unknown(id, signal) : error;
    });
    const { issue } = live;
    if (issue.archivedAt !== null || issue.trashed === true) throw await this.#unknown(id, signal);
    if (issue.project?.id === project.id) return live;
    this.#cache.forget();
    const where = issue.project === null ? "in no project" : `in the project ${issue.project.name}`;
    throw linearError("outside-project", `${id} is not in ${project.name} but ${where}: it is left alone.`, {
      place: issue.url,
    });
  }

  async #unknown(id: TaskId, signal?: AbortSignal): Promise<BacklogError> {
    const { tasks } = await this.load(signal);
    const near = nearIds(
      id,
      tasks.map((task) => task.id),
    );
    const hint = near.length === 0 ? {} : { hint: `Did you mean ${near.join(", ")}?` };
    return linearError("unknown-task", `The project has no issue ${id}.`, hint);
  }

  async #taskAfter({ id }: Pick<LinearIssue, "id" | "identifier">, signal?: AbortSignal): Promise<Task> {
    const issues = await this.#cache.after(id, signal);
    const name = issues.at(-1)?.identifier ?? id;
    const task = linearSnapshot(issues).tasks.find((each) => each.id === name);
    if (task === undefined) throw await this.#unknown(taskId(name), signal);
    return task;
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
