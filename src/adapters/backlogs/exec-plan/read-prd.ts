import {
  type BoxLine,
  boxOf,
  headingOf,
  labelReader,
  type LabelledValue,
  markdownLines,
  type MarkdownLine,
  plainText,
} from "../markdown-lines.ts";
import { numbersIn } from "./exec-words.ts";

/** A criterion of acceptance: its box, what it says, and the increments that satisfy it where the document names them. */
export interface PrdCriterion {
  readonly box: BoxLine;
  readonly text: string;
  readonly increments: readonly string[];
  readonly isDone: boolean;
}

/** A user story: its status and its criteria. */
export interface Story {
  readonly title: string;
  readonly line: number;
  readonly status: LabelledValue | null;
  readonly criteria: readonly PrdCriterion[];
}

/** A whole product document. */
export interface Prd {
  readonly text: string;
  /** The document's own status, above the first section. */
  readonly status: LabelledValue | null;
  readonly stories: readonly Story[];
  /** Criteria outside of any story. */
  readonly loose: readonly PrdCriterion[];
}

const statusAt = labelReader("Status");
const storyTitle = /^(?:US|user story|story)\b/i;
const named = /\s*\(\s*increments?\s+([^()]*)\)\s*$/i;

interface OpenStory {
  readonly level: number;
  readonly story: { title: string; line: number; status: LabelledValue | null; criteria: PrdCriterion[] };
}

/** Reads a product document: stories are the sections below `User stories`, else those called `US-1` or the like. */
export function readPrd(text: string): Prd {
  const reader = new PrdReader();
  for (const line of markdownLines(text)) reader.take(line);
  const { document, stories, loose } = reader;
  return { text, status: document, stories, loose };
}

/* What is open while lines go by: the story, and the section that holds stories, each by the level of its heading. */
class PrdReader {
  readonly stories: OpenStory["story"][] = [];
  readonly loose: PrdCriterion[] = [];
  document: LabelledValue | null = null;
  open: OpenStory | null = null;
  group: number | null = null;
  isHead = true;

  take(line: MarkdownLine): void {
    const heading = headingOf(line);
    if (heading !== null) return this.takeHeading(heading.level, plainText(heading.title), line.line);
    const status = statusAt(line);
    if (status !== null && this.open !== null) this.open.story.status ??= status;
    else if (status !== null && this.isHead) this.document ??= status;
    const criterion = criterionOf(line);
    if (criterion !== null) (this.open?.story.criteria ?? this.loose).push(criterion);
  }

  takeHeading(level: number, title: string, line: number): void {
    if (level > 1) this.isHead = false;
    if (this.open !== null && level <= this.open.level) this.open = null;
    if (this.group !== null && level <= this.group) this.group = null;
    if (/^user stories\b/i.test(title)) this.group = level;
    else if (this.open === null && level > 1 && (storyTitle.test(title) || level === (this.group ?? 9) + 1)) {
      this.open = { level, story: { title, line, status: null, criteria: [] } };
      this.stories.push(this.open.story);
    }
  }
}

function criterionOf(line: MarkdownLine): PrdCriterion | null {
  const box = boxOf(line);
  if (box === null) return null;
  const found = named.exec(box.text);
  return {
    box,
    text: found === null ? box.text : box.text.slice(0, found.index),
    increments: found?.[1] === undefined ? [] : numbersIn(found[1]),
    isDone: /x/i.test(box.mark),
  };
}

/** All criteria of a document, in its order. */
export const criteriaOf = ({ stories, loose }: Prd): readonly PrdCriterion[] =>
  [...stories.flatMap(({ criteria }) => criteria), ...loose].toSorted((a, b) => a.box.at - b.box.at);
