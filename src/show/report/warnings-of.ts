import { traitsOf } from "../../core/playbooks/traits.ts";
import { isApproval } from "../../core/answer/verdict.ts";
import type { IterationView } from "../../core/iteration-view.ts";
import type { Warning } from "../../core/run-warnings.ts";
import type { RunView } from "../../core/summary.ts";
import { type ShownGrades, verdictsByModel } from "./judging.ts";

/** All that a person should look at: what the run has warned of, and what only shows over all of it, such as numbers that look too good. */
export const warningsOf = (view: RunView, grades: readonly (ShownGrades | null)[]): readonly Warning[] => [
  ...view.warnings,
  ...remarks.flatMap(([code, remark]) => {
    const message = remark(view, grades);
    return message === null ? [] : [{ code, severity: "warning" as const, message }];
  }),
];

type Remark = (view: RunView, grades: readonly (ShownGrades | null)[]) => string | null;

/** From so many on, that nothing ever went wrong is no accident any more. */
const many = 5;

/** A remark is a name and a function; the list of them is what a report looks for. */
const remarks: readonly (readonly [string, Remark])[] = [
  ["no_calls", withoutCalls],
  ["too_good", withoutRepair],
  ["too_good", withoutObjection],
  ["too_good", fullMarks],
  ["too_good", testless],
  ["gate_budget", overBudget],
  ["same_file_again", pingPong],
];

const manyLandings = 4;

/** What one task mends and the next one breaks again shows in one file that many of them have changed. */
function pingPong({ touched }: RunView): string | null {
  const often = Object.entries(touched)
    .filter(([, tasks]) => tasks.length >= manyLandings)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, 3);
  if (often.length === 0) return null;
  return `changed by one task after the other, so look whether they undo each other's work: ${often.map(([path, tasks]) => `${path} (${tasks.join(", ")})`).join("; ")}`;
}

const landedIn = ({ iterations }: RunView): readonly IterationView[] =>
  iterations.filter(({ outcome, isRepair }) => outcome === "landed" && !isRepair);

const callsOf = (of: readonly IterationView[], role: string): number =>
  of.reduce((sum, { calls }) => sum + (calls[role] ?? 0), 0);

function withoutCalls(view: RunView): string | null {
  const idle = landedIn(view).filter((one) => callsOf([one], "implementer") + callsOf([one], "fixer") === 0);
  if (idle.length === 0) return null;
  return `landed without any call of an implementer or a fixer: ${idle.map(({ task }) => task).join(", ")}`;
}

function withoutRepair(view: RunView): string | null {
  const landed = landedIn(view);
  const isSmooth = callsOf(view.iterations, "fixer") === 0 && landed.every(({ rounds }) => rounds <= 1);
  if (landed.length < many || !view.state.policy.gated || !isSmooth) return null;
  return `${landed.length} tasks landed and not one had to be mended: no gate and no judge has found anything`;
}

function withoutObjection({ iterations }: RunView): string | null {
  const verdicts = iterations.flatMap((one) => one.verdicts);
  if (verdicts.length < many || !verdicts.every(({ verdict }) => isApproval(verdict))) return null;
  const models = verdictsByModel(iterations).map(({ model }) => model);
  return `all ${verdicts.length} verdicts approve, and none has found anything (${[...new Set(models)].join(", ")})`;
}

function fullMarks(_view: RunView, grades: readonly (ShownGrades | null)[]): string | null {
  const collected = grades.filter((one) => one?.status === "collected");
  const isFull = collected.every((one) =>
    [one?.acCoverage, one?.codeQuality, one?.testQuality].every((score) => score === 5),
  );
  return collected.length < many || !isFull ? null : `the judge gave full marks to all of ${collected.length} tasks`;
}

function testless({ tests }: RunView): string | null {
  const empty = Object.entries(tests.ran).flatMap(([command, ran]) => (ran === 0 ? [`\`${command}\``] : []));
  return empty.length === 0 ? null : `a green gate ran no test at all: ${empty.join(", ")}`;
}

/** The full checks are dear: once at the start and once before each commit; what was red before may run again. */
function overBudget(view: RunView): string | null {
  if (!traitsOf[view.state.policy.playbook].countsGateRuns) return null;
  const own = view.iterations.reduce((sum, { gateRuns }) => sum + gateRuns, 0);
  const agents = view.iterations.reduce((sum, { agentGateRuns }) => sum + agentGateRuns, 0);
  const reruns = view.iterations.reduce((sum, { redGates }) => sum + redGates, 0);
  const due = view.iterations.filter(({ outcome }) => outcome === "landed").length;
  const over = own - reruns - due;
  if (over <= 0 && agents === 0) return null;
  return [
    `the full checks ran more often than once before each commit:`,
    ...(over > 0 ? [`${own} runs for ${due} commits and ${reruns} reruns after red`] : []),
    ...(agents > 0 ? [`${agents} by agents themselves`] : []),
  ].join(" ");
}
