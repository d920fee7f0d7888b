/** One sentence of an answer in plain words, and how it ends. */
export interface Sentence {
  readonly text: string;
  readonly end: "." | "?" | "!";
}

const fence = /^\s{0,3}(?<mark>`{3,}|~{3,})/u;
const blockStart = /[-\u2010-\u2015\u2212]\s*RALPH_STATUS\s*[-\u2010-\u2015\u2212]/iu;
const blockEnd = /END_RALPH_STATUS/iu;
const diffStart = /^(?:diff --git |--- [ab/]|\+\+\+ [ab/]|@@ )/u;
const skippedLine = /^\s*(?:>|\||[-*+]\s+\[.\]|\d+[.)]\s+\[.\]|\+\S|<!--| {4}\S|\t\S)/u;
const longestSentence = 600;

/**
 * The sentences that an answer says in its own voice: without code, quotations, quoted blocks, tables, check boxes,
 * diffs and status blocks. An unclosed fence or block hides all that follows it.
 */
export function plainSentences(text: string): readonly Sentence[] {
  return paragraphs(ownLines(text)).flatMap(sentencesOf);
}

type Place = { readonly in: "text" | "block" | "diff" } | { readonly in: "fence"; readonly mark: string };

// The lines in the agent's own voice; the others become blank, so that no sentence runs over them.
function ownLines(text: string): readonly string[] {
  let place: Place = { in: "text" };
  return text.split(/\r\n|\n|\r/u).map((line) => {
    const before: Place = place;
    place = placeAfter(line, before);
    const isOwn = before.in === "text" && place.in === "text" && !skippedLine.test(line) && !blockEnd.test(line);
    return isOwn ? line : "";
  });
}

function placeAfter(line: string, place: Place): Place {
  const mark = fence.exec(line)?.groups?.["mark"] ?? "";
  switch (place.in) {
    case "fence":
      return mark.startsWith(place.mark) && line.trim() === mark ? { in: "text" } : place;
    case "block":
      return blockEnd.test(line) ? { in: "text" } : place;
    case "diff":
      return line.trim() === "" ? { in: "text" } : place;
    case "text":
      return openedBy(line, mark) ?? place;
  }
}

function openedBy(line: string, mark: string): Place | undefined {
  if (blockStart.test(line)) return blockEnd.test(line) ? undefined : { in: "block" };
  if (mark !== "") return { in: "fence", mark };
  return diffStart.test(line) ? { in: "diff" } : undefined;
}

// Lines that run on belong to one sentence; a bullet, a heading or a blank line starts anew.
function paragraphs(lines: readonly string[]): readonly string[] {
  const found: string[] = [];
  let current = "";
  for (const line of lines) {
    const fresh = /^\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|$)/u.test(line);
    if (fresh && current !== "") found.push(current);
    const bare = line.trim().replace(/^(?:#{1,6}|[-*+•]|\d{1,3}[.)])\s+/u, "");
    current = fresh || current === "" ? bare : `${current} ${bare}`;
    if (/^\s*#/u.test(line)) {
      found.push(current);
      current = "";
    }
  }
  return current === "" ? found : [...found, current];
}

function sentencesOf(paragraph: string): readonly Sentence[] {
  const plain = paragraph
    .replaceAll("’", "'")
    .replaceAll(/(`{1,3})[^`]*\1/gu, " ⌁ ")
    .replaceAll(/"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘[^’']*['’]/gu, " ⌁ ")
    .replaceAll(/(?<![\w⌁])'[^']*'(?!\w)/gu, " ⌁ ")
    .replaceAll(/<[^<>]*>/gu, " ⌁ ")
    .replaceAll(/[*_~]{1,3}(?=\S)|(?<=\S)[*_~]{1,3}/gu, "")
    .replaceAll(/\s+/gu, " ");
  return [...plain.matchAll(/[^.?!]+(?:[.](?=\S)[^.?!]*)*(?<end>[.?!]*)/gu)].flatMap((match) => {
    const end = match.groups?.["end"] ?? "";
    const text = match[0].slice(0, match[0].length - end.length).trim();
    if (text === "" || text.length > longestSentence) return [];
    return [{ text, end: end.includes("?") ? "?" : end.includes("!") ? "!" : "." }];
  });
}
