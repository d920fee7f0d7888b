import { costText } from "../text/cost-text.ts";
import { waitingText } from "../text/waiting-text.ts";
import { halfOpen, moment, oneLine, rowsOf } from "../text/words.ts";

/** What the text shows of a status. */
export interface ShownStatus {
  readonly run: string | null;
  readonly state: "idle" | "running" | "paused" | "waiting" | "ended";
  readonly endReason: string | null;
  readonly task: string | null;
  readonly stage: string | null;
  readonly iteration: number;
  readonly breaker: string;
  readonly budget: {
    readonly iterations: string;
    readonly costUsd: number | null;
    readonly costEstimated?: boolean;
    readonly tokens: number;
    readonly endsAt: string | null;
  } | null;
  readonly pid: number | null;
  readonly open: number;
  readonly done: number;
  readonly recommendation: string;
  readonly waitingFor: string | null;
  readonly waitingUntil?: string | null;
  readonly cleanup?: readonly string[];
  readonly updatedAt: string;
}

/** The status for people at a time (ms); `notes` are sentences that belong to it. */
export function statusText(status: ShownStatus, notes: readonly string[], now: number): string {
  const { budget } = status;
  const rows = rowsOf([
    [
      "task",
      status.task === null
        ? null
        : `${status.task}${status.stage === null ? "" : `, ${status.stage}`} (iteration ${status.iteration})`,
    ],
    ["backlog", `${status.open} open, ${status.done} done`],
    [
      "to close",
      (status.cleanup ?? []).length === 0 ? null : `${status.cleanup?.join(", ")} (landed, and open in Linear)`,
    ],
    ["breaker", status.run === null ? null : breakerWords(status.breaker)],
    ["iterations", budget === null ? null : budget.iterations],
    [
      "spent",
      budget === null
        ? null
        : `${costText({ costUsd: budget.costUsd, costEstimated: budget.costEstimated === true })}, ${budget.tokens === 0 ? "tokens unknown" : `${budget.tokens} tokens`}`,
    ],
    [
      "ends at",
      budget?.endsAt === null || budget === null || status.state === "ended" ? null : moment(Date.parse(budget.endsAt)),
    ],
    ["agent says", status.recommendation === "" ? null : oneLine(status.recommendation)],
  ]);
  return `${[headOf(status, now), ...rows, ...notes.map(oneLine)].join("\n")}\n`;
}

const breakerWords = (breaker: string): string => (breaker === "half-open" ? `${breaker}: ${halfOpen}` : breaker);

function headOf(status: ShownStatus, now: number): string {
  const { run, state, endReason, pid } = status;
  switch (state) {
    case "idle":
      return "Nothing has run here yet.";
    case "running":
      return `Run ${run} is at work (process ${pid}).`;
    case "paused":
      return `Run ${run} is paused (process ${pid}); \`ralph resume\` lets it go on.`;
    case "waiting":
      return `Run ${run} waits${waitText(status, now)} (process ${pid}); \`ralph resume\` continues at once, \`ralph stop\` ends it.`;
    case "ended":
      return `Run ${run} ended: ${endReason}.`;
  }
}

/** What is waited for, and until when, as far as that is known. */
function waitText({ waitingFor, waitingUntil = null }: ShownStatus, now: number): string {
  if (waitingFor === null) return "";
  const until = waitingUntil === null ? null : Date.parse(waitingUntil);
  return `: ${waitingText({ why: waitingFor, until }, now)}`;
}
