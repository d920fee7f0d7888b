import { emojiPattern } from "../../core/texts/clusters.ts";

/** Makes text of unknown origin fit for one line of a terminal; whoever opens a screen gives the guard's. */
export type Escape = (text: string) => string;

const emoji = new RegExp(emojiPattern, "gu");
const joins = /\u200d|\ufe0f/;

/** The text escaped, but for the invisible joints inside of well-formed emoji: they hide nothing. */
export function outsideText(text: string, escape: Escape): string {
  if (!joins.test(text)) return escape(text);
  let shown = "";
  let at = 0;
  for (const found of text.matchAll(emoji)) {
    shown += escape(text.slice(at, found.index)) + found[0];
    at = found.index + found[0].length;
  }
  return shown + escape(text.slice(at));
}
