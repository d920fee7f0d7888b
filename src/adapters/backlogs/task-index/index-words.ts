import type { StatusWords } from "../status-text.ts";

/** How the index and the files that go with it name the states. */
export const indexWords: StatusWords = {
  todo: "not-started",
  in_progress: "in-progress",
  done: "done",
  blocked: "blocked",
  needs_human: "needs-human-review",
};

/** The words, as a person is told of them. */
export const indexWordList = Object.values(indexWords).join(", ");

/** What a priority counts; 0 is the most urgent. */
export const priorities: Readonly<Record<string, number>> = { critical: 0, high: 1, medium: 2, low: 3 };

/** The document with a row for each task. */
export const rowsName = "docs/prd/index.md";
