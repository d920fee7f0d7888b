import type { TaskId } from "../../core/task.ts";
import { mergeMessage } from "../../core/texts/pull-request.ts";
import type { Checks, Forge, MergeAnswer, PullRequest, ReviewComment } from "../../ports/forge.ts";
import {
  closed,
  type ForPeople,
  ledElsewhere,
  type NeedsTime,
  type NeedsWork,
  type MergeOutcome,
  type Way,
} from "./merge-outcome.ts";

/** What the harness knows of a pull request beside the forge. */
export interface PullKnown extends Way {
  readonly task: TaskId;
  /** Comments that an agent has had already. */
  readonly commentsTold: readonly string[];
  /** Why people do not want its task to land any more; null where they do. Asked only of one that is open. */
  readonly withheld: () => Promise<string | null>;
}

/** Looks at a pull request and merges it where it may be: only as the commit that was looked at. May be repeated; rejects with ForgeError. */
export async function lookAndMerge(
  forge: Forge,
  pull: PullRequest,
  { task, commentsTold, withheld, ...way }: PullKnown,
  signal?: AbortSignal,
): Promise<MergeOutcome> {
  const elsewhere = ledElsewhere(pull, way);
  if (pull.state === "merged") return elsewhere ?? { is: "merged", commit: pull.mergedAs ?? pull.head };
  if (pull.state === "closed") return elsewhere ?? closed(pull);
  const unwanted = elsewhere ?? notWanted(pull, await withheld());
  if (unwanted !== null) {
    if (pull.autoMerge) await forge.dontMerge(pull, signal);
    return unwanted;
  }
  if (pull.mergeable === "conflict") return conflict(`its branch conflicts with ${pull.base}`);
  const checks = await forge.checks(pull, signal);
  if (checks.status === "red") return red(checks, await forge.failureLog(pull, checks, signal));
  const asked = (await forge.reviewComments(pull, signal)).filter(
    ({ id, blocks }) => blocks && !commentsTold.includes(id),
  );
  if (asked.length > 0) return review(asked);
  const answer = await forge.merge(pull, { head: pull.head, ...mergeMessage(pull, task) }, signal);
  switch (answer.kind) {
    case "merged":
      return { is: "merged", commit: answer.commit };
    case "queued":
      return waiting("queued", waitingText(checks), checks);
    case "refused":
      return refused(pull, answer, checks);
  }
}

const notWanted = ({ number }: PullRequest, why: string | null): ForPeople | null =>
  why === null ? null : { is: "withheld", message: `its pull request #${number} is not merged: ${why}` };

function refused(
  pull: PullRequest,
  { why, message }: Extract<MergeAnswer, { kind: "refused" }>,
  checks: Checks,
): MergeOutcome {
  switch (why) {
    case "conflict":
      return conflict(message);
    case "closed":
      return closed(pull);
    case "moved":
      return waiting("checks", "its branch has a newer commit than the one that was looked at", checks);
    case "checks":
      return waiting("checks", checks.status === "green" ? message : waitingText(checks), checks);
    case "permission":
    case "review":
      return waiting(why, message, checks);
  }
}

const waiting = (why: NeedsTime["why"], message: string, checks: Checks): NeedsTime => ({
  is: "waiting",
  why,
  message,
  checks: checks.status,
});

const conflict = (message: string): NeedsWork => ({ is: "conflict", message, log: "", comments: [] });

const red = ({ failed }: Checks, log: string): NeedsWork => ({
  is: "red",
  message: failed.map(({ name, conclusion }) => `${name} (${conclusion})`).join(", "),
  log,
  comments: [],
});

const review = (comments: readonly ReviewComment[]): NeedsWork => ({
  is: "review",
  message: `${[...new Set(comments.map(({ author }) => author))].join(", ")} asked for changes`,
  log: comments.map(commentLine).join("\n"),
  comments: comments.map(({ id }) => id),
});

const commentLine = ({ author, path, line, text }: ReviewComment): string =>
  `- ${path === null ? "" : `${path}${line === null ? "" : `:${line}`} `}${author}: ${text.replaceAll(/\s+/g, " ").trim()}`;

const waitingText = ({ waiting: names, status }: Checks): string => {
  if (names.length > 0) return `its checks are at work: ${names.join(", ")}`;
  return status === "pending" ? "its checks have not begun" : "the forge has not merged it yet";
};
