/** What alone is reason enough to ask people for a review: nobody can go on without them, whatever is tried. */
export type HardBlocker = "credential" | "spend-cap" | "sign-off" | "product-decision";

/*
 * Each kind by words that have to stand in one sentence. Narrow on purpose: what is missed stays in progress with its label, which
 * people see as well; what is taken wrongly puts work before people that nobody has to look at.
 */
const kinds: readonly { readonly kind: HardBlocker; readonly needs: readonly RegExp[] }[] = [
  {
    kind: "credential",
    needs: [
      /\b(?:credentials?|api[- ]?keys?|access tokens?|secrets?|passwords?|licen[cs]e keys?|certificates?|log-?ins?|account)\b/i,
      /\b(?:(?:is|are|was|were) (?:missing|needed|required|not (?:available|set|there|provided))|no|without|missing|need(?:s|ed)?|cannot be (?:made|created|generated)|can't be (?:made|created|generated)|lack(?:s|ing)?)\b/i,
    ],
  },
  {
    kind: "spend-cap",
    needs: [
      /\b(?:budget|spend(?:ing)?|billing|cost)\b/i,
      /\b(?:cap|limit|exceed(?:s|ed)?|exhausted|used up|reached)\b/i,
    ],
  },
  {
    kind: "sign-off",
    needs: [
      /\b(?:irreversibl[ey]|destructive|can(?:not|'t) be undone|delet(?:e|es|ing) production|drop(?:s|ping)? (?:the )?(?:production )?(?:table|database))\b/i,
      /\b(?:sign[- ]?off|approv(?:al|e|ed)|permission|confirm(?:ation|ed)?|go-ahead)\b/i,
    ],
  },
  {
    kind: "product-decision",
    needs: [
      /\b(?:product|business|legal|pricing|design) (?:decision|choice|question)\b/i,
      /\b(?:no safe default|ambiguous|unclear|undecided|nobody has decided|has to be (?:made|decided)|needs? (?:to be )?(?:made|decided|a decision))\b/i,
    ],
  },
];

/* A wish for a review, not having understood, unmerged work and flaky tests are none, whatever else is said of them. */
const never =
  /\b(?:code review|needs? (?:a )?review|please review|ready for review|(?:could|did) ?n[o']t (?:figure|understand)|don't understand|unmerged|not merged|merge conflict|flaky|intermittent|no progress|gate (?:is|was|stayed) red|tests? fail)/i;

/** The hard blocker that a reason names; null where it names none. The first sentence that does counts. */
export function hardBlocker(reason: string): HardBlocker | null {
  for (const sentence of reason.split(/(?<=[.!?])\s+|\n+/)) {
    if (never.test(sentence)) continue;
    const found = kinds.find(({ needs }) => needs.every((word) => word.test(sentence)));
    if (found !== undefined) return found.kind;
  }
  return null;
}
