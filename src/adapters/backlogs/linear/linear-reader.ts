import { taskId } from "../../../core/task-id.ts";
import type { Task, TaskId } from "../../../core/task.ts";
import type { IssueSeen } from "../../../core/tracker/issue.ts";
import { type BacklogSnapshot, BacklogError } from "../../../ports/backlog.ts";
import { nearIds } from "../near-ids.ts";
import { linearError } from "./asking/linear-error.ts";
import type { LinearIssue } from "./asking/linear-issue.ts";
import { linearQueries, type LiveIssue } from "./asking/linear-queries.ts";
import type { AskLinear } from "./asking/linear-query.ts";
import { type LinearAccess, linearTransport } from "./asking/linear-transport.ts";
import { IssueCache } from "./issue-cache.ts";
import { findProject, type LinearPlace } from "./linear-project.ts";
import { placeOf } from "./linear-state.ts";
import { linearSnapshot } from "./linear-tasks.ts";

/** Which project, and how it is reached. */
export interface LinearSource extends LinearAccess {
  /** Its name, the last part of its address, or the address. */
  readonly project: string;
  /** How long a list of issues is good without a write of ours, ms. */
  readonly maxAgeMs?: number;
}

const usualAgeMs = 120_000;
const idForm = /^[a-z][a-z0-9_]*-\d+$/i;

/** The issues of a Linear project as tasks, read and never written. Nothing is asked before the first call. */
export class LinearReader {
  readonly kind = "linear";
  readonly files: readonly string[] = [];
  protected readonly ask: AskLinear;
  protected readonly cache: IssueCache;
  readonly #project: string;
  #place: LinearPlace | null = null;

  constructor(source: LinearSource) {
    this.#project = source.project;
    this.ask = linearTransport(source);
    this.cache = new IssueCache({
      ask: this.ask,
      project: async (signal) => (await this.found(signal)).project.id,
      now: () => source.time.now(),
      maxAgeMs: source.maxAgeMs ?? usualAgeMs,
    });
  }

  async load(signal?: AbortSignal): Promise<BacklogSnapshot> {
    return linearSnapshot(await this.cache.all(signal));
  }

  async look(ids: readonly TaskId[], signal?: AbortSignal): Promise<readonly IssueSeen[]> {
    this.cache.forget();
    const seen: IssueSeen[] = [];
    for (const id of ids) seen.push(await this.#seen(id, signal));
    return seen;
  }

  /** One task as it stands now. Whoever it is assigned to: agents that write for us have accounts of their own. */
  async fresh(id: TaskId, signal?: AbortSignal): Promise<Task> {
    const { issue } = await this.live(id, signal);
    return this.taskNow(issue, signal);
  }

  async whereabouts(signal?: AbortSignal): Promise<string> {
    const { project, viewer } = await this.found(signal);
    return `Linear, project ${project.name}, as ${viewer.name}`;
  }

  protected async found(signal?: AbortSignal): Promise<LinearPlace> {
    this.#place ??= await findProject(this.ask, this.#project, signal);
    return this.#place;
  }

  async #seen(id: TaskId, signal?: AbortSignal): Promise<IssueSeen> {
    try {
      const { issue } = await this.live(id, signal);
      // A state of a kind that is not known is no fault of an agent's.
      return { id, place: placeOf(issue) ?? "in_progress", name: issue.state.name };
    } catch (error) {
      const isGone =
        error instanceof BacklogError && (error.code === "unknown-task" || error.code === "changed-meanwhile");
      if (!isGone) throw error;
      return { id, place: "gone", name: "another project" };
    }
  }

  /** The issue as it stands now. Rejects where there is none such, or it is not in the project any more. */
  protected async live(id: TaskId, signal?: AbortSignal): Promise<LiveIssue> {
    signal?.throwIfAborted();
    const { project } = await this.found(signal);
    if (!idForm.test(id)) throw await this.#unknown(id, signal);
    const live = await this.ask(linearQueries.live, { id }, signal).catch(async (error: unknown) => {
      throw error instanceof BacklogError && error.code === "unknown-task" ? await this.#unknown(id, signal) : error;
    });
    const { issue } = live;
    if (issue.archivedAt !== null || issue.trashed === true) throw await this.#unknown(id, signal);
    if (issue.project?.id === project.id) return live;
    this.cache.forget();
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

  protected async taskNow(issue: LinearIssue, signal?: AbortSignal): Promise<Task> {
    this.cache.forget();
    const [task] = linearSnapshot([issue]).tasks;
    if (task === undefined) throw await this.#unknown(taskId(issue.identifier), signal);
    return task;
  }

  protected async taskAfter({ id }: Pick<LinearIssue, "id" | "identifier">, signal?: AbortSignal): Promise<Task> {
    const issues = await this.cache.after(id, signal);
    const name = issues.at(-1)?.identifier ?? id;
    const task = linearSnapshot(issues).tasks.find((each) => each.id === name);
    if (task === undefined) throw await this.#unknown(taskId(name), signal);
    return task;
  }
}
