import type { ProfileName, Status } from "./profile.ts";

/** The forms of a recommendation, as data: for each profile and STATUS, what it may start with, and how to say so. */
export interface Form {
  readonly starts: readonly RegExp[];
  readonly wanted: string;
}

const next = /^next: \S/iu;
const allDone = /^all tasks complete, \S/iu;
const blocked = /^blocked: \S/iu;

/** How a recommendation must begin, by profile and status. */
export const recommendationForms: Readonly<Record<ProfileName, Readonly<Record<Status, Form>>>> = {
  "status/1": {
    IN_PROGRESS: { starts: [next], wanted: "Next: <the next task>" },
    COMPLETE: { starts: [allDone], wanted: "All tasks complete, tests passing, <summary>" },
    BLOCKED: { starts: [blocked], wanted: "Blocked: <what is missing>" },
  },
  "workflow/1.2": {
    IN_PROGRESS: {
      starts: [
        next,
        /^(?:continue|proceed|resume|go on)\b/iu,
        /^epic\b.*\b(?:complete|done|finished)\b/iu,
        /\bnext\b/iu,
      ],
      wanted: "Next: <the next task>",
    },
    COMPLETE: {
      starts: [
        allDone,
        next,
        /^(?:continue|proceed)\b/iu,
        /^all (?:\S+ ){0,3}(?:are |is )?(?:complete|completed|done|met|implemented|finished|closed)\b/iu,
        /^(?:verified|already)\b/iu,
        /^no (?:remaining|open|more|further) \S/iu,
        /^nothing (?:is )?left\b/iu,
        /^(?:plan|project|backlog|queue|audit|task|issue|work|session)\b.*\b(?:complete|completed|done|empty|closed|finished|clean|resolved)\b/iu,
      ],
      wanted: "All tasks complete, <summary>; for one task: Verified resolved at <commit or file:line>",
    },
    BLOCKED: {
      starts: [
        blocked,
        /^blocked (?:on|by)\b/iu,
        /^stuck on\b/iu,
        /^waiting (?:on|for)\b/iu,
        /^(?:all|every)\b.*\bblocked\b/iu,
      ],
      wanted: "Blocked: <what is missing>",
    },
  },
};

/** Words that tell of a failure: what IN_PROGRESS with failing tests may name instead of the next task. */
export const namesFailure = /\b(?:fail\w*|error\w*|red|broken|crash\w*|regress\w*|flak\w*|bug\w*|timeout\w*)\b/iu;

/** What stands before the name of a blocker. */
const blockerLead =
  /\b(?:blocked(?: on| by)?|stuck(?: on)?|waiting(?: on| for)?|awaiting|needs?|needed|missing|requires?|lacks?|no access to|depends on|cannot|can't|unable to|without|unavailable)\b:?/iu;

const emptyWords =
  /\b(?:the|a|an|is|are|i|am|we|it|this|that|task|issue|something|anything|somehow|unknown|reason|now|currently|here|on|by|for|to|proceed|continue|further|help|blocked|stuck|progress|cannot|can't|unable|more|todo|tbd|n\/a|none)\b/giu;

/** Whether a recommendation says what it is that blocks. */
export function namesBlocker(recommendation: string): boolean {
  const lead = blockerLead.exec(recommendation);
  if (lead === null) return false;
  const around = `${recommendation.slice(0, lead.index)} ${recommendation.slice(lead.index + lead[0].length)}`;
  return /[\p{L}\p{N}]{2}/u.test(around.replaceAll(emptyWords, " "));
}

/** Whether a recommendation says what has to happen, or when to try again. */
export const namesCondition = (recommendation: string): boolean =>
  /\b(?:re-?runs?|re-?run|retry|re-?try|try again|again|after|once|when|until|unless|unblocks?|as soon as|wait(?:ing)? for|resume|tomorrow|later|in \d+ ?(?:m|min|minutes?|h|hours?|days?))\b/iu.test(
    recommendation,
  );
