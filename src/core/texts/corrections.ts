import { isApproval, type Issue } from "../answer/verdict.ts";
import type { FactOf } from "../fact.ts";
import type { Policy } from "../policy.ts";
import type { Denial } from "../outcome.ts";
import type { Iteration } from "../state.ts";
import { hasEnding } from "../stopping/iteration-meaning.ts";
import { trackerCorrections } from "../tracker/tracker-claims.ts";
import { cutText } from "./clusters.ts";
import { isKeptByProgram } from "./denied-call.ts";

// What was wrong with the last answer, one line each; the prompt puts `CORRECTION: ` before it.

const vetoWords: Record<string, string> = {
  open_tasks: "open tasks are left in the backlog",
  gate_red: "the full gate is red",
  gate_not_run: "the full gate has not been run on this tree",
  deferred: "DEFERRED tests are no finished work",
  call_failed: "the call itself ended with an error",
  gate_timed_out: "a command of the gate ran out of time",
  not_landed: "the work of this iteration has not landed",
  marks: "unfinished marks (TODO, FIXME, not implemented) were added",
  not_reviewed: "those who are to judge this work have not approved it",
  specs_uncovered: "closed tasks do not cover the specifications below .ralph/specs/",
  few_indicators: "fewer than two signs of completion were measured or said",
};

/** The words for a veto against an exit. */
export const vetoText = (veto: string): string => vetoWords[veto] ?? veto;

/** What the next prompt says was wrong, by the fact that showed it. */
export const correctionsOf = {
  /** After a measurement: what was put back, and what may not be done. */
  measured(fact: FactOf<"work-measured">): readonly string[] {
    return [
      ...fact.surface
        .filter((change) => change.left !== true)
        .map(
          (change) =>
            `${change.path} steers the loop and was put back (${change.what}); leave it alone — the task most likely means the project's own source.`,
        ),
      ...(fact.gateFilesRefused === true
        ? [
            `files that the gate reads were changed without being asked for and were put back: ${fact.gateFiles.join(", ")}. Make the project's source pass them as they are.`,
          ]
        : []),
      ...(fact.gateFilesRefused !== true && (fact.weakenedTests ?? []).length > 0
        ? [
            `tests were weakened: ${(fact.weakenedTests ?? []).map(({ path, line, what }) => `${path}${line === null ? "" : `:${line}`} (${what})`).join(", ")}. Undo it unless the task asks for it; make the source right instead.`,
          ]
        : []),
      ...(fact.restoredItems.length > 0
        ? [
            `open items were deleted from or reworded in the plan and were put back: ${fact.restoredItems.join(", ")}. Tick your own item, nothing else.`,
          ]
        : []),
      ...(fact.strayTicks.length > 0
        ? [
            `items outside your task were ticked and have been unticked: ${fact.strayTicks.join(", ")}. One task an iteration.`,
          ]
        : []),
      ...(fact.tick === "undone" ? [untickedText(fact)] : []),
      ...(fact.tick === "none" && fact.evidence?.ok === false && fact.workChanges.length === 0
        ? [
            `the evidence does not exist (${oneLine(fact.evidence.text)}), and nothing was changed. Do the work, or name a commit or path:line that is there.`,
          ]
        : []),
      ...((fact.conflicts ?? []).length > 0
        ? [
            `files are in conflict since a merge or the like: ${(fact.conflicts ?? []).join(", ")}. Settle what stands between <<<<<<< and >>>>>>> and \`git add\` them.`,
          ]
        : []),
      ...((fact.pushedPast ?? []).length > 0
        ? [
            `commits were pushed to the default branch past any review: ${(fact.pushedPast ?? []).join(", ")}. They count for nothing. Revert them on your branch (git revert), and do the work again there: it lands by a pull request.`,
          ]
        : []),
      ...(fact.strayCommits.length > 0
        ? [
            `commits reached the default branch directly: ${fact.strayCommits.join(", ")}. Commit on the task's branch only.`,
          ]
        : []),
    ];
  },

  /** After a verdict against the work: whose it is and what it finds. A first doubt is asked about again before it counts. */
  verdict(fact: FactOf<"verdict-read">): readonly string[] {
    if (isApproval(fact.verdict) || (fact.verdict === "UNCERTAIN" && fact.ask === 1)) return [];
    const who = `the ${fact.role} says ${fact.cause === "timed_out" ? "nothing in time, which counts as " : ""}${fact.verdict}`;
    return fact.issues.slice(0, issuesTold).map((issue) => `${who}: ${issueText(issue)}`);
  },

  /** After a gate: what failed. The output itself stands in the prompt as data. */
  gate(fact: FactOf<"gate-judged">): readonly string[] {
    if (fact.verdict !== "red") return [];
    return [
      `the ${fact.commands === undefined ? "full gate" : "task's own gate"} is red: ${fact.failing ?? "a gate command failed"}. Mend the cause (not the test), then report again.`,
    ];
  },

  /** After a landing that git or a hook has refused, where the next call mends it. The hook's own words stand in the prompt as data. */
  refused({ why, message }: FactOf<"landing-refused">): readonly string[] {
    return [
      `the work could not land (${why}): ${oneLine(message)}. ${mendWords[why] ?? "Mend what was refused; the hook runs again."}`,
    ];
  },

  /** After an iteration: a missing block, a refused exit, a question, a denial. */
  record(
    iteration: Iteration,
    fact: FactOf<"iteration-recorded">,
    policy: Pick<Policy, "playbook">,
  ): readonly string[] {
    const last = iteration.calls.at(-1);
    const lines: string[] = [];
    const { answer } = iteration;
    if (last?.outcome === "ok" && answer !== null && !hasEnding(policy, answer) && fact.blockBy !== "agent")
      lines.push(
        "the last answer had no usable status block. End the answer with the block, from ---RALPH_STATUS--- to ---END_RALPH_STATUS---, and nothing after it.",
      );
    if (fact.exit !== null && fact.exit.vetoes.length > 0)
      lines.push(
        `EXIT_SIGNAL: true was refused: ${fact.exit.vetoes.map(vetoText).join("; ")}. Go on with the task given here.`,
      );
    if (answer?.question !== null && answer?.question !== undefined && !fact.progress)
      lines.push(
        "nobody answers questions during a run. Choose the safest default, say which, and do the work; or report BLOCKED with what is needed.",
      );
    // Of all calls: the one that only asked for the block had nothing refused.
    const denial = iteration.calls.flatMap((call) => call.denials)[0];
    if (denial !== undefined) lines.push(denialText(denial));
    const refused = iteration.refusedLandings.at(-1);
    if (refused !== undefined && refused.round === undefined && iteration.landed === null)
      lines.push(`the work could not land (${refused.why}): ${oneLine(refused.message)}`);
    const files = fact.discrepancies.find((entry) => entry.field === "filesModified");
    if (files !== undefined)
      lines.push(
        `FILES_MODIFIED said ${String(files.claimed)}, measured were ${String(files.measured)}. Count what git shows.`,
      );
    return [...lines, ...trackerCorrections(iteration, fact)];
  },
};

