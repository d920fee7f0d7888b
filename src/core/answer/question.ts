import { withoutCode } from "./without-code.ts";

const asks =
  /\b(should i|shall i|do you want|would you like|would you prefer|which (?:one|option|approach)|can you|could you|may i|please (?:confirm|advise|clarify|tell me|let me know)|let me know (?:if|how|which|whether)|how (?:should|do you want)|what (?:should|would you)|is it (?:ok|okay|fine) (?:if|to))\b/i;

const endLines = 12;

/**
 * The question that an answer puts to a person at its end, or null. Only the last lines count, without code, quotes and
 * lists of choices; a rhetorical question in the middle is none.
 */
export function questionIn(text: string): string | null {
  const lines = withoutCode(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith(">"))
    .slice(-endLines);
  const sentences = lines.flatMap((line) => line.split(/(?<=[.!?])\s+/));
  const found = sentences.findLast(
    (sentence) =>
      asks.test(sentence) && (sentence.endsWith("?") || /\b(confirm|advise|clarify|let me know)\b/i.test(sentence)),
  );
  return found === undefined ? null : found.replace(/^[-*\d.)\s]+/, "").slice(0, 500);
}
