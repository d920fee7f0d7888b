import type { StatusWords } from "../status-text.ts";

/** How execution plans and product documents name the states. */
export const execWords: StatusWords = {
  todo: "pending",
  in_progress: "in-progress",
  done: "done",
  blocked: "blocked",
  needs_human: null,
};

/** The words, as a person is told of them. */
export const execWordList = "pending, in-progress, done, blocked";

/** How far a whole of several parts is: none of them is done, some are, or all. */
export function progressWord(done: number, all: number): "pending" | "in-progress" | "done" {
  if (all > 0 && done === all) return "done";
  return done === 0 ? "pending" : "in-progress";
}

/** An increment's number without leading zeros, so that `1` and `01` are the same. */
export const plainNumber = (number: string): string =>
  number
    .trim()
    .replace(/^0+(?=.)/, "")
    .toLowerCase();

/** The numbers in a list such as `01-03, 05`; ranges in any kind of dash. */
export function numbersIn(list: string): readonly string[] {
  return list
    .split(/,|;|\band\b|&|\+/i)
    .map((part) => part.replace(/^\s*increments?\b/i, "").trim())
    .filter((part) => part !== "")
    .flatMap((part) => {
      const [, from, to] = /^(\d+)\s*(?:[-–—]|\bto\b|\.\.)\s*(\d+)$/i.exec(part) ?? [];
      if (from === undefined || to === undefined) return [plainNumber(part)];
      const count = Math.min(Number(to) - Number(from), 999);
      return Array.from({ length: Math.max(0, count + 1) }, (_, i) => String(Number(from) + i));
    });
}
