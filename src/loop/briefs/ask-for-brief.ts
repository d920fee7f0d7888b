import { briefJsonSchema, type BriefReading, readBriefAnswer } from "../../core/brief/brief.ts";
import { buildPrompt, type Prompt } from "../../core/prompt/build-prompt.ts";
import type { Task } from "../../core/task.ts";
import { type Answer, ask, type CallFrame, type Question } from "../calling/ask.ts";
import { taskText } from "../calling/review-prompt.ts";
import type { Tools } from "../tools.ts";

/** What a coordinator is asked about, in which call, and where: a folder (absolute) beside the loop, or the work tree. */
export interface BriefWanted {
  readonly task: Task;
  readonly round: number;
  readonly call: number;
  readonly frame: CallFrame;
  readonly beside?: string;
}

/** What came of it: the question and its answer, and the brief. */
export interface BriefAnswer {
  readonly question: Question;
  readonly answer: Answer;
  readonly reading: BriefReading;
}

/** Asks the coordinator for a task's brief. A call that went wrong, and an answer without a brief, say why there is none. */
export async function askForBrief(wanted: BriefWanted, tools: Tools, signal: AbortSignal): Promise<BriefAnswer> {
  const { task, round, call, frame, beside } = wanted;
  const place = { role: "coordinator", round, call } as const;
  const question: Question = {
    place,
    seat: tools.seat(place.role),
    prompt: await promptOf(task, tools),
    frame,
    schema: briefJsonSchema(),
    ...(beside === undefined ? {} : { beside }),
  };
  const answer = await ask(tools, question, signal);
  const at = new Date(tools.clock.now()).toISOString();
  const { outcome, message } = answer.fact;
  const reading: BriefReading =
    outcome === "ok"
      ? readBriefAnswer(answer.text, { task: task.id, source: tools.backlog.kind, at })
      : { ok: false, problem: `its call ended with ${outcome}${message === null ? "" : `: ${message}`}` };
  return { question, answer, reading };
}

async function promptOf(task: Task, { texts, judge, calls }: Tools): Promise<Prompt> {
  const progress = (await texts.progress())?.trim() ?? "";
  const facts = [
    `TASK: ${task.id}`,
    ...(task.files.length > 0 ? [`DECLARED FILES: ${task.files.join(", ")}`] : []),
    ...(task.labels.length > 0 ? [`LABELS: ${task.labels.join(", ").replaceAll(/\s+/g, " ")}`] : []),
  ];
  return buildPrompt(
    [
      { name: "role", rank: "always", text: texts.roles.coordinator ?? "" },
      { name: "task", rank: 2, text: `## The task\n\n${taskText(task, judge)}` },
      { name: "facts", rank: "always", text: `## What the harness knows\n\n${facts.join("\n")}` },
      {
        name: "progress",
        rank: 1,
        text: progress === "" ? "" : `## Last lines of the progress file\n\n${judge.fence(progress, "progress")}`,
      },
      { name: "form", rank: "always", text: `## How to end\n\n${texts.brief}` },
    ],
    calls.promptMaxBytes,
  );
}
