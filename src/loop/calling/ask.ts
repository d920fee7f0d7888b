import type { Fact, FactOf } from "../../core/fact.ts";
import type { Usage } from "../../core/outcome.ts";
import type { Prompt } from "../../core/prompt/build-prompt.ts";
import type { Iteration, State } from "../../core/state.ts";
import type { Seat, Tools } from "../tools.ts";
import { type CallBounds, callAgent } from "./call-agent.ts";
import { boundsOf } from "./call-bounds.ts";
import { type CallPlace, finishedCall, unknownCost } from "./finished-call.ts";
import { promptCut } from "./prompt-cut.ts";

/** Whose work a call is about, and what it may take. */
export interface CallFrame {
  readonly iteration: number;
  readonly task: string;
  readonly attempt: number;
  readonly bounds: CallBounds;
}

/** What an agent is asked. A session, the form of the answer and a folder beside the loop go with it only where they are given. */
export interface Question {
  readonly place: CallPlace;
  readonly seat: Seat;
  readonly prompt: Prompt;
  readonly frame: CallFrame;
  readonly resume?: string | null;
  /** What the resumed session had used so far; null where nobody knows. */
  readonly resumedUsage?: Usage | null;
  /** JSON schema of the answer, for agents that can be held to one. */
  readonly schema?: unknown;
  /** A folder (absolute) in which it works beside the loop. */
  readonly beside?: string;
}

/** What came of a question: the fact of the call, and the answer's text with secrets masked. */
export interface Answer {
  readonly fact: FactOf<"agent-finished">;
  readonly text: string;
}

/** The frame of a call within an iteration. */
export const frameOf = (state: State, current: Iteration): CallFrame => ({
  iteration: current.n,
  task: current.claim.task.id,
  attempt: current.claim.attempt,
  bounds: boundsOf(state, current),
});

/** Asks an agent, within its bounds. Never rejects for what the agent does. */
export async function ask(tools: Tools, question: Question, signal: AbortSignal): Promise<Answer> {
  const { place, seat, prompt, frame, resume = null, resumedUsage = null, schema, beside } = question;
  const { role, round, call } = place;
  const wanted = { role, round, call, seat, prompt: prompt.text, ...frame, resume, resumedUsage, schema };
  const report = await callAgent(tools, beside === undefined ? wanted : { ...wanted, beside }, signal);
  const fact = finishedCall(place, { seat, report, promptBytes: prompt.bytes }, tools);
  return { fact, text: tools.judge.mask(report.reading.finalText) };
}

/** The facts of a call that is over, as the run stands at that moment: what its prompt had no room for, and what is unknown of its cost. */
export const toldOf = ({ prompt, frame }: Question, { fact }: Answer, state: State): readonly Fact[] => [
  ...promptCut(prompt, `the prompt of the ${fact.role} for ${frame.task}`),
  { kind: "agent-finished", ...fact },
  ...unknownCost(state, fact),
];
