import { hiddenLetters } from "../../core/texts/hidden-letters.ts";
import type { Criterion } from "../../core/task.ts";
import { detailsOf } from "./fix-plan/details.ts";
import { boxOf, markdownLines } from "./markdown-lines.ts";

/** The criteria that an issue's text names: its checkboxes outside of code, and lines such as `accept: it works`. */
export function criteriaIn(body: string): readonly Criterion[] {
  const lines = markdownLines(body);
  const plain = lines.flatMap(({ place, text }) => (place === "text" ? [text] : [])).join("\n");
  const named = detailsOf(plain).accept.map((text) => ({ text, done: false }));
  if (!body.includes("[")) return named;
  const boxes = lines.flatMap((line) => {
    const box = boxOf(line);
    return box === null || box.text === "" ? [] : [{ text: box.text, done: box.mark.toLowerCase() === "x" }];
  });
  return [...boxes, ...named.filter(({ text }) => !boxes.some((box) => box.text.includes(text)))];
}

const hidden = new RegExp(`[${hiddenLetters}]`, "gu");

/** A name that somebody typed into a tracker, fit for one line of a prompt, a commit or a screen. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(hidden, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
