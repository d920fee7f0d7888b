import type { GithubClient } from "../../system/github/github-client.ts";
import { GithubError } from "../../system/github/github-error.ts";
import { type GithubIssue, type IssueAnswer, issueOf } from "./github-issue.ts";
import { linksIn } from "./issue-links.ts";
import { isWaiting, reasonIn, stateOf } from "./issue-state.ts";
import type { ReadIssues } from "./issue-tasks.ts";

/** Which issues are tasks. */
export interface IssueFilter {
  readonly label: string | null;
  /** By its title. */
  readonly milestone: string | null;
}

/** So long what is closed elsewhere is taken to stay so; ms. */
const closedForMs = 600_000;

/** Reads issues, and remembers of each what only changes when it changes. */
export class IssueReader {
  readonly #client: GithubClient;
  readonly #filter: IssueFilter;
  readonly #closed = new Map<number, { readonly issue: GithubIssue; readonly until: number }>();
  readonly #reasons = new Map<number, { readonly key: string; readonly reason: string | null }>();

  constructor(client: GithubClient, filter: IssueFilter) {
    this.#client = client;
    this.#filter = filter;
  }

  /** All open issues that are tasks, and those that were closed last. `fresh` is newer than what a list may show. */
  async all(fresh: GithubIssue | null, signal: AbortSignal | undefined): Promise<ReadIssues> {
    const open = await this.#list("open", signal);
    const closed = await this.#list("closed", signal);
    const listed = new Map([...closed, ...open].map((issue) => [issue.number, issue]));
    if (fresh !== null) listed.set(fresh.number, fresh);
    const issues = [...listed.values()].toSorted((a, b) => a.number - b.number);
    const waitsFor = await this.#waitsFor(issues, signal);
    return {
      issues,
      waitsFor,
      outside: await this.#outside(issues, waitsFor, signal),
      reasons: await this.#reasonsOf(issues, signal),
    };
  }

  /** One issue, as it stands now; null where there is none such, or it is a pull request. */
  async one(number: number, signal: AbortSignal | undefined): Promise<GithubIssue | null> {
    const found = await this.#answer(number, signal);
    return found === null || found.pull_request !== undefined ? null : issueOf(found);
  }

  async #answer(number: number, signal: AbortSignal | undefined): Promise<IssueAnswer | null> {
    const octokit = await this.#client.octokit();
    const at = { ...this.#client.common(signal), issue_number: number };
    try {
      return (await octokit.request("GET /repos/{owner}/{repo}/issues/{issue_number}", at)).data;
    } catch (error) {
      if (error instanceof GithubError && error.code === "not-found") return null;
      throw error;
    }
  }

