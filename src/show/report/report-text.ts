import type { IterationView } from "../../core/iteration-view.ts";
import type { RunView } from "../../core/summary.ts";
import { costText } from "../text/cost-text.ts";
import { discrepancyText } from "../text/discrepancy-text.ts";
import { displayWidth, fit, padded, wrapped } from "../text/display-width.ts";
import { columns, hung } from "../text/hung.ts";
import { reasonText } from "../../core/texts/reason-text.ts";
import { judgeFigures, judgesText, modelText, scoresText, type ShownGrades, verdictsByModel } from "./judging.ts";
import { warningsOf } from "./warnings-of.ts";
import { figuresOf } from "../../core/run-figures.ts";
import { gradesOfRun } from "./run-json.ts";
import { spendingText } from "./spending-text.ts";
import { spanText } from "../text/time-text.ts";
import { verdictText } from "../text/verdict-text.ts";
import { count, oneLine } from "../text/words.ts";

const widestId = 20;

/** The report of a run as plain text for 80 columns: what landed, what did not and why, what it cost, and what to do now. */
export function reportText(view: RunView, next: string): string {
  const { counts } = figuresOf(view);
  const grades = gradesOfRun(view);
  const judges = judgeFigures(grades);
  const parts = [
    [
      `Run ${view.run} ended: ${view.end?.reason ?? "not yet"}`,
      ...(view.end?.message ? view.end.message.split("\n").flatMap((line) => wrapped(oneLine(line), columns)) : []),
    ],
    [
      `  ${counts.landed} landed, ${counts.verified} verified, ${counts.blocked} blocked, ${counts.escalated} waiting for a person; ${counts.open} open`,
      ...standingLine(view),
      `  ${spanText((view.endedAt ?? view.state.now) - view.startedAt)}, ${spentText(view)}`,
    ],
    iterationLines(view.iterations, grades),
    titled("Set aside:", view.parked.map(parkedText)),
    titled("Waits to be merged:", view.state.merges.map(waitingText)),
    titled(
      "Look at:",
      warningsOf(view, grades).map(
        ({ severity, message }) => `${severity === "critical" ? "CRITICAL" : "warning"}: ${message}`,
      ),
    ),
    titled("Verdicts by model:", verdictsByModel(view.iterations).map(modelText)),
    titled("Judges:", judges === null ? [] : [judgesText(judges)]),
    titled("Spent by:", view.spending.map(spendingText)),
    wrapped(`Next: ${next}`, columns),
  ];
  const shown = parts.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `\n${shown.join("\n\n")}\n`;
}

/* How the backlog stands, within the person's filter. */
function standingLine({ state }: RunView): readonly string[] {
  const standing = state.lastStanding;
  if (standing === null) return [];
  const { actionable, inProgress = 0, blocked, needsHuman, done } = standing;
  return [
    `  backlog: ${actionable} ready, ${inProgress} in progress, ${blocked} blocked, ${needsHuman} for a person, ${done} done`,
  ];
}

/* Numbers, outcomes and ids in columns, then the title; below it what was measured, and what was wrong. */
function iterationLines(
  iterations: readonly IterationView[],
  grades: readonly (ShownGrades | null)[],
): readonly string[] {
  const numbers = widest(iterations.map(({ n }) => `#${n}`));
  const outcomes = widest(iterations.map(outcomeText));
  const ids = Math.min(widestId, widest(iterations.map(({ task }) => task)));
  return iterations.flatMap((iteration, at) => {
    const head = [
      padded(`#${iteration.n}`, numbers),
      padded(outcomeText(iteration), outcomes),
      ` ${padded(iteration.task, ids)}`,
      ` ${oneLine(iteration.title)}`,
    ].join(" ");
    return [
      fit(`  ${head}`, columns),
      ...set(measuredText(iteration, grades[at] ?? null)),
      ...notesOf(iteration).flatMap(set),
    ];
  });
}

const outcomeText = ({ outcome }: IterationView): string => outcome ?? "under way";

function measuredText(
  { filesChanged, gate, rounds, calls, commit, pull }: IterationView,
  grades: ShownGrades | null,
): string {
  return [
    count(filesChanged, "file"),
    gate === "not_run" ? "" : `gate ${gate}`,
    rounds > 1 ? count(rounds - 1, "repair") : "",
    callsText(calls),
    commit === null ? "" : `commit ${commit.slice(0, 10)}`,
    pull === null ? "" : `pull request #${pull.pr}`,
    grades === null ? "" : `grades ${scoresText(grades)}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/* One call of the implementer goes without saying. */
function callsText(calls: IterationView["calls"]): string {
  const told = Object.entries(calls).filter(([role, n]) => role !== "implementer" || n > 1);
  return told.length === 0 ? "" : `calls: ${told.map(([role, n]) => `${role} ${n}`).join(", ")}`;
}

function notesOf(iteration: IterationView): readonly string[] {
  const { discrepancies, refusedExit, error, verdicts, simplified, mergeFailure } = iteration;
  return [
    ...(mergeFailure === null ? [] : [`not merged: ${oneLine(mergeFailure)}`]),
    ...verdicts.map(verdictText),
    ...(simplified === null ? [] : [`simplifier: ${simplified}`]),
    ...discrepancies.map(discrepancyText),
    ...(refusedExit.length > 0 ? [`exit refused: ${refusedExit.join(", ")}`] : []),
    ...(error === null ? [] : [`${error.class}: ${error.message.split("\n")[0] ?? ""}`]),
  ];
}

const waitingText = ({ task, pr, url, message }: RunView["state"]["merges"][number]): string =>
  `${task}: pull request #${pr}${url === null ? "" : ` ${url}`} (${oneLine(message)})`;

function parkedText({ task, state, reason, question, kept }: RunView["parked"][number]): string {
  const work = kept === null ? "" : `; its work: ${kept.branch ?? kept.ref}`;
  return `${task} (${state}): ${question ?? reasonText(reason)}${work}`;
}

const titled = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [title, ...items.flatMap((item) => hung(item, "  ", "    "))];

const set = (text: string): readonly string[] => hung(text, "      ", "        ");

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(displayWidth));

const spentText = ({ state, tokens }: RunView): string => {
  const all = tokens.in + tokens.out + tokens.cached;
  return `${costText(state.spent)}, ${all === 0 ? "tokens unknown" : `${all} tokens`}`;
};
