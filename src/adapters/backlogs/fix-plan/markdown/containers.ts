/** The column offset that stands for a block quote in place of an item's content. */
export const quote = -1;

/** The open containers of a line, outermost first: block quotes and list items. */
export class Containers {
  depth = 0;
  /** How many of them are quotes. */
  quotes = 0;
  /** For each: the columns to an item's content, or `quote`. */
  readonly offsets: number[] = [];
  /** For each: the index of the task that it is, -1 for none. */
  readonly tasks: number[] = [];
  /** For each: nothing stands in it yet. */
  readonly hollow: boolean[] = [];

  push(offset: number, task: number, hollow: boolean): void {
    this.offsets[this.depth] = offset;
    this.tasks[this.depth] = task;
    this.hollow[this.depth] = hollow;
    this.depth++;
    if (offset === quote) this.quotes++;
  }

  /** Closes the innermost one and gives the index of its task. */
  pop(): number {
    this.depth--;
    if (this.offsets[this.depth] === quote) this.quotes--;
    return this.tasks[this.depth] ?? -1;
  }

  /** The index of the innermost task, -1 for none. */
  task(): number {
    for (let at = this.depth - 1; at >= 0; at--) {
      const task = this.tasks[at] ?? -1;
      if (task >= 0) return task;
    }
    return -1;
  }
}
