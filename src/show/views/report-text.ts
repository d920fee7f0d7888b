import type { IterationView } from "../../core/iteration-view.ts";
import type { RunView } from "../../core/summary.ts";
import { figuresOf } from "./run-json.ts";

/** The report of a run as plain text: what landed, what did not and why, what it cost, and what to do now. */
export function reportText(view: RunView, next: string): string {
  const { counts } = figuresOf(view);
  const lines = [
    "",
    `Run ${view.run} ended: ${view.end?.reason ?? "not yet"}`,
    ...(view.end?.message ? [view.end.message] : []),
    "",
    `  ${counts.landed} landed, ${counts.verified} verified, ${counts.blocked} blocked, ${counts.escalated} waiting for a person; ${counts.open} open`,
    `  ${duration((view.endedAt ?? view.state.now) - view.startedAt)}, ${costText(view)}`,
    "",
    ...view.iterations.map(iterationLine),
    ...parkedLines(view),
    ...warningLines(view),
    "",
    `Next: ${next}`,
    "",
  ];
  return lines.join("\n");
}

function iterationLine(iteration: IterationView): string {
  const commit = iteration.commit === null ? "" : ` ${iteration.commit.slice(0, 10)}`;
  const gate = iteration.gate === "not_run" ? "" : `, gate ${iteration.gate}`;
  const repairs = iteration.rounds > 1 ? `, ${iteration.rounds - 1} repairs` : "";
  const claims = iteration.discrepancies.map(
    (entry) => `${entry.field} said ${String(entry.claimed)}, measured ${String(entry.measured)}`,
  );
  const refused = iteration.refusedExit.length > 0 ? [`exit refused: ${iteration.refusedExit.join(", ")}`] : [];
  const error =
    iteration.error === null ? [] : [`${iteration.error.class}: ${iteration.error.message.split("\n")[0] ?? ""}`];
  const notes = [...claims, ...refused, ...error].map((note) => `\n      ${clean(note)}`).join("");
  return `  #${iteration.n} ${(iteration.outcome ?? "under way").padEnd(11)} ${iteration.task}  ${clean(iteration.title)} (${iteration.filesChanged} files${gate}${repairs}${commit})${notes}`;
}

function parkedLines(view: RunView): readonly string[] {
  if (view.parked.length === 0) return [];
  return [
    "",
    "Set aside:",
    ...view.parked.map(
      (entry) =>
        `  ${entry.task} (${entry.state}): ${clean(entry.question ?? entry.reason)}${entry.kept === null ? "" : `; its work: ${entry.kept.branch ?? entry.kept.ref}`}`,
    ),
  ];
}

function warningLines(view: RunView): readonly string[] {
  if (view.warnings.length === 0) return [];
  return [
    "",
    "Look at:",
    ...view.warnings.map(
      (warning) => `  ${warning.severity === "critical" ? "CRITICAL" : "warning"}: ${clean(warning.message)}`,
    ),
  ];
}

const costText = ({ state, tokens }: RunView): string => {
  const all = tokens.in + tokens.out + tokens.cached;
  const used = all === 0 ? "tokens unknown" : `${all} tokens`;
  return state.spent.costUsd === null
    ? `cost unknown, ${used}`
    : `${state.spent.costUsd.toFixed(2)} USD${state.spent.costEstimated ? " (estimated)" : ""}, ${used}`;
};

const duration = (ms: number): string =>
  ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;

const clean = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
