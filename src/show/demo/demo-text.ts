import type { EndReason } from "../../core/end-reason.ts";
import type { Catch } from "./demo-catches.ts";
import { wrapped } from "../text/display-width.ts";

/** The demos of single playbooks, by their names. */
export const playbookDemos = ["workflow", "increments", "crew"] as const;
export type PlaybookDemo = (typeof playbookDemos)[number];

/** All demos: those, and one for each tracker. */
export type DemoName = PlaybookDemo | "linear" | "github";

/** How an issue stands in the tracker of a demo. */
export interface ShownIssue {
  readonly id: string;
  readonly title: string;
  readonly state: string;
}

interface Opening {
  /** Whole lines of at most 80 columns. */
  readonly words: string;
  readonly gate: string;
  readonly watchFor: string;
}

const reviewed = {
  gate: "node --test here; tests and docs on each pull request",
  watchFor: "an answer that is not true, and a check that turns red on the\n              pull request",
};

const openings: Readonly<Record<DemoName, Opening>> = {
  workflow: {
    words: `A small JavaScript library with five open tasks and three failing tests. A run
works through them, as it would in your repository: pick, work, measure, check,
land. The agent is a script; its edits, commits and tests are real.`,
    gate: "node --test, at the end of each section of the plan",
    watchFor: "one answer that is not true, and one change that breaks a test",
  },
  increments: {
    words: `A small JavaScript library, and an execution plan of three increments for it. A
run makes the plan's workspace on a branch of its own, works the increments in
their order, each through its own test gate to one commit, and puts the plan
away. The agent is a script; its edits and tests are real.`,
    gate: "what each increment of the plan names",
    watchFor: "one increment that its agent holds for finished, and a red gate",
  },
  crew: {
    words: `A small JavaScript library with three tasks in an index. A crew works them: one
agent implements, others of other families review, a fixer mends, and a judge
grades what has landed while the next task is under way. Whoever plays is a
script; edits, reviews, tests and commits are real.`,
    gate: "node --test, before the first task and before each commit",
    watchFor:
      "a rejection, an approval that comes too quick, a low grade, and a\n              task that nobody can settle",
  },
  linear: {
    words: `A small JavaScript library, and four issues of a Linear project. A run works
them through review: each gets a branch and a pull request, checks run on it, it
is merged, and only then is the issue Done. Linear and GitHub are played on this
machine, over a real git repository. The agent is a script.`,
    ...reviewed,
  },
  github: {
    words: `A small JavaScript library, and four issues on GitHub. A run works them through
review: each gets a branch and a pull request, checks run on it, it is merged,
and only then is the issue closed. GitHub is played on this machine, over a real
git repository. The agent is a script.`,
    ...reviewed,
  },
};

/** How each demo ends where all goes well. */
export const demoEnds: Readonly<Record<DemoName, EndReason>> = {
  workflow: "plan_complete",
  increments: "plan_complete",
  // One of its tasks waits for a person.
  crew: "needs_human",
  // One issue is for a person to decide, and is left alone.
  linear: "needs_human",
  github: "needs_human",
};

/** What a newcomer reads before the run: where it happens, who works, and what to look for. */
export function demoOpening(name: DemoName, folder: string): string {
  const { words, gate, watchFor } = openings[name];
  return `${words}

  repository  ${folder}
  gate        ${gate}
  watch for   ${watchFor}

`;
}

/** What the demo leaves behind for the reader: the lines of the report that matter, and the way to start for real. */
export interface Told {
  readonly report: string;
  readonly catches: readonly Catch[];
  /** Where the repository is kept, or null where it is gone. */
  readonly kept: string | null;
  /** How the issues of the demo's tracker stand; none where it has no tracker. */
  readonly issues: readonly ShownIssue[];
}

/** What has just been seen: each catch with its own lines of the report, and what comes next. */
export function demoClosing({ report, catches, kept, issues }: Told): string {
  const seen = catches.flatMap((caught, at) => [
    "",
    ...wordsFor(caught)
      .flatMap((line) => wrapped(line, columns - indent.length))
      .map((line, row) => (row === 0 ? `  ${at + 1}. ${line}` : `${indent}${line}`)),
    ...linesOf(report, caught.iteration),
  ]);
  return [
    "What you have just seen",
    ...seen,
    "",
    ...(issues.length === 0
      ? []
      : ["What the tracker says now", ...issues.map((issue) => `  ${issueText(issue, issues)}`), ""]),
    ...(kept === null
      ? []
      : [
          `The repository is in ${kept}`,
          "  git log       what landed, one commit a task",
          "  ralph report  the report again",
          "",
        ]),
    "For real, in a repository of yours",
    "  ralph init    looks around, and writes a plan and settings to begin with",
    "  ralph doctor  says whether everything is in place",
    "  ralph run     works the plan",
    "",
    "",
  ].join("\n");
}

const issueText = ({ id, title, state }: ShownIssue, all: readonly ShownIssue[]): string =>
  `${id.padEnd(Math.max(...all.map((one) => one.id.length)))}  ${state.padEnd(Math.max(...all.map((one) => one.state.length)))}  ${title}`;

const columns = 80;
const indent = "     ";

function wordsFor(caught: Catch): readonly string[] {
  switch (caught.kind) {
    case "tick-taken-back":
      return [
        `The agent ticked ${caught.task} and said that all is well. Nothing but the plan had changed, so the tick was taken back. The next attempt was told, and did the work:`,
        `CORRECTION: ${caught.correction}`,
      ];
    case "nothing-behind":
      return [
        `The agent said that ${caught.task} was done and named ${caught.claimed} changed files. Not one had changed: the issue stayed open, and the next attempt was told.`,
      ];
    case "check-red":
      return [
        `The tests of ${caught.task} were green here. On its pull request a check turned red: ${caught.message}. The fixer got its log, the branch was pushed again, and it was merged once all was green.`,
      ];
    case "rejected":
      return [
        `The tests of ${caught.task} were green, and a reviewer of another family rejected it all the same. The fixer mended what it found, and the reviewers looked again:`,
        caught.finding,
      ];
    case "too-quick":
      return [
        `${caught.task} was approved quicker than anybody reads a change. That approval does not count by itself: a reviewer of another family was asked as well. It is asked once: where it is as quick, the report says so of both.`,
      ];
    case "low-grade":
      return [
        `${caught.task} has landed, and the judge, who sees it afterwards, grades it low. Nothing is taken back for that; the report says where to look.`,
      ];
    case "escalated":
      return [
        `Three rounds did not settle ${caught.task}. Its work is kept on ${caught.branch ?? "a branch"}, the tree was put back, its file has the question, and the run went on. \`ralph inbox\` lists it.`,
      ];
    case "gate-red":
      return [
        `The agent said that ${caught.task} was done with all tests passing. The gate was red: ${caught.failing}. Nothing landed until a fixer had mended it.`,
      ];
  }
}

/** The lines of one iteration in the report: its own, and those set in below it. */
function linesOf(report: string, iteration: number): readonly string[] {
  const lines = report.split("\n");
  const start = lines.findIndex((line) => line.trimStart().startsWith(`#${iteration} `));
  if (start === -1) return [];
  const own = indentOf(lines[start]);
  const end = lines.findIndex((line, at) => at > start && (line.trim() === "" || indentOf(line) <= own));
  return lines.slice(start, end === -1 ? undefined : end).map((line) => `     | ${line.slice(own)}`);
}

const indentOf = (line = ""): number => line.length - line.trimStart().length;
