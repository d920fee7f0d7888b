import { totalTokens } from "../../core/outcome.ts";
import type { FactOf } from "../../core/fact.ts";
import type { StatusBlock } from "../../core/status/status-block.ts";
import { countText } from "../live/budget-text.ts";
import { costText } from "../text/cost-text.ts";
import type { IterationDetail } from "../../core/iteration-detail.ts";
import { receiptText } from "./receipt-text.ts";
import { iterationJson } from "./run-json.ts";
import { reasonText } from "../../core/texts/reason-text.ts";
import { spanText } from "../text/time-text.ts";
import { verdictText } from "../text/verdict-text.ts";
import { count, moment, oneLine, rowsOf } from "../text/words.ts";

/** Whether a log can still be read: old ones are removed, the ledger keeps what matters. */
export type LogState = (path: string) => "there" | "expired";

/** An iteration for people: what was claimed beside what was measured, and everything that it can be proven by. */
export function iterationText(detail: IterationDetail, logState: LogState): string {
  const { run, view, claim, landed, parked } = detail;
  const head = `${run}#${view.n}  ${claim.task.id}  ${oneLine(claim.task.title)}`;
  const rows = rowsOf([
    [
      "outcome",
      `${view.outcome ?? "under way"}${view.error === null ? "" : ` (${view.error.class}: ${oneLine(view.error.message)})`}`,
    ],
    ["began", `${moment(view.startedAt)}, took ${spanText(view.durationMs)}, attempt ${claim.attempt}`],
    ["branch", claim.branch],
    ["landed as", landed === null ? null : `${landed.commit} (${landed.form})`],
    ["agent's own commits", landed?.agentCommits.join(", ") ?? detail.measured?.commits.join(", ") ?? null],
    ["set aside", parked === null ? null : `${parked.state}: ${oneLine(reasonText(parked.reason))}`],
    ["question", view.question === null ? null : oneLine(view.question)],
  ]);
  const parts = [
    [head, ...rows],
    section("Claimed and measured", claimLines(detail)),
    section("Status block", blockLines(detail)),
    section("Said beside it", remarkLines(detail)),
    section(
      "Agent calls",
      detail.calls.flatMap((call) => callLines(call, logState)),
    ),
    section(
      "Gate",
      detail.gates.flatMap((gate) => gateLines(gate, logState)),
    ),
    section("Criteria with a command", detail.acceptance.flatMap(acceptanceLines)),
    section("Verdicts", view.verdicts.flatMap(verdictLines)),
    section("Changed files", changeLines(detail)),
    section("Exit refused", view.refusedExit),
    section(
      "Landing refused",
      detail.refusedLandings.map(({ why, message }) => `${why}: ${oneLine(message)}`),
    ),
    section(
      "Work kept",
      detail.kept.map(({ ref, commit, why }) => `${ref} (${commit.slice(0, 10)}): ${oneLine(why)}`),
    ),
    section("Corrections for the next prompt", detail.corrections.map(oneLine)),
  ];
  return `${parts
    .filter((part) => part.length > 0)
    .map((part) => part.join("\n"))
    .join("\n\n")}\n`;
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];

/* A row each: what the agent said, what was measured, and a mark where they differ. */
function claimLines({ view, measured }: IterationDetail): readonly string[] {
  const { claims } = view;
  if (claims === null)
    return measured === null
      ? []
      : [
          `nothing claimed; ${count(view.filesChanged, "file")} changed, ${count(view.tasksClosed, "task")} closed, gate ${view.gate}`,
        ];
  const differing = new Set(view.discrepancies.map(({ field }) => field));
  const rows: readonly (readonly [string, string, string, string])[] = [
    ["FILES_MODIFIED", "filesModified", String(claims.filesModified), String(view.filesChanged)],
    ["TASKS_COMPLETED", "tasksCompleted", String(claims.tasksCompleted), String(view.tasksClosed)],
    ["TESTS_STATUS", "testsStatus", claims.testsStatus, `gate ${view.gate}`],
    [
      "EXIT_SIGNAL",
      "exitSignal",
      String(claims.exitSignal),
      view.openTasks === null ? "unknown" : `${view.openTasks} open`,
    ],
  ];
  return rows.map(
    ([name, field, claimed, real]) =>
      `${name.padEnd(16)} said ${claimed.padEnd(9)} measured ${real}${differing.has(field) ? "  <- differs" : ""}`,
  );
}

/** What the answer says beside the block: noted, and no proof of anything. */
const remarksOf = (answer: IterationDetail["answer"]) => ({
  marked: answer?.marked ?? false,
  satisfied: answer?.satisfied ?? [],
  learnings: answer?.learnings ?? null,
});

function remarkLines({ answer }: IterationDetail): readonly string[] {
  const { marked, satisfied, learnings } = remarksOf(answer);
  return [
    ...(marked ? ["RALPH_COMPLETE, the mark of a finished increment"] : []),
    ...satisfied.map((text) => `satisfied: ${oneLine(text)}`),
    ...(learnings === null ? [] : [`learnt: ${oneLine(learnings)}`]),
  ];
}

