import { renderStatusBlock } from "../core/status/render-status-block.ts";
import type { StatusBlock } from "../core/status/status-block.ts";
import type { Turn } from "./turn.ts";

const usualBlock: StatusBlock = {
  status: "IN_PROGRESS",
  tasksCompleted: 0,
  filesModified: 0,
  testsStatus: "NOT_RUN",
  workType: "IMPLEMENTATION",
  exitSignal: false,
  recommendation: "Next: go on",
  tracker: {},
};

/** The text of an answer that a turn gives: what it says, and its block unless it has none. */
export function answerOf({ say = "", block = {}, outcome = "ok" }: Turn): string {
  if (block === null || outcome !== "ok") return say;
  const whole = { ...usualBlock, ...block };
  return `${say}\n\n${renderStatusBlock({ ...whole, workType: whole.workType ?? "IMPLEMENTATION" })}\n`;
}
