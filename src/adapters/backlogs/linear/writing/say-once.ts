import { randomUUID } from "node:crypto";
import { BacklogError, type Comment } from "../../../../ports/backlog.ts";
import { linearQueries } from "../asking/linear-queries.ts";
import type { AskLinear } from "../asking/linear-query.ts";

/** Linear takes no longer comments. */
const mostCharacters = 60_000;

/**
 * Says something on an issue unless it was said: what carries its mark is there. The mark stands at the end as code, which no editor
 * changes. `issue` is Linear's own id. Resolves once it stands there.
 */
export async function sayOnce(ask: AskLinear, issue: string, comment: Comment, signal?: AbortSignal): Promise<void> {
  if (!(await isSaid(ask, issue, comment.marker, signal))) await say(ask, issue, comment, signal);
}

/** Says something, whatever was said before. Asked again after a lost answer, it is said once: it goes by an id of its own. */
export async function say(ask: AskLinear, issue: string, comment: Comment, signal?: AbortSignal): Promise<void> {
  const { marker, text } = comment;
  const cut = text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters).toWellFormed()}…`;
  const body = cut.includes(marker) ? cut : `${cut}\n\n\`${marker}\``;
  try {
    await ask(linearQueries.say, { input: { id: randomUUID(), issueId: issue, body } }, signal);
  } catch (error) {
    const isRefused = error instanceof BacklogError && error.fault.code === "refused";
    if (!isRefused || !(await isSaid(ask, issue, marker, signal))) throw error;
  }
}

async function isSaid(ask: AskLinear, issue: string, mark: string, signal?: AbortSignal): Promise<boolean> {
  const { issue: found } = await ask(linearQueries.said, { id: issue, mark }, signal);
  return found.comments.nodes.length > 0;
}
