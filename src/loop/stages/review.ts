import { readVerdict, verdictJsonSchema, type VerdictReading } from "../../core/answer/verdict.ts";
import { changedLinesOf, type Rounds } from "../../core/crew/findings.ts";
import type { Fact } from "../../core/fact.ts";
import { isBlameless } from "../../core/outcome-kind.ts";
import { verdictOf } from "../../core/playbooks/review-round.ts";
import { type Iteration, nextCall, type State } from "../../core/state.ts";
import type { ReviewSeat, Step } from "../../core/step.ts";
import { agentChanges } from "../aside.ts";
import { type Answer, ask, frameOf, type Question, toldOf } from "../calling/ask.ts";
import { askedAgain } from "../calling/asked-again.ts";
import type { Engine, Tell } from "../engine.ts";
import { tasksIn } from "../epic-tasks.ts";
import { reviewPrompt, type ReviewScene } from "../calling/review-prompt.ts";
import type { Tools } from "../tools.ts";
import { judgesChange, markTree, putBackTo } from "../measuring/tree-mark.ts";
import { validateByProgram } from "../calling/validate.ts";
import { verdictFact } from "../calling/verdict-fact.ts";

type Review = Extract<Step, { do: "review" }>;

/**
 * Asks all who are to judge the work at once, each within its own time, and tells each verdict as it arrives. Who has judged
 * before a kill is not asked again. Whatever they change in the tree is put back.
 */
export async function review(step: Review, state: State, engine: Engine, tell: Tell): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return [];
  const { tools, interruption } = engine;
  const missing = step.seats.filter((seat) => verdictOf(current, step, seat) === null);
  const mark = await markTree(state, tools);
  const scene = await sceneOf(step, { state, current }, mark.tree, tools);
  await tools.surface.take(interruption.signal);
  const first = Math.max(step.call, nextCall(current));
  let next = first + missing.length;
  const desk: Desk = { scene, state, current, engine, tell, nextCall: () => next++ };
  const asked = await Promise.allSettled(missing.map((seat, at) => judgedBy(seat, first + at, desk)));
  const undoing = { task: current.claim.task.id, who: whoOf(missing), warning: judgesChange };
  const changed = await putBackTo(mark, undoing, state, engine);
  const failed = asked.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return [...changed, { kind: "review-closed", round: step.round, ask: step.ask }];
}

/** What every call of one review is made with. `nextCall` numbers those that ask again. */
interface Desk {
  readonly scene: ReviewScene;
  readonly state: State;
  readonly current: Iteration;
  readonly engine: Engine;
  readonly tell: Tell;
  readonly nextCall: () => number;
}

async function sceneOf(
  step: Review,
  { state, current }: Pick<Desk, "state" | "current">,
  tree: string,
  tools: Tools,
): Promise<ReviewScene> {
  const { workspace, judge } = tools;
  const [diff, changes, tasks] = await Promise.all([
    workspace.diff(step.since, tree),
    workspace.changes(step.since, tree),
    tasksIn(step.scope, current.claim.task, state, tools),
  ]);
  return {
    step,
    tasks,
    tree,
    diff: judge.mask(diff),
    changes: agentChanges(changes, tools.backlog.files),
    rounds: await roundsBefore(step, current, tree, tools),
  };
}

/** What a review of a later round goes by: the findings so far, and the lines that were changed since they were made. */
async function roundsBefore(
  step: Review,
  { verdicts }: Iteration,
  tree: string,
  { workspace }: Tools,
): Promise<Rounds | null> {
  const before = verdicts.filter(({ form, round }) => form === step.form && round < step.round);
  const last = before.at(-1);
  if (last === undefined || step.form !== "review") return null;
  return {
    earlier: before.flatMap(({ issues }) => issues),
    changed: changedLinesOf(await workspace.diff(last.tree, tree)),
  };
}

/** One seat's verdict: a call, and one more where the answer can't be read. A call that has to be made again gives none. */
async function judgedBy(seat: ReviewSeat, call: number, desk: Desk): Promise<void> {
  const { scene, current, engine, tell } = desk;
  const { tools, interruption } = engine;
  const { validator } = tools;
  if (seat.role === "validator" && validator !== null) {
    const verdict = await validateByProgram(validator, seat, desk);
    return tell(() => verdict);
  }
  const question: Question = {
    place: { role: seat.role, round: scene.step.round, call },
    seat: tools.seat(seat.role, seat.agent),
    prompt: await reviewPrompt(seat, scene, current, tools),
    frame: frameOf(desk.state, current),
    schema: verdictJsonSchema(scene.step.form),
  };
  const first = await ask(tools, question, interruption.signal);
  const reading = readingOf(first, scene, engine);
  if (reading === null || reading.ok || first.fact.outcome !== "ok") {
    const verdict =
      reading === null ? [] : [verdictFact(seat, { call: first.fact, reading, took: first.fact.durationMs }, desk)];
    return tell((state) => [...toldOf(question, first, state), ...verdict]);
  }
  await tell((state) => toldOf(question, first, state));
  const { texts, calls } = tools;
  const { form } = scene.step;
  const repair = {
    problem: reading.problem,
    ask: texts.askVerdict,
    form: texts.verdicts[form],
    maxBytes: calls.promptMaxBytes,
  };
  const place = { ...question.place, call: desk.nextCall() };
  const again: Question = { ...question, place, ...askedAgain(question, first, repair) };
  const second = await ask(tools, again, interruption.signal);
  const last = readingOf(second, scene, engine);
  const took = first.fact.durationMs + second.fact.durationMs;
  const verdict = last === null ? [] : [verdictFact(seat, { call: second.fact, reading: last, took }, desk)];
  return tell((state) => [...toldOf(again, second, state), ...verdict]);
}

/** What an answer holds. Null: nobody has judged, since the call has to be made again, or the run was stopped. */
function readingOf({ fact, text }: Answer, { step }: ReviewScene, { interruption }: Engine): VerdictReading | null {
  if (fact.outcome === "ok") return readVerdict(text, step.form);
  if (isBlameless(fact.outcome) || interruption.signal.aborted) return null;
  return { ok: false, problem: fact.message ?? fact.outcome };
}

const whoOf = (seats: readonly ReviewSeat[]): string =>
  [...new Set(seats.map(({ role }) => `the ${role}`))].join(" and ");
