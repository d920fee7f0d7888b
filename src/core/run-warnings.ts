import type { FactOf, WeakenedTest } from "./fact.ts";
import { isJudging } from "./judging-roles.ts";
import type { Iteration, State } from "./state.ts";
import { surfaceWarning } from "./texts/surface-warning.ts";

/** A thing a person should look at. */
export interface Warning {
  readonly code: string;
  readonly severity: "warning" | "critical";
  readonly message: string;
}

const manySubAgents = 4;
const manyOnAverage = 5;
const manyReads = 50;

const warn = (code: string, message: string): Warning => ({ code, severity: "warning", message });

/** What a call shows that a person should know: shrinking answers, many sub-agents, full checks run in mid-epic. */
export function callWarnings(
  view: { readonly state: State; readonly answerBytes: Readonly<Record<string, number>> },
  fact: FactOf<"agent-finished">,
): readonly Warning[] {
  const { current, policy } = view.state;
  const before = view.answerBytes[fact.role] ?? 0;
  // A judge that finds nothing has less to say than one that does.
  const declined =
    before > 0 &&
    !isJudging(fact.role) &&
    fact.outcome === "ok" &&
    fact.answerBytes < before * (1 - policy.breaker.outputDeclinePercent / 100);
  const isMidEpic = current !== null && policy.qa === "epic" && !current.claim.boundary && !current.claim.task.large;
  return [
    ...(declined
      ? [
          warn(
            "output_decline",
            `the answer of the ${fact.role} shrank from ${before} to ${fact.answerBytes} characters`,
          ),
        ]
      : []),
    ...subAgentWarnings(current, (it) => ({ ...it, sideCalls: [...it.sideCalls, fact] })),
    ...(fact.role === "reviewer" && (fact.fileReads ?? 0) > manyReads
      ? [
          warn(
            "many_reads",
            `a reviewer read ${fact.fileReads} files: more than ${manyReads} is hunting, not reviewing`,
          ),
        ]
      : []),
    ...(fact.suiteRuns > 0 && isMidEpic
      ? [warn("suite_run_mid_epic", `the agent ran the full checks ${fact.suiteRuns} times before the end of its epic`)]
      : []),
  ];
}

/** What went past every review is told as loudly as there is: it is on the default branch already. */
const pushedPast = ({ pushedPast: commits = [] }: FactOf<"work-measured">): readonly Warning[] =>
  commits.length === 0
    ? []
    : [
        {
          code: "pushed_past_review",
          severity: "critical",
          message: `an agent pushed to the default branch past any review: ${commits.map((sha) => sha.slice(0, 10)).join(", ")}; its task stays open until that is reverted and done again by a pull request`,
        },
      ];

/** Nobody has read a change in that time. */
export const verdictWarnings = ({
  suspicious,
  role,
  model,
  verdict,
  durationMs,
}: FactOf<"verdict-read">): readonly Warning[] =>
  suspicious
    ? [
        warn(
          "suspicious_verdict",
          `the ${role}${model === null ? "" : ` (${model})`} gave ${verdict} after ${Math.floor(durationMs / 1000)} s: quicker than a change is read`,
        ),
      ]
    : [];

/** Somebody else's work has another quality and another price: said once, when it begins. */
export const replacementWarnings = ({ role, from, to, why }: FactOf<"agent-replaced">): readonly Warning[] =>
  why === null ? [] : [warn("agent_replaced", `${to} took over as ${role} from ${from} (${why})`)];

/** Many sub-agents in one iteration, by what a fact adds to it; said once, when there are more than a few. */
export function subAgentWarnings(current: Iteration | null, after: (it: Iteration) => Iteration): readonly Warning[] {
  if (current === null) return [];
  const count = subAgentsOf(after(current));
  if (count <= manySubAgents || subAgentsOf(current) > manySubAgents) return [];
  return [
    warn(
      "many_sub_agents",
      `${count} sub-agents were started in iteration ${current.n}: each costs a context of its own`,
    ),
  ];
}

/** Sub-agents that were started in an iteration: by what calls show of them, or by what hooks have seen, whichever is more. */
export const subAgentsOf = ({ calls, sideCalls, measured }: Iteration): number =>
  Math.max(
    [...calls, ...sideCalls].reduce((sum, call) => sum + call.subAgents, 0),
    measured?.subAgentStarts ?? 0,
  );

/** Many sub-agents on average over the iterations so far, said when the mean comes to be more than a few. */
export function subAgentMeanWarnings(before: readonly number[], now: number): readonly Warning[] {
  const mean = (counts: readonly number[]): number =>
    counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  const after = mean([...before, now]);
  // One iteration is no average.
  const wasSaid = before.length > 1 && mean(before) > manyOnAverage;
  if (before.length === 0 || after <= manyOnAverage || wasSaid) return [];
  return [warn("many_sub_agents_mean", `${after.toFixed(1)} sub-agents were started in each iteration on average`)];
}

/** What was put back, what a gate reads and was changed, tests that check less. */
export function measuredWarnings(fact: FactOf<"work-measured">): readonly Warning[] {
  return [
    ...fact.surface.map(surfaceWarning),
    ...pushedPast(fact),
    ...(fact.restoredItems.length > 0
      ? [
          warn(
            "plan_items_restored",
            `open items that were deleted or reworded while the agent worked were put back: ${fact.restoredItems.join(", ")}`,
          ),
        ]
      : []),
    ...(fact.strayTicks.length > 0
      ? [warn("said_to_be_done", `ticked outside the claimed task, unticked again: ${fact.strayTicks.join(", ")}`)]
      : []),
    ...(fact.gateFiles.length > 0
      ? [
          warn(
            "gate_files_changed",
            `files that the gate reads were changed${fact.gateFilesRefused === true ? " and put back" : ""}: ${fact.gateFiles.join(", ")}`,
          ),
        ]
      : []),
    ...mendingWarnings(fact),
    ...((fact.weakenedTests ?? []).length > 0
      ? [warn("tests_weakened", `tests were weakened: ${(fact.weakenedTests ?? []).map(weakenedText).join("; ")}`)]
      : []),
  ];
}

/** A weakened test in a few words. */
const weakenedText = ({ path, line, what, text }: WeakenedTest): string =>
  `${path}${line === null ? "" : `:${line}`} ${what.replace("-", " ")} (${text})`;

/** Commands that were to mend the work's files: one that can't be started mends nothing, and one that goes further is not let. */
function mendingWarnings({ mended }: FactOf<"work-measured">): readonly Warning[] {
  if (mended === undefined) return [];
  const lost = mended.receipts.filter(({ exitCode, signal }) => exitCode === null && signal === null);
  const commands = [...new Set(lost.map(({ command }) => command))];
  return [
    ...commands.map((command) =>
      warn("fix_not_run", `the command of RALPH_GATE_FIX did not come to an end: ${command}`),
    ),
    ...(mended.putBack.length > 0
      ? [
          warn(
            "fix_went_further",
            `RALPH_GATE_FIX changed files that are not the work's; they were put back: ${mended.putBack.join(", ")}`,
          ),
        ]
      : []),
  ];
}