function blockLines({ view, answer, graded }: IterationDetail): readonly string[] {
  const used = graded ?? answer?.reading;
  if (used === undefined) return [];
  const { block } = view;
  return [
    ...(block === null ? ["no block was usable"] : [`by the ${block.by}: ${inWords(block)}`]),
    ...used.faults.map(({ severity, code, message }) => `${severity} ${code}: ${oneLine(message)}`),
    ...used.repairs.map(({ code, message }) => `forgiven ${code}: ${oneLine(message)}`),
  ];
}

const inWords = ({ status, workType, testsStatus, exitSignal, recommendation }: StatusBlock): string =>
  `${status}, ${workType ?? "no work type"}, tests ${testsStatus}, exit signal ${exitSignal}; "${oneLine(recommendation)}"`;

function callLines(call: FactOf<"agent-finished">, logState: LogState): readonly string[] {
  const { usage } = call;
  const tokens = usage === null ? "tokens unknown" : `${countText(totalTokens(usage))} tokens`;
  const what = `${call.role}, round ${call.round}: ${call.agent}${call.model === null ? "" : ` ${oneLine(call.model)}`}, ${call.outcome}, ${spanText(call.durationMs)}, ${tokens}, ${costText(call)}, ${count(call.toolCalls, "tool call")}`;
  return [
    what,
    ...(call.message === null ? [] : [`  ${oneLine(call.message)}`]),
    ...call.denials.map(({ tool, reason }) => `  denied ${oneLine(tool)}: ${oneLine(reason)}`),
    ...logLine(call.log, logState),
  ];
}

function gateLines(gate: FactOf<"gate-judged">, logState: LogState): readonly string[] {
  const head = `${gate.verdict}${gate.served ? " (this tree had been judged before)" : ""}${gate.problem === null ? "" : `, ${gate.problem}`} on tree ${gate.tree.slice(0, 10)}`;
  return [
    head,
    ...gate.receipts.flatMap((receipt) => [`  ${receiptText(receipt)}`, ...logLine(receipt.log, logState)]),
  ];
}

const acceptanceLines = ({ met, unmet, receipts }: FactOf<"acceptance-judged">): readonly string[] => [
  ...met.map((criterion) => `met      ${oneLine(criterion)}`),
  ...unmet.map((criterion) => `not met  ${oneLine(criterion)}`),
  ...receipts.map((receipt) => `  ${receiptText(receipt)}`),
];

const verdictLines = (verdict: FactOf<"verdict-read">): readonly string[] => [
  `round ${verdict.round}, ${oneLine(verdictText(verdict))}`,
  ...verdict.issues.map(
    ({ file, line, category, severity, description }) =>
      `  ${severity} ${category}${file === null ? "" : ` ${oneLine(file)}${line === null ? "" : `:${line}`}`}: ${oneLine(description)}`,
  ),
];

const logLine = (log: FactOf<"agent-finished">["log"], logState: LogState): readonly string[] =>
  log === null ? [] : [`  log: ${logState(log.path) === "there" ? log.path : `expired (was ${log.path})`}`];

const mostFiles = 40;

function changeLines({ measured }: IterationDetail): readonly string[] {
  if (measured === null) return [];
  const shown = measured.changes.slice(0, mostFiles).map(({ kind, path }) => `${kind.padEnd(12)} ${oneLine(path)}`);
  const rest = measured.changes.length - shown.length;
  return [
    ...shown,
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(measured.mended?.paths ?? []).map((path) => `mended       ${oneLine(path)} (by RALPH_GATE_FIX)`),
    ...measured.surface.map(
      ({ path, what, left }) =>
        `${left === true ? "left as is  " : "put back    "} ${oneLine(path)} (${oneLine(what)})`,
    ),
  ];
}

/** The same for programs: the iteration of U-41 with everything around it. */
export function detailJson(detail: IterationDetail, logState: LogState) {
  const {
    run,
    view,
    claim,
    calls,
    gates,
    acceptance,
    measured,
    landed,
    parked,
    kept,
    refusedLandings,
    corrections,
    graded,
    answer,
  } = detail;
  const withState = <T extends { readonly log: FactOf<"agent-finished">["log"] }>(of: T) => ({
    ...of,
    log: of.log === null ? null : { ...of.log, state: logState(of.log.path) },
  });
  return {
    run,
    ...iterationJson(view),
    attempt: claim.attempt,
    startedAt: new Date(view.startedAt).toISOString(),
    grading: graded ?? answer?.reading ?? null,
    remarks: remarksOf(answer),
    agentCalls: calls.map(withState),
    gates: gates.map((gate) => ({
      ...gate,
      receipts: gate.receipts.map((receipt) => ({ ...withState(receipt), tree: gate.tree })),
    })),
    acceptance,
    changes: measured?.changes ?? [],
    agentCommits: landed?.agentCommits ?? measured?.commits ?? [],
    landed,
    parked,
    kept,
    refusedLandings,
    corrections,
  };
}
