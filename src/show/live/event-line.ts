import type { Entry, Fact, FactOf } from "../../core/fact.ts";
import type { Stage, Step } from "../../core/step.ts";
import type { RunView } from "../../core/summary.ts";
import { costText } from "../text/cost-text.ts";
import { discrepancyText } from "../text/discrepancy-text.ts";
import { fit } from "../text/display-width.ts";
import { reasonText } from "../../core/texts/reason-text.ts";
import { stoppingText } from "../text/stopping-text.ts";
import { clockText, momentText } from "../text/time-text.ts";
import { verdictText } from "../text/verdict-text.ts";
import { waitingText } from "../text/waiting-text.ts";
import { count } from "../text/words.ts";

/**
 * One line for people about a fact, or null for facts that say nothing to them. `view` is the run after the fact. The time is
 * the reader's own. Without colours; text from outside is in it as it came, so whoever prints it escapes it.
 */
export function eventLine(entry: Entry, view: RunView): string | null {
  const said = words(entry.fact, view);
  return said === null ? null : timed(entry.at, `${entry.iteration > 0 ? `#${entry.iteration} ` : ""}${said}`);
}

/** The line that tells of a wait as it begins. */
export const waitLine = (waiting: NonNullable<RunView["waiting"]>, now: number): string =>
  timed(now, `waiting: ${waitingText(waiting, now)}`);

/** The line that tells at once what somebody has asked, and what becomes of the stage that the run is in. */
export const wishLine = (wish: FactOf<"wish-heard">["wish"], stage: Stage, { waiting }: RunView, now: number): string =>
  timed(
    now,
    wish === "stop"
      ? `stopping: ${stoppingText(stage, waiting !== null)}; a second Ctrl-C ends at once`
      : wishWords[wish],
  );

const wishWords: Record<FactOf<"wish-heard">["wish"], string> = {
  stop: "asked to stop",
  "stop-after-task": "asked to stop after this task",
  pause: "asked to pause after this iteration",
  resume: "asked to go on",
};

// oxlint-disable-next-line max-lines-per-function -- one table over all facts, read by looking things up
function words(fact: Fact, view: RunView): string | null {
  const task = view.state.current?.claim.task.id ?? "";
  switch (fact.kind) {
    case "run-started":
      return `run ${view.run} started: ${fact.agent.name}, ${fact.policy.playbook}, at most ${count(fact.policy.run.iterations, "iteration")}`;
    case "task-claimed":
      return `${fact.task.id} claimed: ${fact.task.title}${fact.attempt > 1 ? ` (attempt ${fact.attempt})` : ""}`;
    case "step-intended":
      return furtherCall(task, fact.step);
    case "agent-finished":
      return finished(task, fact);
    case "agent-replaced":
      return replaced(task, fact, view.state.now);
    case "work-measured":
      return measured(task, fact);
    case "verdict-read":
      return `${task} ${verdictText(fact)}`;
    case "work-simplified":
      return `${task} simplifier: ${fact.refused === null ? `${count(fact.paths.length, "file")} made simpler` : `put back (${fact.refused})`}`;
    case "simplification-undone":
      return `${task} what the simplifier changed was put back: ${fact.reason}`;
    case "gate-judged":
      return judged(fact);
    case "baseline-taken":
      return baselineTaken(fact);
    case "work-landed":
      return `${task} ${fact.form === "verified" ? "verified" : "landed"} as ${fact.commit.slice(0, 10)}${fact.pull === undefined ? "" : ` by pull request #${fact.pull.pr}`}; ${fact.standing.open} open`;
    case "landing-refused":
      return `${task} could not land (${fact.why}): ${fact.message}`;
    case "merge-pending":
      return `${fact.task} waits in pull request #${fact.pr} (${fact.message})`;
    case "merge-ended":
      return fact.result === "merged"
        ? `${fact.task} merged: pull request #${fact.pr}, as ${(fact.commit ?? "").slice(0, 10)}; ${fact.standing.open} open`
        : `${fact.task} pull request #${fact.pr} is not merged (${fact.result}): ${fact.message}`;
    case "task-parked":
      return `${fact.task} set aside (${fact.state}): ${parkedBecause(fact)}`;
    case "work-kept":
      return `work of ${fact.task} kept at ${fact.ref}`;
    case "iteration-recorded":
      return recorded(view.state.lastTask?.id ?? "", fact);
    case "warned":
      return `${fact.severity}: ${fact.message}`;
    case "wish-heard":
      return wishWords[fact.wish];
    case "run-recovered":
      return `run ${fact.from} was cut off; ${fact.task === null ? "nothing was under way" : `the work on ${fact.task}: ${fact.settled}`}`;
    case "waited":
      return fact.cut ? "the wait was cut short" : "the wait is over";
    case "task-answered":
      return `${fact.task} answered by ${fact.by}: ${fact.text}`;
    case "acceptance-judged":
      return `${task} criteria with a command: ${fact.met.length} met${fact.unmet.length === 0 ? "" : `, not met: ${fact.unmet.join("; ")}`}`;
    case "specs-checked":
      return fact.covered === false
        ? `the specifications are not covered: ${fact.missing.join("; ")}`
        : `the specifications are ${fact.covered === true ? "covered" : "not checked"}`;
    case "work-reviewed":
      return `${fact.task} (${fact.commit.slice(0, 10)}) ${fact.decision} by ${fact.by}`;
    case "breaker-reset":
      return `breaker closed by ${fact.by}`;
    case "run-ended":
      // A start that was refused is told by its message alone.
      if (view.state.run === null) return null;
      return `run ended: ${fact.reason}${said(fact.message)}`;
    case "repository-prepared":
      return preparedLine(fact);
    case "grade-collected":
      return gradeLine(fact);
    case "brief-read":
      return briefLine(fact);
    case "findings-filed":
      return filedLine(fact);
    case "brief-prepared":
      return fact.why === null ? `a brief for ${fact.task} was made ahead` : null;
    case "grade-pending":
    case "reaped":
    case "merges-seen":
    case "backlog-read":
    case "answer-read":
    case "review-closed":
    case "tick-withdrawn":
      return null;
  }
}

/** The first call for a task goes without saying. */
function furtherCall(task: string, step: Step): string | null {
  if (step.do === "judge") return `${step.task.id} a judge grades what has landed, beside the next task`;
  if (step.do === "collect") return "judges that are still at work have a minute";
  if (step.do === "brief") return `${task} the coordinator looks at it first`;
  if (step.do === "prepare") return "the repository is made ready";
  if (step.do === "review") return `${task} is judged: ${step.seats.map((seat) => seat.role).join(", ")}`;
  if (step.do === "simplify") return `${task} the simplifier goes over the files of the epic`;
  if (step.do !== "work") return null;
  if (step.purpose === "ask-block") return `${task} ${step.role} is asked for the missing end of its answer`;
  return step.round > 1 ? `${task} repair ${step.round - 1} begins (${step.role})` : null;
}

const filedLine = ({ task, found, filed, digest }: FactOf<"findings-filed">): string => {
  const where = [...filed, ...(digest === null ? [] : [`${digest} (digest)`])].join(", ");
  return found === 0
    ? `${task} audited: no findings`
    : `${task} audited: ${count(found, "finding")}, filed as ${where || "nothing"}`;
};

/** A brief that parks is told by the parking. */
const briefLine = ({ task, brief }: FactOf<"brief-read">): string | null =>
  brief === null || brief.block !== undefined
    ? null
    : `${task} brief: ${brief.risk_level} risk, ${count(brief.affected_modules.length, "module")}`;

function finished(task: string, fact: FactOf<"agent-finished">): string {
  const end = fact.outcome === "ok" ? "finished" : `ended: ${fact.outcome}${said(fact.message ?? "")}`;
  return `${task} ${fact.role} ${end} in ${seconds(fact.durationMs)}${fact.costUsd === null ? "" : `, ${costText(fact)}`}`;
}

function replaced(task: string, { role, from, to, why, until }: FactOf<"agent-replaced">, now: number): string {
  if (why === null) return `${task} ${role}: ${to} is back and takes over from ${from}`;
  const back = until === null ? "" : `, back at ${momentText(until, now)}`;
  return `${task} ${role}: ${to} takes over from ${from} (${why}${back})`;
}

function measured(task: string, fact: FactOf<"work-measured">): string {
  const backAgain = fact.surface.filter((change) => change.left !== true);
  const notes = [
    fact.tick === "undone" ? "the tick was taken back" : "",
    backAgain.length > 0 ? `put back: ${backAgain.map((change) => change.path).join(", ")}` : "",
    fact.restoredItems.length > 0 ? `plan items put back: ${fact.restoredItems.join(", ")}` : "",
    (fact.mended?.paths ?? []).length > 0 ? `mended by RALPH_GATE_FIX: ${fact.mended?.paths.join(", ")}` : "",
  ].filter((note) => note !== "");
  return [
    `${task} measured: ${count(fact.changes.length, "file")} changed, ${count(fact.commits.length, "commit")}`,
    ...notes,
  ].join("; ");
}

function judged(fact: FactOf<"gate-judged">): string {
  if (fact.verdict === "not_run")
    return `gate not run${fact.problem === null ? "" : `: ${fact.problem.replace("_", " ")}`}`;
  if (fact.served) return `gate ${fact.verdict}: this very tree was judged before`;
  const took = seconds(fact.receipts.reduce((sum, receipt) => sum + receipt.durationMs, 0));
  const notes = [
    fact.failing === null ? "" : `: ${fact.failing}`,
    (fact.flaky ?? []).length === 0 ? "" : `; flaky: ${(fact.flaky ?? []).join(", ")}`,
  ];
  return `gate ${fact.verdict} in ${took}${notes.join("")}`;
}

function baselineTaken({ receipts }: FactOf<"baseline-taken">): string {
  const failed = receipts.filter(({ exitCode }) => exitCode !== 0);
  if (failed.length === 0) return "every command of the gate is green before the first task";
  const tests = failed.reduce((sum, receipt) => sum + (receipt.tests?.failed ?? 0), 0);
  const what = tests === 0 ? count(failed.length, "gate command") : count(tests, "test");
  return `${what} failed before the first task, and will not be held against it`;
}

/** A landing has its own line, and so has a task set aside; what claims and measurements differ in is said in any case. */
function recorded(task: string, fact: FactOf<"iteration-recorded">): string | null {
  const told: readonly string[] = ["landed", "verified", "blocked", "escalated", "waiting_merge"];
  const notes = [
    ...(told.includes(fact.outcome) ? [] : [`iteration ended: ${fact.outcome}`]),
    ...(fact.exit !== null && fact.exit.vetoes.length > 0 ? [`exit refused: ${fact.exit.vetoes.join(", ")}`] : []),
    ...fact.discrepancies.map(discrepancyText),
  ];
  return notes.length === 0 ? null : `${task === "" ? "" : `${task} `}${notes.join("; ")}`;
}

const preparedLine = ({ cleaned, receipts, failing }: FactOf<"repository-prepared">): string =>
  failing === null
    ? `made ready: ${count(cleaned.length, "path")} cleaned, ${count(receipts.length, "command")} run`
    : `could not be made ready: ${failing}`;

function gradeLine({ task, grades, why }: FactOf<"grade-collected">): string {
  if (grades === null) return `${task} was not graded${said(why ?? "")}`;
  return `${task} graded: criteria ${grades.acCoverage}, code ${grades.codeQuality}, tests ${grades.testQuality}`;
}

const said = (message: string): string => (message === "" ? "" : ` (${message})`);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

const longestLine = 400;
const timed = (at: number, text: string): string =>
  fit(`${clockText(at)} ${text.replaceAll(/\s+/g, " ")}`, longestLine);

/* A question that begins with the reason says it once. */
function parkedBecause({ reason, question }: FactOf<"task-parked">): string {
  const why = reasonText(reason);
  if (question === null) return why;
  return question.toLowerCase().startsWith(why.toLowerCase()) ? question : `${why}: ${question}`;
}
