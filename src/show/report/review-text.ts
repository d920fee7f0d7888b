import type { LandingRisk } from "../../core/handover/landing-risk.ts";
import { hung } from "../text/hung.ts";
import { count, oneLine } from "../text/words.ts";
import { discrepancyText } from "../text/discrepancy-text.ts";
import { verdictText } from "../text/verdict-text.ts";
import type { IterationDetail } from "../../core/iteration-detail.ts";
import { receiptText } from "./receipt-text.ts";

/** A landing that waits for a person's look. */
export interface ShownLanding {
  readonly commit: string;
  readonly detail: IterationDetail;
  readonly risk: LandingRisk;
}

/** All landings that wait, a line each, the riskiest first. */
export function landingsText(landings: readonly ShownLanding[]): string {
  if (landings.length === 0) return "Nothing that has landed is waiting for your review.\n";
  const lines = landings.flatMap((landing) => [
    ...hung(headOf(landing), "  ", "    "),
    ...landing.risk.reasons.flatMap((reason) => hung(reason, "      ", "        ")),
  ]);
  return `${count(landings.length, "landing")} to look at, the riskiest first:\n${lines.join("\n")}\n`;
}

const headOf = ({ commit, detail: { claim }, risk }: ShownLanding): string =>
  `${commit.slice(0, 10)}  risk ${risk.score}  ${claim.task.id}  ${oneLine(claim.task.title)}`;

/** One landing as it is judged: why it deserves a look, what was claimed, receipts, verdicts, and its diff in figures. */
export function landingText(landing: ShownLanding, stat: string): string {
  const { detail, risk } = landing;
  const receipts = detail.gates.flatMap(({ receipts: all }) => all).map(receiptText);
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ["Look, for it", risk.reasons],
    ["Claimed and measured to differ", detail.view.discrepancies.map(discrepancyText)],
    ["Receipts", receipts.length === 0 ? ["none: no gate was run for it"] : receipts],
    ["Verdicts", detail.view.verdicts.map((verdict) => oneLine(verdictText(verdict)))],
  ];
  const told = parts.flatMap(([title, lines]) =>
    lines.length === 0 ? [] : [`  ${title}:`, ...lines.flatMap((line) => hung(line, "    ", "      "))],
  );
  return `\n${hung(headOf(landing), "", "  ").join("\n")}\n${told.join("\n")}\n${stat.trimEnd()}\n`;
}

/** A landing for programs. */
export const landingJson = ({ commit, detail, risk }: ShownLanding) => ({
  run: detail.run,
  iteration: detail.view.n,
  task: detail.claim.task.id,
  title: detail.claim.task.title,
  commit,
  risk: risk.score,
  reasons: risk.reasons,
  gate: detail.view.gate,
  files: detail.view.filesChanged,
  receipts: detail.gates.flatMap((gate) => gate.receipts.map((receipt) => ({ ...receipt, tree: gate.tree }))),
});
