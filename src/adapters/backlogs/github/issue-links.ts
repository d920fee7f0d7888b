import { markdownLines } from "../markdown-lines.ts";

/* A line that says what it waits for, whatever it is marked up with: `- **Depends on:** #3, #4 and GH-5`. */
const waits = /^[\s>]*(?:[-*+]\s+)?(?:\[[ xX]\]\s+)?[*_]*(?:depends on|blocked by)[*_]*:?[*_]*\s+(\S.*)$/i;

/** The numbers of the issues that a text says it waits for, in lines of its own and outside of code. */
export function linksIn(
  body: string,
  repository: { readonly owner: string; readonly name: string },
): readonly number[] {
  if (!/depends on|blocked by/i.test(body)) return [];
  const found = markdownLines(body).flatMap(({ place, text }) => {
    const list = place === "text" ? waits.exec(text)?.[1] : undefined;
    return list === undefined ? [] : numbersIn(list, `${repository.owner}/${repository.name}`.toLowerCase());
  });
  return [...new Set(found)];
}

/* The list ends where something else begins: `#3, because of #9` names only #3. */
function numbersIn(list: string, own: string): readonly number[] {
  const numbers = [];
  for (const word of list.replaceAll(/,?\s+(?:and|&)\s+/gi, ", ").split(/[,;]?\s+/)) {
    const number = numberIn(word.replaceAll(/^[*_`([<]+|[*_`)\]>.,;:]+$/g, ""), own);
    if (number === null) return numbers;
    numbers.push(number);
  }
  return numbers;
}

function numberIn(word: string, own: string): number | null {
  const [, place, number] =
    /^(?:https?:\/\/[^/]+\/)?([\w.-]+\/[\w.-]+)?(?:\/issues\/|#|GH-)(\d{1,9})$/i.exec(word) ?? [];
  return number === undefined || (place !== undefined && place.toLowerCase() !== own) ? null : Number(number);
}
