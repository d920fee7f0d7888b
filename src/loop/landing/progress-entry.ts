import { warned } from "../../core/texts/warned.ts";
import type { Fact } from "../../core/fact.ts";
import type { Iteration } from "../../core/state.ts";
import { BacklogError, faultText, type ProgressEntry } from "../../ports/backlog.ts";
import type { Tools } from "../tools.ts";

/** How an iteration closed its task: with a commit that landed, or set aside for a reason. */
export type ClosedBy = { readonly commit: string } | { readonly reason: string };

/**
 * Enters what the iteration came to into its source's log of progress, where there is one. After a kill the very same words
 * come again, which the source does not write twice. What has landed does not fail for its entry.
 */
export async function enterProgress(current: Iteration, closed: ClosedBy, tools: Tools): Promise<readonly Fact[]> {
  try {
    const entry = entryOf(current, closed, tools);
    await tools.backlog.annotate?.({ kind: "progress", id: current.claim.task.id, entry });
    return [];
  } catch (error) {
    if (!(error instanceof BacklogError)) throw error;
    const message = `What became of ${current.claim.task.id} could not be entered into the log of progress: ${faultText(error.fault)}`;
    return [warned("progress_not_written", message)];
  }
}

function entryOf(current: Iteration, closed: ClosedBy, { clock }: Tools): ProgressEntry {
  const { measured, answer, closingAt } = current;
  const learnt = answer?.learnings ?? "";
  const isDone = "commit" in closed;
  return {
    status: isDone ? "done" : "blocked",
    files: (measured?.workChanges ?? []).map(({ path }) => path),
    gate: gateWord(current),
    learnings: isDone ? learnt : detailsOf(current, closed.reason, learnt),
    commit: isDone ? closed.commit : null,
    at: closingAt ?? clock.now(),
  };
}

/** The last verdict; where it is red, with the number of repairs before it. */
function gateWord({ gates }: Iteration): ProgressEntry["gate"] {
  const last = gates.at(-1);
  switch (last?.verdict) {
    case "green":
      return "passed";
    case "red":
      return { failed: Math.max(0, last.round - 1) };
    case "not_run":
    case undefined:
      return "not run";
  }
}

const outputLines = 3;
const outputLength = 400;

/** Why it was set aside, the end of what the failing command said, and what the agent had learnt. */
function detailsOf({ gates }: Iteration, reason: string, learnt: string): string {
  const isRed = gates.at(-1)?.verdict === "red";
  // A verdict that was served again has no output of its own.
  const tails = isRed ? gates.map(({ receipts }) => receipts.at(-1)?.tail.trim() ?? "") : [];
  const tail = tails.findLast((text) => text !== "") ?? "";
  const output = tail.split("\n").slice(-outputLines).join(" / ").slice(-outputLength);
  return [reason, output, learnt].filter((part) => part !== "").join("; ");
}
