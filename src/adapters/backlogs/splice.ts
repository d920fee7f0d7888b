/** A piece of text to stand in place of what is between two offsets. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies splices that don't overlap, in any order; those at one place go in as listed. The rest stays as it is. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const splice of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(from, splice.start), splice.text);
    from = splice.end;
  }
  return parts.join("") + text.slice(from);
}

/** Whole lines to be put in at an offset. */
export interface Insertion {
  readonly at: number;
  readonly lines: string;
}

const endsLine = /[\r\n]$/;

/** The splices that put whole lines in, in the given order, each on lines of its own, with the text's own line ends. */
export function inserted(text: string, insertions: readonly Insertion[]): readonly Splice[] {
  const eol = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  return [...Map.groupBy(insertions, ({ at }) => at)].map(([at, group]) => {
    const lead =
      at > 0 && !endsLine.test(text.slice(at - 1, at)) && !(at === 1 && text.startsWith("\uFEFF")) ? eol : "";
    const blocks = group.map(({ lines }) => (endsLine.test(lines) ? lines : lines + eol));
    return { start: at, end: at, text: lead + blocks.join("") };
  });
}
