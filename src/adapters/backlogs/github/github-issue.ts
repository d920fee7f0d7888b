/** An issue as far as it is read here. */
export interface GithubIssue {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  /** Markdown; empty where there is none. */
  readonly body: string;
  readonly isOpen: boolean;
  /** Why it was closed or opened again, in GitHub's word. */
  readonly reason: string | null;
  /** Whose account has closed it; null where that is not told. */
  readonly closedBy: string | null;
  readonly labels: readonly string[];
  readonly milestone: string | null;
  /** The issue that it is a part of. */
  readonly parent: number | null;
  /** How many of its own parts, and of the issues that hold it back, are open. */
  readonly openParts: number;
  readonly openBlockers: number;
  readonly comments: number;
  readonly updatedAt: string;
}

/** What the API answers for an issue; older servers know neither parts nor blockers. */
export interface IssueAnswer {
  readonly number: number;
  readonly html_url: string;
  readonly title: string;
  readonly body?: string | null | undefined;
  readonly state: string;
  readonly state_reason?: string | null | undefined;
  readonly closed_by?: { readonly login: string } | null | undefined;
  readonly labels: readonly (string | { readonly name?: string | undefined })[];
  readonly milestone: { readonly title: string } | null;
  readonly parent_issue_url?: string | null | undefined;
  readonly sub_issues_summary?: { readonly total: number; readonly completed: number } | undefined;
  readonly issue_dependencies_summary?: { readonly blocked_by: number } | undefined;
  readonly comments: number;
  readonly updated_at: string;
  readonly pull_request?: unknown;
}

/** Reads an answer. */
export function issueOf(answer: IssueAnswer): GithubIssue {
  const parts = answer.sub_issues_summary;
  return {
    number: answer.number,
    url: answer.html_url,
    title: answer.title,
    body: answer.body ?? "",
    isOpen: answer.state === "open",
    reason: answer.state_reason ?? null,
    closedBy: answer.closed_by?.login ?? null,
    labels: answer.labels.flatMap((label) => (typeof label === "string" ? label : (label.name ?? []))),
    milestone: answer.milestone?.title ?? null,
    parent: numberIn(answer.parent_issue_url),
    openParts: parts === undefined ? 0 : parts.total - parts.completed,
    openBlockers: answer.issue_dependencies_summary?.blocked_by ?? 0,
    comments: answer.comments,
    updatedAt: answer.updated_at,
  };
}

const numberIn = (url: string | null | undefined): number | null => {
  const found = /\/issues\/(\d+)$/.exec(url ?? "")?.[1];
  return found === undefined ? null : Number(found);
};

/** An issue's id: `GH-12`, which GitHub itself makes a link of, and which is fit for branches, files and commands. */
export const idOf = (number: number): string => `GH-${number}`;

/** The number that an id means, also as people type it: `GH-12`, `#12`, `12`; null for anything else. */
export function numberOf(id: string): number | null {
  const found = /^(?:gh-|#)?(\d{1,9})$/i.exec(id.trim())?.[1];
  return found === undefined ? null : Number(found);
}
