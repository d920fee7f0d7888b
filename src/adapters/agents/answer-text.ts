/** Marks of an answer that a role owes: the status block, the completion word of increments, a fenced JSON block. */
const answerMark = /RALPH_STATUS\s{0,4}[-\u2010-\u2015\u2212]{2}|\bRALPH_COMPLETE\b|```json\b/i;

/**
 * The answer of a call, from the text its end event gave (null: none) and the main agent's texts of the last turn.
 * Where the last text holds no answer mark but an earlier one of the turn does, all from that one on are the answer,
 * in order, so that an agent that reported, called one more tool and then said "pushed" is still heard.
 */
export function answerText(ended: string | null, texts: readonly string[]): string {
  const last = ended ?? texts.at(-1) ?? "";
  if (answerMark.test(last)) return last;
  const marked = texts.findLastIndex((text) => answerMark.test(text));
  if (marked === -1) return last === "" ? (texts.at(-1) ?? "") : last;
  const from = texts.slice(marked);
  const same = from.at(-1)?.trim() === last.trim();
  return [...(same ? from.slice(0, -1) : from), ...(last === "" ? [] : [last])].join("\n\n");
}
