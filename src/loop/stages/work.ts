import type { Fact, FactOf } from "../../core/fact.ts";
import { fingerprintOf } from "../../core/stopping/fingerprint.ts";
import type { Iteration, State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { readAnswer } from "../../core/answer/answer.ts";
import { callAgent, type CallBounds, type CallReport } from "../call-agent.ts";
import type { Engine } from "../engine.ts";
import { promptFor } from "../prompt-for.ts";

type Work = Extract<Step, { do: "work" }>;

/** Calls the agent of a role for the claimed task, and reads its answer. */
export async function work(step: Work, state: State, engine: Engine): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return [];
  const { tools, interruption } = engine;
  const prompt = await promptFor(step, state, current, engine);
  await tools.surface.take(interruption.signal);
  const previous = current.calls.at(-1);
  const report = await callAgent(
    tools,
    {
      role: step.role,
      prompt: prompt.text,
      resume: step.purpose === "ask-block" ? (previous?.session ?? null) : sessionFor(state, current),
      iteration: current.n,
      call: step.call,
      task: current.claim.task.id,
      attempt: current.claim.attempt,
      bounds: boundsOf(state),
    },
    interruption.signal,
  );
  const cut = prompt.cut.map(({ name, bytes }): Fact => ({
    kind: "warned",
    code: "prompt_cut",
    severity: "warning",
    message: `${bytes} bytes of ${name} were left out of the prompt for ${current.claim.task.id}`,
  }));
  return [
    ...cut,
    { kind: "agent-finished", ...finished(step, report, prompt.bytes, engine) },
    {
      kind: "answer-read",
      ...readAnswer(step.call, step.role, tools.judge.mask(report.reading.finalText), state.policy.contract),
    },
  ];
}

/** A later call in the same iteration goes on in the session of the earlier one where the policy keeps sessions. */
const sessionFor = (state: State, current: Iteration): string | null =>
  state.policy.session === "continue" ? (current.calls.at(-1)?.session ?? current.claim.session) : null;

function boundsOf({ policy, spent, startedAt }: State): CallBounds {
  const { run } = policy;
  return {
    timeoutMs: policy.callTimeoutMs,
    idleMs: policy.idleTimeoutMs,
    deadline: run.timeMs === null ? null : startedAt + run.timeMs,
    tokens: run.tokens === null ? null : Math.max(0, run.tokens - spent.tokens),
    costUsd: run.costUsd === null ? null : Math.max(0, run.costUsd - (spent.costUsd ?? 0)),
  };
}

function finished(
  step: Work,
  { reading, process, startedAt, log, suiteRuns }: CallReport,
  promptBytes: number,
  { tools }: Engine,
): FactOf<"agent-finished"> {
  const { dialect, model } = tools.seat(step.role);
  const message = reading.message === null ? null : tools.judge.mask(reading.message).slice(0, 2_000);
  return {
    role: step.role,
    round: step.round,
    call: step.call,
    agent: dialect.name,
    family: dialect.family,
    model: reading.model ?? model,
    session: reading.sessionId,
    outcome: reading.outcome,
    message,
    fingerprint: fingerprintOf(reading.outcome, message),
    usage: reading.usage,
    costUsd: reading.costUsd,
    costEstimated: false,
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
    retries: reading.retries,
    promptBytes,
    answerBytes: reading.finalText.length,
    durationMs: process.durationMs,
    startedAt,
    survivors: process.survivors.length,
    log: { path: log, bytes: process.stdoutBytes + process.stderrBytes, sha256: null },
  };
}

const endOf = (resetAt: string | null): number | null => {
  const at = resetAt === null ? Number.NaN : Date.parse(resetAt);
  return Number.isNaN(at) ? null : at;
};
