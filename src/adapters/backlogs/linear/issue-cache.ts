import { linearError } from "./asking/linear-error.ts";
import { isCut, type LinearIssue } from "./asking/linear-issue.ts";
import { linearQueries } from "./asking/linear-queries.ts";
import type { AskLinear } from "./asking/linear-query.ts";

/** Issues change while they are read page by page: a list that never ends is none. */
const mostPages = 500;

/**
 * The issues of the project, kept for a while: an iteration asks for them many times. Each write of ours makes the next reading a real
 * one; what others write is seen once the kept list is old.
 */
export class IssueCache {
  readonly #ask: AskLinear;
  readonly #project: (signal?: AbortSignal) => Promise<string>;
  readonly #now: () => number;
  readonly #maxAgeMs: number;
  #kept: { readonly issues: readonly LinearIssue[]; readonly at: number; readonly isFresh: boolean } | null = null;

  constructor(options: {
    readonly ask: AskLinear;
    readonly project: (signal?: AbortSignal) => Promise<string>;
    readonly now: () => number;
    readonly maxAgeMs: number;
  }) {
    this.#ask = options.ask;
    this.#project = options.project;
    this.#now = options.now;
    this.#maxAgeMs = options.maxAgeMs;
  }

  /** All issues: the kept ones if they are young and nothing was written since. */
  async all(signal?: AbortSignal): Promise<readonly LinearIssue[]> {
    const kept = this.#kept;
    const age = kept === null ? Infinity : this.#now() - kept.at;
    // A clock that was set back makes nothing young.
    if (kept?.isFresh === true && age >= 0 && age <= this.#maxAgeMs) return kept.issues;
    const issues = await this.#read(signal);
    this.#kept = { issues, at: this.#now(), isFresh: true };
    return issues;
  }

  /** All issues as they are after a write, this one read anew; the next reading asks for all of them. */
  async after(id: string, signal?: AbortSignal): Promise<readonly LinearIssue[]> {
    const { issue } = await this.#ask(linearQueries.whole, { id }, signal);
    const known = this.#kept?.issues ?? (await this.#read(signal));
    const issues = [...known.filter((each) => each.id !== issue.id), issue];
    this.#kept = { issues, at: this.#now(), isFresh: false };
    return issues;
  }

  /** The next reading is a real one. */
  forget(): void {
    if (this.#kept !== null) this.#kept = { ...this.#kept, isFresh: false };
  }

  async #read(signal?: AbortSignal): Promise<readonly LinearIssue[]> {
    const project = await this.#project(signal);
    const found = new Map<string, LinearIssue>();
    let after: string | null = null;
    for (let page = 0; page < mostPages; page++) {
      const { issues }: { issues: IssuePage } = await this.#ask(linearQueries.issues, { project, after }, signal);
      for (const issue of issues.nodes) found.set(issue.id, issue);
      after = issues.pageInfo.endCursor;
      if (!issues.pageInfo.hasNextPage || after === null) return this.#completed([...found.values()], signal);
    }
    throw linearError("not-understood", "Linear's list of issues does not end.");
  }

  /** The few issues whose lists were cut are read by themselves. */
  async #completed(issues: readonly LinearIssue[], signal?: AbortSignal): Promise<readonly LinearIssue[]> {
    const whole = new Map<string, LinearIssue>();
    for (const { id } of issues.filter(isCut)) {
      const { issue } = await this.#ask(linearQueries.whole, { id }, signal);
      whole.set(id, issue);
    }
    return issues.map((issue) => whole.get(issue.id) ?? issue);
  }
}

type IssuePage = { nodes: LinearIssue[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
