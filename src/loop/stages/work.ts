import type { Fact } from "../../core/fact.ts";
import { type Iteration, type State, trailOf } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { readWorkSummary, workSummaryJsonSchema } from "../../core/answer/work-summary.ts";
import { readAuditFindings } from "../../core/answer/audit-findings.ts";
import { isAuditing } from "../../core/playbooks/audit.ts";
import { readAnswer } from "../../core/answer/answer.ts";
import { ask, frameOf, toldOf } from "../calling/ask.ts";
import { prepareNext } from "../briefs/prepare-next.ts";
import type { Engine } from "../engine.ts";
import type { Seat } from "../tools.ts";
import { promptFor } from "../calling/prompt-for.ts";

type Work = Extract<Step, { do: "work" }>;

/** Calls the agent of a role for the claimed task, and reads its answer. */
export async function work(step: Work, state: State, engine: Engine): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return [];
  const { tools, interruption } = engine;
  const prompt = await promptFor(step, state, current, engine);
  await tools.surface.take(interruption.signal);
  const seat = tools.seat(step.role, step.agent);
  const resume = sessionFor(step, state, current, seat);
  const { session } = trailOf(state, current.claim.task);
  const question = {
    place: step,
    seat,
    prompt,
    frame: frameOf(state, current),
    resume,
    resumedUsage: session?.id === resume ? session.usage : null,
    ...(owesSummary(step, state) ? { schema: workSummaryJsonSchema() } : {}),
  };
  const answer = await ask(tools, question, interruption.signal);
  const read = answerFact(step, answer.text, state);
  await prepareNext(read, state, engine);
  return [...toldOf(question, answer, state), read];
}

function answerFact(step: Work, text: string, state: State): Extract<Fact, { kind: "answer-read" }> {
  const answer = { kind: "answer-read" as const, ...readAnswer(step.call, step.role, text, state.policy) };
  if (state.current !== null && isAuditing(state, state.current))
    return { ...answer, findings: readAuditFindings(text) };
  if (!owesSummary(step, state)) return answer;
  const summary = readWorkSummary(text);
  return { ...answer, summary: summary.ok ? summary.value : null };
}

const owesSummary = ({ role }: Work, { policy }: State): boolean =>
  policy.answer === "summary" && (role === "implementer" || role === "fixer");

/**
 * A later call in the same iteration goes on in the session of the earlier one where the policy keeps sessions, and to ask for a
 * block. Another program's session is none.
 */
function sessionFor(step: Work, { policy }: State, { calls, claim }: Iteration, { dialect }: Seat): string | null {
  if (step.purpose !== "ask-block" && policy.session !== "continue") return null;
  const last = calls.at(-1);
  const session =
    last === undefined ? { id: claim.session, of: claim.sessionOf } : { id: last.session, of: last.agent };
  return (session.of ?? dialect.name) === dialect.name ? session.id : null;
}
