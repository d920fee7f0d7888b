import { isBoxLine, type Oddity } from "./box.ts";

/** The front matter of a text: where it ends, how many lines it has (0 of both: there is none), and boxes in it. */
export interface FrontMatter {
  readonly end: number;
  readonly lines: number;
  readonly oddities: readonly Oddity[];
}

/**
 * Reads YAML front matter at `start`: `---`, lines of which the first filled one is `key:`, then `---` or `...`.
 * Without such a key it is a thematic break, and what follows is the document.
 */
export function frontMatterOf(text: string, start: number): FrontMatter {
  const none = { end: start, lines: 0, oddities: [] };
  if (!/^---[ \t]*[\r\n]/.test(text.slice(start, start + 200))) return none;
  const oddities: Oddity[] = [];
  let keyed = false;
  for (const { content, next, line } of linesFrom(text, start)) {
    if (line === 1) continue;
    if (keyed && /^(?:---|\.\.\.)[ \t]*$/.test(content)) return { end: next, lines: line, oddities };
    if (!keyed && /^\s*[^\s#]/.test(content)) {
      if (!/^[\w-]+[ \t]*:(?:\s|$)/.test(content)) return none;
      keyed = true;
    }
    if (isBoxLine(content)) oddities.push({ code: "box-in-front-matter", line, text: content });
  }
  return none;
}

function* linesFrom(text: string, start: number): Generator<{ content: string; next: number; line: number }> {
  const ends = /\r\n|\r|\n|$/g;
  for (let at = start, line = 1; at < text.length; line++) {
    ends.lastIndex = at;
    const found = ends.exec(text);
    const next = (found?.index ?? text.length) + (found?.[0].length ?? 0);
    yield { content: text.slice(at, found?.index), next, line };
    at = next;
  }
}