  /** True where the filter lets an issue through. */
  takes({ labels, milestone }: GithubIssue): boolean {
    const { label } = this.#filter;
    const isLabelled = label === null || labels.some((name) => name.toLowerCase() === label.toLowerCase());
    return isLabelled && (this.#filter.milestone === null || milestone === this.#filter.milestone);
  }

  async #list(state: "open" | "closed", signal: AbortSignal | undefined): Promise<readonly GithubIssue[]> {
    const octokit = await this.#client.octokit();
    const { label } = this.#filter;
    const wanted = { ...this.#client.common(signal), state, ...(label === null ? {} : { labels: label }) };
    const ask = (page: { readonly per_page: number; readonly page: number }) =>
      octokit.request("GET /repos/{owner}/{repo}/issues", {
        ...wanted,
        ...page,
        ...(state === "open" ? { sort: "created", direction: "asc" } : { sort: "updated", direction: "desc" }),
      });
    // Of what is closed the last hundred do: whatever else is waited for is asked for by its number.
    const answers: readonly IssueAnswer[] =
      state === "open" ? await this.#client.pages(ask) : (await ask({ per_page: 100, page: 1 })).data;
    return answers
      .filter(({ pull_request }) => pull_request === undefined)
      .map(issueOf)
      .filter((issue) => this.takes(issue));
  }

  async #waitsFor(
    issues: readonly GithubIssue[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<number, readonly number[]>> {
    const parts = Map.groupBy(issues, ({ parent }) => parent);
    const found = new Map<number, readonly number[]>();
    for (const issue of issues) {
      const known = (parts.get(issue.number) ?? []).filter(({ isOpen }) => isOpen).map(({ number }) => number);
      const below =
        issue.isOpen && issue.openParts > known.length ? await this.#related(issue, "sub_issues", signal) : known;
      const blockers =
        issue.isOpen && issue.openBlockers > 0 ? await this.#related(issue, "dependencies/blocked_by", signal) : [];
      const named = linksIn(issue.body, this.#client.repository);
      found.set(issue.number, [...new Set([...named, ...blockers, ...below])]);
    }
    return withoutParents(issues, found);
  }

  /* The numbers of open issues of this repository that GitHub itself knows to stand in a relation to one. */
  async #related(
    { number }: GithubIssue,
    relation: "sub_issues" | "dependencies/blocked_by",
    signal: AbortSignal | undefined,
  ): Promise<readonly number[]> {
    const octokit = await this.#client.octokit();
    const { owner, name } = this.#client.repository;
    const at = { ...this.#client.common(signal), issue_number: number };
    const answers = await this.#client.pages((page) =>
      octokit.request(`GET /repos/{owner}/{repo}/issues/{issue_number}/${relation}`, { ...at, ...page }),
    );
    const own = `/repos/${owner}/${name}`.toLowerCase();
    return answers
      .filter(({ state, repository_url }) => state === "open" && repository_url.toLowerCase().endsWith(own))
      .map((answer) => answer.number);
  }

  async #outside(
    issues: readonly GithubIssue[],
    waitsFor: ReadonlyMap<number, readonly number[]>,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<number, GithubIssue | null>> {
    const known = new Set(issues.map(({ number }) => number));
    const named = issues
      .filter(({ isOpen }) => isOpen)
      .flatMap(({ number, parent }) => [...(waitsFor.get(number) ?? []), ...(parent === null ? [] : [parent])]);
    const found = new Map<number, GithubIssue | null>();
    for (const number of new Set(named)) if (!known.has(number)) found.set(number, await this.#named(number, signal));
    return found;
  }

  /* An issue or a pull request that a task names. One that is closed is not asked for again at once: most are, and stay so. */
  async #named(number: number, signal: AbortSignal | undefined): Promise<GithubIssue | null> {
    const kept = this.#closed.get(number);
    const now = this.#client.clock.now();
    if (kept !== undefined && kept.until > now) return kept.issue;
    const found = await this.#answer(number, signal);
    const issue = found === null ? null : issueOf(found);
    if (issue?.isOpen === false) this.#closed.set(number, { issue, until: now + closedForMs });
    return issue;
  }

  async #reasonsOf(
    issues: readonly GithubIssue[],
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<number, string>> {
    const found = new Map<number, string>();
    for (const issue of issues) {
      const reason = await this.reasonOf(issue, signal);
      if (reason !== null) found.set(issue.number, reason);
    }
    return found;
  }

  /** Why an issue waits, as the newest comment about it says. */
  async reasonOf(issue: GithubIssue, signal: AbortSignal | undefined): Promise<string | null> {
    const state = stateOf(issue);
    if (!isWaiting(state) || issue.comments === 0) return null;
    const key = `${state} ${issue.updatedAt} ${issue.comments}`;
    const known = this.#reasons.get(issue.number);
    if (known?.key === key) return known.reason;
    const octokit = await this.#client.octokit();
    const at = { ...this.#client.common(signal), issue_number: issue.number };
    const comments = await this.#client.pages((page) =>
      octokit.request("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", { ...at, ...page }),
    );
    const reason = reasonIn(
      comments.map(({ body }) => body ?? ""),
      state,
    );
    this.#reasons.set(issue.number, { key, reason });
    return reason;
  }
}

/* A part that waits for its own parent is not waited for by it. */
function withoutParents(
  issues: readonly GithubIssue[],
  waitsFor: ReadonlyMap<number, readonly number[]>,
): ReadonlyMap<number, readonly number[]> {
  const partsThatWait = new Set(
    issues
      .filter(({ number, parent }) => parent !== null && waitsFor.get(number)?.includes(parent))
      .map(({ number }) => number),
  );
  const parentOf = new Map(issues.map(({ number, parent }) => [number, parent]));
  return new Map(
    [...waitsFor].map(([number, list]) => [
      number,
      list.filter((dep) => !(partsThatWait.has(dep) && parentOf.get(dep) === number)),
    ]),
  );
}
