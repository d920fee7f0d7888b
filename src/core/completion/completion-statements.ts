import { plainSentences } from "./plain-sentences.ts";
import type { Sentence } from "./plain-sentences.ts";
import { afterthoughts, conditions, negations, openings, statements, takesBack } from "./statements.ts";

/**
 * The distinct statements in an agent's final text that all work is done, in lower case, in the order of the
 * text. Evidence with a number, never a verdict. Negated, conditional, future, asked, quoted and coded ones are none; the
 * same words twice are one.
 */
export function completionStatements(text: string): readonly string[] {
  return [...new Set(plainSentences(text).flatMap(statementsOf))];
}

function statementsOf(sentence: Sentence): readonly string[] {
  if (sentence.end === "?" || openings.test(sentence.text)) return [];
  const clauses = sentence.text.split(/\s*[,;:()–—]\s*|\s+-+\s+|\s+(?:and|so|because|since)\s+/iu);
  return clauses.flatMap((clause, n) => {
    const said = statementIn(clause.trim().toLowerCase());
    if (said === undefined) return [];
    return clauses.slice(n + 1).some((later) => takesBack.test(later)) ? [] : [said];
  });
}

function statementIn(clause: string): string | undefined {
  for (const { pattern } of statements) {
    const match = pattern.exec(clause);
    if (match === null) continue;
    const before = clause.slice(0, match.index);
    const behind = clause.slice(match.index + match[0].length);
    if (negations.test(before) || negations.test(behind)) return undefined;
    if (conditions.test(before) || afterthoughts.test(behind)) return undefined;
    return match[0].replaceAll(/\s+/gu, " ").trim();
  }
  return undefined;
}
