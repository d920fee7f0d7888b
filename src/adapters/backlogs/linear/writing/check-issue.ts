import { createHash } from "node:crypto";

/** An issue that is to be made. */
export interface IssueDraft {
  readonly title: string;
  /** Markdown, without the criteria. */
  readonly body: string;
  readonly acceptance: readonly string[];
  /** The issue that it becomes a part of; null: of none. */
  readonly parent: string | null;
  readonly labels: readonly string[];
  /** The name of a state of the team's workflow. */
  readonly state: string;
}

/** What there is to refer to: labels and states in any case, and the ids of the project's issues. */
export interface IssuePlace {
  readonly labels: readonly string[];
  readonly states: readonly string[];
  readonly issues: ReadonlySet<string>;
}

/** Permission to make one issue: bound to its text, and to a time (ms). */
export interface Clearance {
  readonly digest: string;
  readonly until: number;
}

const validMs = 30 * 60_000;
const longestTitle = 250;
const mostBody = 100_000;

/** All that speaks against making an issue, one sentence each; empty where nothing does. */
export function checkIssue(draft: IssueDraft, place: IssuePlace): readonly string[] {
  const has = (known: readonly string[], name: string): boolean =>
    known.some((each) => each.toLowerCase() === name.toLowerCase());
  const unknown = draft.labels.filter((label) => !has(place.labels, label));
  const rows: readonly (readonly [boolean, string])[] = [
    [draft.title.trim() === "", "It has no title."],
    [/[\r\n]/.test(draft.title), "Its title is more than one line."],
    [draft.title.length > longestTitle, `Its title is longer than ${longestTitle} characters.`],
    [draft.body.trim() === "", "It has no text."],
    [draft.body.length > mostBody, `Its text is longer than ${mostBody} characters.`],
    [draft.acceptance.every((text) => text.trim() === ""), "It has no acceptance criterion."],
    [draft.parent !== null && !place.issues.has(draft.parent), `The project has no issue ${draft.parent ?? ""}.`],
    [unknown.length > 0, `The team has no label ${unknown.join(", ")}.`],
    [!has(place.states, draft.state), `The team has no state ${draft.state}.`],
  ];
  return rows.filter(([holds]) => holds).map(([, sentence]) => sentence);
}

/** Clears an issue as it is now, or says what speaks against it. `at` is in ms. */
export function clearIssue(
  draft: IssueDraft,
  place: IssuePlace,
  at: number,
): { readonly ok: true; readonly value: Clearance } | { readonly ok: false; readonly problem: readonly string[] } {
  const problem = checkIssue(draft, place);
  return problem.length > 0
    ? { ok: false, problem }
    : { ok: true, value: { digest: digestOf(draft), until: at + validMs } };
}

/** Whether an issue may be made by a clearance: of this very text, and in time. */
export const isCleared = ({ digest, until }: Clearance, draft: IssueDraft, at: number): boolean =>
  at <= until && digest === digestOf(draft);

const digestOf = ({ title, body, acceptance, parent, labels, state }: IssueDraft): string =>
  createHash("sha256")
    .update(JSON.stringify([title, body, acceptance, parent, labels, state]))
    .digest("hex");
