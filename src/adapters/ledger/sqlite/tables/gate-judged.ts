import { insertForTask, isoTime, iterationId, once, type Projection, seconds } from "./projection.ts";

const gateColumns =
  "iteration_id run round verdict tree served commands failing exit_code problem duration_s recorded_at".split(" ");

/** A run of the gate is a row, however many commands it had. */
export const gateJudged: readonly Projection<"gate-judged">[] = [
  once(insertForTask("ralph_gate_runs", gateColumns), (entry) => {
    const { fact, run } = entry;
    return {
      iteration_id: iterationId(entry),
      run,
      round: fact.round,
      verdict: fact.verdict,
      tree: fact.tree,
      served: Number(fact.served),
      commands: JSON.stringify(fact.receipts.map((receipt) => receipt.command)),
      failing: fact.failing,
      exit_code: fact.receipts.at(-1)?.exitCode ?? null,
      problem: fact.problem,
      duration_s: seconds(fact.receipts.reduce((sum, receipt) => sum + receipt.durationMs, 0)),
      recorded_at: isoTime(entry.at),
    };
  }),
  once("UPDATE ralph_iterations SET rounds = max(rounds, $round) WHERE id = $id", (entry) => ({
    id: iterationId(entry),
    round: entry.fact.round,
  })),
];
