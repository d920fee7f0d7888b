import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as z from "zod/mini";
import { catch as orElse } from "zod/mini";
import { taskId } from "../../core/task-id.ts";
import type { Added, MergeNote, MergeQueue } from "../../ports/merge-queue.ts";
import { withFileLock } from "../system/with-file-lock.ts";
import { replaceFile } from "../system/atomic-file.ts";

/** One pull request as the file has it, for people and scripts. */
interface PendingMerge {
  readonly pr_number: number;
  readonly ticket_id: string;
  readonly branch: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly last_check_at: string | null;
  readonly ci_status: "pending" | "green" | "red";
  readonly merge_status: "open" | "merged" | "failed";
  readonly merge_sha: string | null;
  readonly failure_reason: string | null;
}

/** The file as a whole: `.ralph/pending-merges.json`. */
export interface PendingMerges {
  readonly version: 1;
  readonly entries: readonly PendingMerge[];
}

/** Raised when the file holds something else than pending merges: it is left as it is. */
export class PendingMergesError extends Error {
  override readonly name = "PendingMergesError";
}

const empty: PendingMerges = { version: 1, entries: [] };

/** The queue without what is new, or with it at its end. Those that are merged or closed by a person need no place. */
function withMerge(
  queue: PendingMerges,
  fresh: Pick<PendingMerge, "pr_number" | "ticket_id" | "branch">,
  bound: number,
  at: string,
): readonly [Added, PendingMerges] {
  if (queue.entries.some(({ pr_number }) => pr_number === fresh.pr_number)) return ["there-already", queue];
  if (queue.entries.filter(({ merge_status }) => merge_status === "open").length >= bound) return ["full", queue];
  const entry: PendingMerge = {
    ...fresh,
    created_at: at,
    last_check_at: null,
    ci_status: "pending",
    merge_status: "open",
    merge_sha: null,
    failure_reason: null,
  };
  return ["added", { ...queue, entries: [...queue.entries, entry] }];
}

/** The queue with one pull request to be looked at afresh; null where it is not there. */
function retried(queue: PendingMerges, pr: number): PendingMerges | null {
  if (!queue.entries.some(({ pr_number }) => pr_number === pr)) return null;
  const again = (entry: PendingMerge): PendingMerge =>
    entry.merge_status === "merged"
      ? entry
      : { ...entry, ci_status: "pending", merge_status: "open", failure_reason: null };
  return { ...queue, entries: queue.entries.map((entry) => (entry.pr_number === pr ? again(entry) : entry)) };
}

/** The queue at `path`, `now` being the time in ms and `bound` how many may wait at once. */
export function fileMergeQueue(path: string, { bound, now }: { bound: number; now: () => number }): MergeQueue {
  const at = () => new Date(now()).toISOString();
  const change = (pr: number, to: (entry: PendingMerge) => readonly PendingMerge[]): Promise<void> =>
    changePendingMerges(path, (queue) => {
      const found = queue.entries.some(({ pr_number }) => pr_number === pr);
      const entries = queue.entries.flatMap((entry) => (entry.pr_number === pr ? to(entry) : [entry]));
      return [undefined, found ? { ...queue, entries } : queue];
    });
  return {
    list: async () =>
      (await readPendingMerges(path)).entries.map(({ pr_number, ticket_id, branch, merge_status }) => ({
        pr: pr_number,
        task: taskId(ticket_id),
        branch,
        status: merge_status,
      })),
    add: ({ pr, task, branch }, how = "bounded") =>
      changePendingMerges(path, (queue) => {
        const most = how === "always" ? Number.POSITIVE_INFINITY : bound;
        return withMerge(queue, { pr_number: pr, ticket_id: task, branch }, most, at());
      }),
    note: (pr, seen) => change(pr, (entry) => [noted(entry, seen)]),
    remove: (pr) => change(pr, () => []),
    retry: (pr) =>
      changePendingMerges(path, (queue): readonly [boolean, PendingMerges] => {
        const after = retried(queue, pr);
        return [after !== null, after ?? queue];
      }),
  };
}

const noted = (entry: PendingMerge, { at, checks, status, commit, why }: MergeNote): PendingMerge => ({
  ...entry,
  last_check_at: at === undefined ? entry.last_check_at : new Date(at).toISOString(),
  ci_status: checks ?? entry.ci_status,
  merge_status: status ?? entry.merge_status,
  merge_sha: commit === undefined ? entry.merge_sha : commit,
  failure_reason: why === undefined ? entry.failure_reason : why,
});

/** Reads the queue at `path`; a missing file is an empty one. Rejects with PendingMergesError for a file of another form. */
export async function readPendingMerges(path: string): Promise<PendingMerges> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return empty;
  const queue = queueIn(text);
  if (queue === null)
    throw new PendingMergesError(`${path} does not hold pending merges (version 1). Mend it, or move it away.`);
  return queue;
}

/** Changes the queue as one step beside whoever else does; nothing is written where `change` gives the same queue back. */
async function changePendingMerges<T>(
  path: string,
  change: (queue: PendingMerges) => readonly [T, PendingMerges],
): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  return withFileLock(path, async () => {
    const before = await readPendingMerges(path);
    const [result, after] = change(before);
    if (after !== before) await replaceFile(path, `${JSON.stringify(after, null, 2)}\n`);
    return result;
  });
}

const isText = z.string().check(z.minLength(1));
const textOrNull = z._default(orElse(z.nullable(z.string()), null), null);

/* What a person has left out, or a script has mistyped, is as if it were fresh; what nobody knows is kept. */
const entryForm = z.looseObject({
  pr_number: z.int().check(z.positive()),
  ticket_id: isText,
  branch: isText,
  created_at: orElse(z.string(), ""),
  last_check_at: textOrNull,
  ci_status: orElse(z.enum(["pending", "green", "red"]), "pending"),
  merge_status: orElse(z.enum(["open", "merged", "failed"]), "open"),
  merge_sha: textOrNull,
  failure_reason: textOrNull,
});

const queueForm = z.looseObject({ version: z.literal(1), entries: z.array(entryForm) });

function queueIn(text: string): PendingMerges | null {
  try {
    const read = queueForm.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
