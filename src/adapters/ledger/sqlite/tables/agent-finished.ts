import type { FactOf } from "../../../../core/fact.ts";
import { insertForTask, isoTime, iterationId, once, type Projection, type Row, seconds } from "./projection.ts";

/** The columns of a call. */
export const callColumns = [
  ..."iteration_id run role round call agent family model session exit message tokens_in tokens_out tokens_cached".split(
    " ",
  ),
  ..."cost cost_estimated duration_s tool_calls sub_agents retries denials prompt_bytes answer_bytes log_path started_at".split(
    " ",
  ),
];

const cached = (usage: FactOf<"agent-finished">["usage"]): number =>
  (usage?.cachedRead ?? 0) + (usage?.cachedWrite ?? 0);

/** A call as a row: in which run and iteration it was made. */
export const callRow = (
  fact: FactOf<"agent-finished">,
  { run, id }: { readonly run: string; readonly id: string },
): Row => ({
  iteration_id: id,
  run,
  role: fact.role,
  round: fact.round,
  call: fact.call,
  agent: fact.agent,
  family: fact.family,
  model: fact.model,
  session: fact.session,
  exit: fact.outcome,
  message: fact.message,
  tokens_in: fact.usage?.in ?? null,
  tokens_out: fact.usage?.out ?? null,
  tokens_cached: fact.usage === null ? null : cached(fact.usage),
  cost: fact.costUsd,
  cost_estimated: Number(fact.costEstimated),
  duration_s: seconds(fact.durationMs),
  tool_calls: fact.toolCalls,
  sub_agents: fact.subAgents,
  retries: fact.retries,
  denials: fact.denials.length,
  prompt_bytes: fact.promptBytes,
  answer_bytes: fact.answerBytes,
  log_path: fact.log?.path ?? null,
  started_at: isoTime(fact.startedAt),
});

/** A call is a row, adds to its iteration, and leaves its session with the task. */
export const agentFinished: readonly Projection<"agent-finished">[] = [
  once(insertForTask("ralph_agent_calls", callColumns), (entry) =>
    callRow(entry.fact, { run: entry.run, id: iterationId(entry) }),
  ),
  once(
    `UPDATE ralph_iterations SET
       calls = calls + 1, rounds = max(rounds, $round),
       implementer_dispatches = implementer_dispatches + ($role = 'implementer'),
       fixer_dispatches = fixer_dispatches + ($role = 'fixer'),
       tokens = tokens + $in + $out + $cached, tokens_in = tokens_in + $in, tokens_out = tokens_out + $out,
       tokens_cached = tokens_cached + $cached,
       cost = CASE WHEN $cost IS NULL THEN cost ELSE coalesce(cost, 0) + $cost END,
       cost_estimated = max(cost_estimated, $estimated)
     WHERE id = $id`,
    (entry) => ({
      id: iterationId(entry),
      round: entry.fact.round,
      role: entry.fact.role,
      in: entry.fact.usage?.in ?? 0,
      out: entry.fact.usage?.out ?? 0,
      cached: cached(entry.fact.usage),
      cost: entry.fact.costUsd,
      estimated: Number(entry.fact.costEstimated),
    }),
  ),
  {
    sql: `UPDATE ralph_tasks SET last_session = $session
          WHERE task_id = (SELECT task_id FROM ralph_iterations WHERE id = $id)`,
    rows: (entry) => {
      const { role, session } = entry.fact;
      return role === "implementer" && session !== null ? [{ id: iterationId(entry), session }] : [];
    },
  },
];
