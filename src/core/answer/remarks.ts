import { withoutCode } from "./without-code.ts";

/** What an answer says on lines of its own beside the block. Absent: it says nothing of the kind. */
export interface Remarks {
  /** True where it carries the mark of a finished increment: a claim, and no proof. */
  readonly marked?: boolean;
  /** Criteria that it names as satisfied, by their words. */
  readonly satisfied?: string[];
  /** What was learnt, as one line, bounded. */
  readonly learnings?: string;
}

const mark = /^[ \t]*(?:<promise>[ \t]*)?[*_]*RALPH_COMPLETE[*_]*(?:[ \t]*<\/promise>)?[ \t]*\r?$/m;
const satisfied = /^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?SATISFIED(?:\*\*)?[ \t]*:(?:\*\*)?[ \t]*(\S.*)$/gm;
/** The word at the start of a line, and all to the end of the paragraph. */
const learnings =
  /^[ \t]*(?:[-*+#]+[ \t]+)?(?:\*\*)?learnings?(?:\*\*)?[ \t]*:(?:\*\*)?[ \t]*((?:\S.*|\r?\n[ \t]*\S.*)+)/im;

const mostCriteria = 50;
const learningsLength = 500;

/** Reads the remarks of an answer. Code and quotations say nothing. */
export function remarksIn(text: string): Remarks {
  const said = withoutCode(text).replaceAll(/^[ \t]*>.*$/gm, "");
  const named = [...said.matchAll(satisfied)].map(([, words = ""]) => words.replace(/^\[[ xX]\][ \t]*/, "").trim());
  const learnt = learnings.exec(said)?.[1]?.replaceAll(/\s+/g, " ").trim().slice(0, learningsLength);
  return {
    ...(mark.test(said) ? { marked: true } : {}),
    ...(named.length > 0 ? { satisfied: named.slice(0, mostCriteria) } : {}),
    ...(learnt === undefined ? {} : { learnings: learnt }),
  };
}
