import { estimateCost } from "../../core/money/estimate-cost.ts";
import type { Price } from "../../core/money/price-table.ts";
import type { Fact, FactOf } from "../../core/fact.ts";
import { type Role, totalTokens } from "../../core/outcome.ts";
import { warned } from "../../core/texts/warned.ts";
import type { State } from "../../core/state.ts";
import { fingerprintOf } from "../../core/stopping/fingerprint.ts";
import type { CallReading } from "../../ports/agent.ts";
import type { CallReport } from "./call-agent.ts";
import type { Seat, Tools } from "../tools.ts";

/** Why an agent was called, and where in its iteration. */
export interface CallPlace {
  readonly role: Role;
  readonly round: number;
  readonly call: number;
}

/** A call that is over, and what it was asked with. */
export interface FinishedCall {
  readonly seat: Seat;
  readonly report: CallReport;
  readonly promptBytes: number;
}

/** The fact of a call that is over: how it ended, what it cost, and where its output is. */
export function finishedCall(
  step: CallPlace,
  { seat, report: { reading, process, startedAt, log, suiteRuns, fileReads }, promptBytes }: FinishedCall,
  tools: Tools,
): FactOf<"agent-finished"> {
  const { dialect, model } = seat;
  const message = reading.message === null ? null : tools.judge.mask(reading.message).slice(0, 2_000);
  return {
    role: step.role,
    round: step.round,
    call: step.call,
    agent: dialect.name,
    seat: seat.label,
    family: dialect.family,
    model: reading.model ?? model,
    session: reading.sessionId,
    outcome: reading.outcome,
    message,
    fingerprint: fingerprintOf(reading.outcome, message),
    usage: reading.usage,
    ...costOf(reading, tools.priceOf(reading.model ?? model, startedAt)),
    limit: reading.limit,
    limitEnds: endOf(reading.limit?.resetAt ?? null) ?? reading.retryAt ?? null,
    denials: reading.denials.map((denial) => ({
      ...denial,
      input: tools.judge.mask(denial.input).slice(0, 500),
      reason: tools.judge.mask(denial.reason).slice(0, 500),
    })),
    toolCalls: reading.toolCalls,
    subAgents: reading.subAgents,
    suiteRuns,
    fileReads,
    retries: reading.retries,
    promptBytes,
    answerBytes: reading.finalText.length,
    durationMs: process.durationMs,
    startedAt,
    survivors: process.survivors.length,
    log: { path: log, bytes: process.stdoutBytes + process.stderrBytes, sha256: null },
  };
}

/** As the agent has reported it, else by its tokens and a price, else unknown. Nothing, for tokens that were used, is no report. */
function costOf(
  { costUsd, usage }: CallReading,
  price: Price | null,
): { costUsd: number | null; costEstimated: boolean } {
  const isReported = costUsd !== null && (costUsd > 0 || usage === null || totalTokens(usage) === 0);
  if (isReported) return { costUsd, costEstimated: false };
  if (usage === null || price === null) return { costUsd: null, costEstimated: false };
  return { costUsd: estimateCost(usage, price), costEstimated: true };
}

/** A bound on cost that can't be kept is said once (F214). */
export function unknownCost(
  { policy, spent }: State,
  { costUsd, usage, model, agent }: FactOf<"agent-finished">,
): readonly Fact[] {
  const isBounded = policy.run.costUsd !== null || policy.task.costUsd !== null;
  if (!isBounded || costUsd !== null || spent.unknownCalls > 0) return [];
  const why =
    usage === null
      ? `${agent} tells neither its cost nor its tokens: bound its calls or the time instead`
      : `${agent} does not tell its cost, and ${model ?? "its model"} has no price: give it one (RALPH_PRICES)`;
  return [warned("cost_unknown", `the bound on cost can't be kept: ${why}`)];
}

const endOf = (resetAt: string | null): number | null => {
  const at = resetAt === null ? Number.NaN : Date.parse(resetAt);
  return Number.isNaN(at) ? null : at;
};
