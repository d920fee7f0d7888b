import type { CommitName, Task } from "../task.ts";
import { bindsNothing } from "./binds-nothing.ts";
import { cutText } from "./clusters.ts";
import { hiddenLetters } from "./hidden-letters.ts";

/** The types a commit may have. */
export const commitTypes = ["feat", "fix", "test", "chore", "refactor", "docs", "ci"] as const;
export type CommitType = (typeof commitTypes)[number];

/** Which iteration a commit belongs to: the trailers that history alone can rebuild the ledger from. */
export interface CommitOrigin {
  readonly run: string;
  readonly iteration: number;
  readonly task: string;
}

const subjectLength = 72;
/** Ids in the harness's own subjects are never cut off. */
const bookkeepingLength = 160;
/** A subject in a source's own form is found again by it, and cut only where no title would be that long. */
const formLength = 300;
const conventional = /^(feat|fix|test|chore|refactor|docs|ci)(\([\w./-]+\))?!?: \S/;

/** True for a subject in conventional form with a type of ours. */
export const isConventional = (subject: string): boolean => conventional.test(subject);

const byWorkType: Readonly<Record<string, CommitType>> = {
  IMPLEMENTATION: "feat",
  TESTING: "test",
  DOCUMENTATION: "docs",
  REFACTORING: "refactor",
  VERIFICATION: "chore",
  AUDIT: "chore",
  DEBUGGING: "fix",
};

/** The type of commit that a kind of work makes; `feat` where nothing was said. */
export const commitTypeOf = (workType: string | null): CommitType => byWorkType[workType ?? "IMPLEMENTATION"] ?? "feat";

/** What a landing commit is made of. `agentSubject` is the agent's own last subject: taken where it is conventional. */
export interface LandingText {
  readonly task: Pick<Task, "id" | "title" | "labels">;
  /** The form that the subject has to have; null: the agent's own words, where they are conventional, else the title. */
  readonly form: CommitName | null;
  readonly workType: string | null;
  readonly agentSubject: string | null;
  /** The texts below the subjects of the agent's own commits, without their trailers, oldest first. */
  readonly agentBodies: readonly string[];
  readonly origin: CommitOrigin;
  readonly agentCommits: readonly string[];
  /** `Name <address>` of those whom the agent's own commits name as co-authors. */
  readonly coAuthors: readonly string[];
  readonly note: string | null;
}

/** The message of the commit that lands a task. */
export function landingMessage(text: LandingText): string {
  const subject = bindsNothing(subjectOf(text), text.task.id);
  const body = bindsNothing(bodyOf(text.agentBodies), text.task.id);
  const note = text.note === null ? "" : oneLine(text.note, 500);
  return messageOf(
    subject,
    [body, note].filter((part) => part !== ""),
    text,
  );
}

function subjectOf({ task, form, workType, agentSubject }: LandingText): string {
  if (form !== null)
    return oneLine(`${namedType(task, workType)}${scopeOf(form)}: ${plainTitle(form.words)}`, formLength);
  const own = agentSubject !== null && isConventional(agentSubject) ? agentSubject : null;
  return oneLine(own ?? `${commitTypeOf(workType)}: ${plainTitle(task.title)}`, subjectLength);
}

const scopeOf = ({ scope }: CommitName): string => (scope === null ? "" : `(${scope})`);

/** The type that a label names; else that of the work, where a form of subjects knows it. */
function namedType({ labels }: Pick<Task, "labels">, workType: string | null): CommitType {
  const named = commitTypes.find((type) => labels.includes(`type:${type}`));
  const type = named ?? commitTypeOf(workType);
  return named === undefined && !["feat", "fix", "refactor"].includes(type) ? "feat" : type;
}

/** The message of a commit of the harness's own bookkeeping; it carries no `Ralph-Task`, so that it is never taken for a landing. */
export const bookkeepingMessage = (what: string, origin: Pick<CommitOrigin, "run" | "iteration">): string =>
  `${oneLine(`chore(ralph): ${what}`, bookkeepingLength)}\n\nRalph-Run: ${origin.run}\nRalph-Iteration: ${origin.iteration}\n`;

function messageOf(subject: string, body: readonly string[], text: LandingText): string {
  const { origin, agentCommits, coAuthors } = text;
  const trailers = [
    `Ralph-Run: ${origin.run}`,
    `Ralph-Iteration: ${origin.iteration}`,
    `Ralph-Task: ${oneLine(origin.task, 200)}`,
    ...(agentCommits.length > 0 ? [`Ralph-Commits: ${agentCommits.join(" ")}`] : []),
    ...[...new Set(coAuthors)].map((author) => `Co-authored-by: ${oneLine(author, 200)}`),
  ];
  return `${[subject, ...body, trailers.join("\n")].join("\n\n")}\n`;
}

const plainTitle = (title: string): string => {
  const plain = title.replaceAll(/[`*_~]/g, "").trim();
  return plain === "" ? "work on the task" : plain;
};

const bodyLength = 4_000;
/** Lines that name a run, a task or a person to programs: only our own trailers do that, below. */
const trailerLike = /^\s*(?:ralph-[\w-]+|co-authored-by|signed-off-by)\s*:/i;

/** What the agent wrote below its subjects, bounded, without a line that could pass for a trailer. */
function bodyOf(bodies: readonly string[]): string {
  const lines = bodies
    .filter((body) => body.trim() !== "")
    .join("\n\n")
    .split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/)
    .filter((line) => !trailerLike.test(visible(line)))
    .map((line) => visible(line).trimEnd());
  return cutText(
    lines
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim(),
    bodyLength,
  );
}

/** What turns the direction of the text or is not seen at all is a blank; half a character is a mark for one. */
const visible = (text: string): string => text.toWellFormed().replaceAll(unseen, " ");
const unseen = new RegExp(`(?:(?!\\t)[\\p{Cc}${hiddenLetters}])+`, "gu");

const oneLine = (text: string, length: number): string => cutText(visible(text).replaceAll(/\s+/g, " ").trim(), length);
