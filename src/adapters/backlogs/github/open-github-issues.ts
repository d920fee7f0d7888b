import type { Task, TaskId } from "../../../core/task.ts";
import type { Annotation, Backlog, BacklogSnapshot, Comment, NewTask, StateChange } from "../../../ports/backlog.ts";
import { githubClient, type GithubClient, type GithubOptions } from "../../system/github/github-client.ts";
import { sayOnce } from "../../system/github/say-once.ts";
import { oneLine } from "../issue-criteria.ts";
import { nearIds } from "../near-ids.ts";
import { textMark } from "../text-mark.ts";
import { translated, unknownIssue } from "./github-fault.ts";
import { type GithubIssue, idOf, numberOf } from "./github-issue.ts";
import { issueSnapshot, taskAlone } from "./issue-tasks.ts";
import { makeIssue } from "./make-issue.ts";
import { type IssueFilter, IssueReader } from "./read-issues.ts";
import { writeState } from "./write-issue.ts";

/** How GitHub is reached, and which issues are tasks. The access is asked for at the first use. */
export interface GithubIssuesOptions {
  readonly access: () => Promise<GithubOptions>;
  readonly filter: IssueFilter;
}

/**
 * The issues of a GitHub repository as a backlog. Nothing is asked before the first call. A single issue is read anew before each write:
 * what a person has closed meanwhile is not opened again.
 */
export function openGithubIssues(options: GithubIssuesOptions): Backlog {
  return new GithubIssues(options);
}

interface Opened {
  readonly client: GithubClient;
  readonly reader: IssueReader;
  /** `owner/name`. */
  readonly name: string;
}

class GithubIssues implements Backlog {
  readonly kind = "github";
  readonly files: readonly string[] = [];
  readonly #options: GithubIssuesOptions;
  #opened: Promise<Opened> | null = null;

  constructor(options: GithubIssuesOptions) {
    this.#options = options;
  }

  load(signal?: AbortSignal): Promise<BacklogSnapshot> {
    return this.#with(signal, async ({ reader }) => issueSnapshot(await reader.all(null, signal)));
  }

  setState(change: StateChange, signal?: AbortSignal): Promise<Task> {
    return this.#with(signal, async (opened) => {
      const issue = await this.#live(opened, change.id, signal);
      const reason = await opened.reader.reasonOf(issue, signal);
      await writeState({ client: opened.client, issue, reason, change, signal });
      return this.#taskAfter(opened, issue.number, signal);
    });
  }

  fresh(id: TaskId, signal?: AbortSignal): Promise<Task> {
    return this.#with(signal, async (opened) => taskAlone(await this.#live(opened, id, signal)));
  }

  annotate(annotation: Annotation, signal?: AbortSignal): Promise<boolean> {
    if (annotation.kind === "progress") return Promise.resolve(false);
    return this.#with(signal, async (opened) => {
      const issue = await this.#live(opened, annotation.id, signal);
      const said = wordsOf(annotation, await opened.reader.reasonOf(issue, signal));
      if (said !== null) await sayOnce(opened.client, issue.number, said, signal);
      return true;
    });
  }

  add(task: NewTask, signal?: AbortSignal): Promise<Task> {
    return this.#with(signal, async (opened) => {
      const { number } = await makeIssue(opened.client, { task, filter: this.#options.filter }, signal);
      return this.#taskAfter(opened, number, signal);
    });
  }

  whereabouts(signal?: AbortSignal): Promise<string> {
    return this.#with(signal, async ({ client, name }) => {
      const octokit = await client.octokit();
      const { data } = await octokit.request("GET /repos/{owner}/{repo}", client.common(signal));
      if (!data.has_issues) throw unknownIssue(name, `${name} has no issues: they are turned off.`);
      return `GitHub, issues of ${data.full_name}`;
    });
  }

  async #with<T>(signal: AbortSignal | undefined, work: (opened: Opened) => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    this.#opened ??= this.#open();
    const opened = await this.#opened;
    return translated(opened.name, () => work(opened));
  }

  async #open(): Promise<Opened> {
    const access = await this.#options.access();
    const client = githubClient(access);
    const { owner, name } = client.repository;
    return { client, reader: new IssueReader(client, this.#options.filter), name: `${owner}/${name}` };
  }

  async #live({ reader, name }: Opened, id: TaskId, signal: AbortSignal | undefined): Promise<GithubIssue> {
    const number = numberOf(id);
    const issue = number === null ? null : await reader.one(number, signal);
    if (issue !== null && reader.takes(issue)) return issue;
    const { issues } = await reader.all(null, signal);
    const near = nearIds(
      id,
      issues.map((each) => idOf(each.number)),
    );
    throw unknownIssue(name, `${name} has no issue ${id} that is a task.`, near);
  }

  async #taskAfter({ reader, name }: Opened, number: number, signal: AbortSignal | undefined): Promise<Task> {
    // A list may be a little behind what was just written.
    const fresh = await reader.one(number, signal);
    const { tasks } = issueSnapshot(await reader.all(fresh, signal));
    const task = tasks.find(({ id }) => id === idOf(number));
    if (task === undefined) throw unknownIssue(name, `${name} has no issue ${idOf(number)} any more.`);
    return task;
  }
}

/** What is said of a task on its issue; null where it stands there already as the reason. */
function wordsOf(annotation: Exclude<Annotation, { kind: "progress" }>, reason: string | null): Comment | null {
  switch (annotation.kind) {
    case "comment":
      return annotation.comment;
    case "answer":
      return { marker: `answer ${textMark(annotation.text)}`, text: `**Answer:** ${annotation.text}` };
    case "escalation":
      return reason === oneLine(annotation.text)
        ? null
        : { marker: `question ${textMark(annotation.text)}`, text: annotation.text };
  }
}