const mendWords: Partial<Record<FactOf<"landing-refused">["why"], string>> = {
  checks: "These checks run on the pull request: mend the cause on this branch; it is pushed again for you.",
  conflict: "Merge the default branch into this one, settle what stands against each other, and commit.",
  review: "Reviewers ask for changes: make them on this branch; it is pushed again for you.",
};

const issuesTold = 10;

/** An issue in one line: where, what, and the direction of a mend. */
const issueText = ({ file, line, description, direction }: Issue): string =>
  oneLine(
    [
      file === null ? "" : `${file}${line === null ? "" : `:${line}`} `,
      description,
      direction === null ? "" : ` (${direction})`,
    ].join(""),
  );

const untickedText = (fact: FactOf<"work-measured">): string =>
  fact.evidence?.ok === false
    ? `the tick was taken back: its evidence does not exist (${oneLine(fact.evidence.text)}). Do the work, or name evidence that is there.`
    : "the tick was taken back: no work stands behind it. Do the work first, then tick the item.";

const denialText = (denial: Denial): string =>
  `${denial.tool} was refused (${oneLine(denial.reason)}). ${
    isKeptByProgram(denial)
      ? "There is no other way to it: do the rest of the task, or report BLOCKED with the change that a person has to make."
      : "Do not try the same again; take another way, or report BLOCKED with what you need."
  }`;

const oneLine = (text: string): string => cutText(text.replaceAll(/\s+/g, " ").trim(), 300);
