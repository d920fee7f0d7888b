import { buildPrompt } from "../../core/prompt/build-prompt.ts";
import { fillTemplate } from "../../core/prompt/work-prompt.ts";
import type { Answer, Question } from "./ask.ts";

/** How an answer is asked for once more: `ask` says what was wrong with the first, `form` how it has to end. */
export interface Repair {
  readonly problem: string;
  readonly ask: string;
  readonly form: string;
  readonly maxBytes: number;
}

/**
 * The question to an agent whose answer could not be read: the form alone, where its session can be gone on with; else all
 * that it was asked before.
 */
export function askedAgain(
  question: Question,
  { fact }: Answer,
  { problem, ask, form, maxBytes }: Repair,
): Pick<Question, "prompt" | "resume"> {
  const goesOn = fact.session !== null && question.seat.dialect.abilities.resume;
  const prompt = buildPrompt(
    [
      { name: "ask", rank: "always", text: fillTemplate(ask, { problem }) },
      { name: "form", rank: "always", text: goesOn ? form : question.prompt.text },
    ],
    maxBytes,
  );
  return { prompt, resume: goesOn ? fact.session : null };
}
