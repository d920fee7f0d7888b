import { keepReading, readingOf } from "./answer/answer.ts";
import { exitOf } from "./stopping/exit-gate.ts";
import type { FactOf, IterationOutcome } from "./fact.ts";
import { kindOf } from "./outcome-kind.ts";
import { madeProgress } from "./playbooks/give-up.ts";
import type { Iteration, State } from "./state.ts";
import type { StatusFacts } from "./status/facts.ts";
import { gradeStatusBlock } from "./status/grade.ts";
import { harnessBlock } from "./status/harness-block.ts";
import { trackerDiscrepancies, trackerFacts } from "./tracker/tracker-claims.ts";

type Recorded = FactOf<"iteration-recorded">;

/** What an iteration came to, worked out from its facts alone: outcome, progress, the block in force, differences, the exit. */
export function recordOf(state: State, iteration: Iteration): Recorded {
  const call = iteration.calls.at(-1);
  const progress = madeProgress(iteration);
  const exit = exitOf(state, iteration);
  const failed = call !== undefined && call.outcome !== "ok";
  return {
    outcome: outcomeOf(state, iteration, progress, exit),
    progress,
    error: failed ? { class: call.outcome, message: call.message ?? call.outcome } : null,
    ...blockInForce(iteration, progress),
    discrepancies: [...discrepanciesOf(iteration), ...unchangedFiles(iteration), ...trackerDiscrepancies(iteration)],
    exit,
  };
}

function outcomeOf(state: State, iteration: Iteration, progress: boolean, exit: Recorded["exit"]): IterationOutcome {
  const { landed, parked } = iteration;
  const call = iteration.calls.at(-1);
  if (landed !== null) return landed.form === "verified" ? "verified" : "landed";
  if (iteration.waiting !== null) return "waiting_merge";
  if (parked !== null) return parked.state === "blocked" ? "blocked" : "escalated";
  if (state.wishes.stop === "now") return "interrupted";
  if (call !== undefined && kindOf(call.outcome) === "passing") return "limited";
  if (call !== undefined && call.outcome !== "ok") return progress ? "progressed" : "failed";
  if (progress) return "progressed";
  return exit !== null && exit.vetoes.length > 0 ? "exit_refused" : "no_progress";
}

/** The agent's block, graded with all facts; where it gave none, the one that the facts make. */
function blockInForce(iteration: Iteration, progress: boolean): Pick<Recorded, "graded" | "blockBy"> {
  const reading = iteration.answer?.reading;
  const facts = statusFactsOf(iteration);
  const endedWell = iteration.calls.at(-1)?.outcome === "ok";
  if (endedWell && reading?.usable === true)
    return { graded: keepReading(gradeStatusBlock(readingOf(reading), facts)), blockBy: "agent" };
  if (endedWell && !progress) return { graded: reading ?? null, blockBy: null };
  const call = iteration.calls.at(-1);
  const cause = endedWell
    ? null
    : (call?.message ?? call?.outcome ?? iteration.parked?.reason ?? "the iteration was cut off");
  return { graded: keepReading(harnessBlock(facts, cause, reading?.profile ?? "workflow/1.2")), blockBy: "harness" };
}

/** What was measured of an iteration, in the form that blocks are graded by. */
function statusFactsOf(iteration: Iteration): StatusFacts {
  const { measured, landed, parked, claim } = iteration;
  const standing = (landed ?? parked ?? measured)?.standing;
  return {
    ...(measured === null ? {} : { filesChanged: measured.changes.length }),
    tasksClosed: landed?.closed.length ?? 0,
    ...(standing === undefined ? {} : { openTasks: standing.open }),
    gate: iteration.gates.at(-1)?.verdict ?? "not_run",
    errors: iteration.calls.at(-1)?.outcome === "ok" ? 0 : 1,
    epicBoundary: claim.boundary,
    ...trackerFacts(iteration),
  };
}

/** Claims beside measurements, where they differ; off by one because of the tick is no difference. */
function discrepanciesOf(iteration: Iteration): Recorded["discrepancies"] {
  const block = iteration.answer?.reading.block;
  const facts = statusFactsOf(iteration);
  if (block === null || block === undefined || iteration.calls.at(-1)?.outcome !== "ok") return [];
  const files = facts.filesChanged ?? 0;
  const forgiven = (facts.tasksClosed ?? 0) > 0 ? 1 : 0;
  const rows: readonly (readonly [string, unknown, unknown, boolean])[] = [
    ["filesModified", block.filesModified, files, Math.abs(block.filesModified - files) > forgiven],
    ["tasksCompleted", block.tasksCompleted, facts.tasksClosed, block.tasksCompleted !== facts.tasksClosed],
    ["testsStatus", block.testsStatus, facts.gate, claimsOtherGate(block.testsStatus, facts.gate)],
    [
      "exitSignal",
      block.exitSignal,
      (facts.openTasks ?? 0) === 0,
      block.exitSignal && block.status !== "BLOCKED" && (facts.openTasks ?? 0) > 0,
    ],
  ];
  return rows.filter(([, , , differs]) => differs).map(([field, claimed, measured]) => ({ field, claimed, measured }));
}

/** Files that a work report names as changed, and that nobody has changed. */
function unchangedFiles({ summaries, measured }: Iteration): Recorded["discrepancies"] {
  const changed = new Set((measured?.workChanges ?? []).map(({ path }) => path));
  const named = new Set(summaries.flatMap(({ files }) => files.map((file) => file.replace(/^\.\//, ""))));
  const unchanged = [...named].filter((file) => !changed.has(file));
  return unchanged.length === 0 ? [] : [{ field: "files", claimed: unchanged.join(", "), measured: "not changed" }];
}

const claimsOtherGate = (tests: string, gate: StatusFacts["gate"]): boolean =>
  (tests === "PASSING" && gate !== "green") || (tests === "FAILING" && gate === "green");
