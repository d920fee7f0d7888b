const lastPart = 256 * 1024;
const startsTried = 50;

/**
 * The JSON objects that an answer may hold, the likeliest first: the whole text, fenced blocks from the last to the first, then
 * objects that begin a line, from the last to the first. Only the last 256 Ki characters are looked at.
 */
export function jsonIn(answer: string): readonly object[] {
  const text = answer.slice(-lastPart).trim();
  const { blocks, rest } = splitFences(text);
  const sources = [text, ...blocks.toReversed(), ...bareObjects(rest).toReversed()];
  return sources.flatMap(objectOf);
}

/** A text's fenced blocks, by their contents, and what stands outside of them. */
export interface Fenced {
  readonly blocks: readonly string[];
  readonly rest: string;
}

/** Tells fenced blocks from the rest. A fence that is never closed goes to the end of the text. */
export function splitFences(text: string): Fenced {
  const blocks: string[] = [];
  const rest: string[] = [];
  let fence: string | null = null;
  let block: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const mark = /^\s*(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence === null && mark !== null) fence = mark[1] ?? "";
    else if (fence !== null && mark?.[1]?.startsWith(fence) === true && mark[2]?.trim() === "") {
      blocks.push(block.join("\n"));
      block = [];
      fence = null;
    } else (fence === null ? rest : block).push(line);
  }
  return { blocks: fence === null ? blocks : [...blocks, block.join("\n")], rest: rest.join("\n") };
}

function objectOf(text: string): readonly object[] {
  if (!text.trimStart().startsWith("{")) return [];
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? [value] : [];
  } catch {
    return [];
  }
}

/** Texts from a brace at a line's beginning to the one that closes it. */
function bareObjects(text: string): readonly string[] {
  const starts = [...text.matchAll(/^[ \t]*\{/gm)].map((match) => match.index + match[0].length - 1);
  return starts.slice(-startsTried).flatMap((start) => {
    const end = closingBrace(text, start);
    return end === null ? [] : [text.slice(start, end + 1)];
  });
}

function closingBrace(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (inString) {
      if (letter === "\\") at++;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === "{") depth++;
    else if (letter === "}" && --depth === 0) return at;
  }
  return null;
}
