import { type GradesReading, gradesJsonSchema, readGrades } from "../../core/answer/grades.ts";
import type { Fact, FactOf } from "../../core/fact.ts";
import { buildPrompt, type Prompt } from "../../core/prompt/build-prompt.ts";
import type { State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import type { Engine } from "../engine.ts";
import { type Answer, ask, type Question } from "../calling/ask.ts";
import { askedAgain } from "../calling/asked-again.ts";
import { runBoundsOf } from "../calling/call-bounds.ts";
import { taskText } from "../calling/review-prompt.ts";
import type { Seat, Tools } from "../tools.ts";

type Judge = Extract<Step, { do: "judge" }>;
type Finished = FactOf<"agent-finished">;

/** The name of a judge's call over all runs. */
const nameOf = (run: string, { iteration, call }: Judge): string => `${run}/${iteration}.judge.${call}`;

/**
 * Starts a judge on what has landed, and resolves at once: that its grade is waited for is kept before the next step. It reads a copy
 * of the commit, so that the next task's work is none of its business.
 */
export async function judge(step: Judge, state: State, { tools, run }: Engine): Promise<readonly Fact[]> {
  const name = nameOf(run, step);
  const seat = tools.seat("judge", step.agent);
  tools.background.start(name, (signal) => graded({ step, name, seat, state, tools }, signal));
  const { iteration, task, commit } = step;
  const { dialect, label, model } = seat;
  return Promise.resolve([
    {
      kind: "grade-pending",
      iteration,
      task: task.id,
      commit,
      judge: name,
      seat: label,
      family: dialect.family,
      model,
    },
  ]);
}

interface Desk {
  readonly step: Judge;
  readonly name: string;
  readonly seat: Seat;
  readonly state: State;
  readonly tools: Tools;
}

type Collected = Extract<Fact, { readonly kind: "grade-collected" }>;

async function graded(desk: Desk, signal: AbortSignal): Promise<Collected> {
  const calls: Finished[] = [];
  try {
    const reading = await readingOf(desk, calls, signal);
    return collected(desk, calls, reading);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return collected(desk, calls, { ok: false, problem });
  }
}

const collected = ({ step, name }: Desk, calls: Finished[], reading: GradesReading): Collected => ({
  kind: "grade-collected",
  iteration: step.iteration,
  task: step.task.id,
  commit: step.commit,
  judge: name,
  grades: reading.ok ? reading.value : null,
  why: reading.ok ? null : reading.problem,
  calls,
});

/** The judge's grades, asked for once more where the first answer can't be read. */
async function readingOf(
  { step, seat, state, tools }: Desk,
  calls: Finished[],
  signal: AbortSignal,
): Promise<GradesReading> {
  await using copy = await tools.copies.at(step.commit, `${step.iteration}-${step.call}`, signal);
  const place = { role: "judge", round: 1, call: step.call } as const;
  const { texts } = tools;
  const question: Question = {
    place,
    seat,
    prompt: await judgePrompt(step, tools),
    frame: { iteration: step.iteration, task: step.task.id, attempt: 1, bounds: runBoundsOf(state) },
    schema: gradesJsonSchema(),
    beside: copy.path,
  };
  const first = await ask(tools, question, signal);
  calls.push(first.fact);
  const reading = gradesIn(first);
  if (reading.ok || first.fact.outcome !== "ok") return reading;
  const repair = {
    problem: reading.problem,
    ask: texts.askJson,
    form: texts.grades,
    maxBytes: tools.calls.promptMaxBytes,
  };
  const again = { ...question, place: { ...place, call: step.call + 1 }, ...askedAgain(question, first, repair) };
  const second = await ask(tools, again, signal);
  calls.push(second.fact);
  return gradesIn(second);
}

const gradesIn = ({ fact, text }: Answer): GradesReading =>
  fact.outcome === "ok" ? readGrades(text) : { ok: false, problem: fact.message ?? fact.outcome };

async function judgePrompt({ task, commit, since }: Judge, tools: Tools): Promise<Prompt> {
  const { workspace, judge: guard, texts, calls } = tools;
  const diff = guard.mask(await workspace.diff(since, commit));
  const facts = [`COMMIT: ${commit}`, `START COMMIT: ${since} (\`git diff ${since} ${commit}\` shows what was done)`];
  return buildPrompt(
    [
      { name: "role", rank: "always", text: texts.roles.judge ?? "" },
      { name: "task", rank: 3, text: `## What was wanted\n\n${taskText(task, guard)}` },
      { name: "facts", rank: "always", text: `## What the harness knows\n\n${facts.join("\n")}` },
      { name: "diff", rank: 1, text: `## The diff\n\n${guard.fence(diff, "diff")}` },
      { name: "form", rank: "always", text: `## How to end\n\n${texts.grades}` },
    ],
    calls.promptMaxBytes,
  );
}
