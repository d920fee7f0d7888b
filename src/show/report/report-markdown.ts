import type { IterationView } from "../../core/iteration-view.ts";
import type { RunView } from "../../core/summary.ts";
import { costText } from "../text/cost-text.ts";
import { discrepancyText } from "../text/discrepancy-text.ts";
import { reasonText } from "../../core/texts/reason-text.ts";
import { judgeFigures, judgesText, modelText, scoresText, type ShownGrades, verdictsByModel } from "./judging.ts";
import { warningsOf } from "./warnings-of.ts";
import { figuresOf } from "../../core/run-figures.ts";
import { gradesOfRun } from "./run-json.ts";
import { spendingText } from "./spending-text.ts";
import { spanText } from "../text/time-text.ts";
import { verdictText } from "../text/verdict-text.ts";
import { moment, oneLine } from "../text/words.ts";

/** The report of a run as Markdown: for a pull request, an issue, a chat. Text of unknown origin can't become markup. */
export function reportMarkdown(view: RunView, next: string): string {
  const { counts, cost } = figuresOf(view);
  const grades = gradesOfRun(view);
  const judges = judgeFigures(grades);
  const tokens = cost.tokensIn + cost.tokensOut + cost.tokensCached;
  const parts = [
    `# Run ${plain(view.run)}: ${view.end?.reason ?? "not ended yet"}`,
    view.end?.message ? plain(view.end.message) : "",
    table(
      ["attempted", "landed", "verified", "blocked", "for a person", "open"],
      [[counts.attempted, counts.landed, counts.verified, counts.blocked, counts.escalated, counts.open].map(String)],
    ),
    `Started ${moment(view.startedAt)}, ${spanText((view.endedAt ?? view.state.now) - view.startedAt)}; ${costText(view.state.spent)}, ${tokens === 0 ? "tokens unknown" : `${tokens} tokens`}; breaker ${view.state.breaker.state}.`,
    ...iterations(view.iterations, grades),
    ...list(
      "Set aside",
      view.parked.map(
        ({ task, state, question, reason, kept }) =>
          `**${plain(task)}** (${state}): ${plain(question ?? reasonText(reason))}${kept === null ? "" : `; its work: \`${kept.branch ?? kept.ref}\``}`,
      ),
    ),
    ...list(
      "Waits to be merged",
      view.state.merges.map(({ task, pr, message }) => `**${plain(task)}**: pull request ${pr} (${plain(message)})`),
    ),
    ...list(
      "Verdicts",
      view.iterations.flatMap(({ task, verdicts }) =>
        verdicts.map((verdict) => `**${plain(task)}**, round ${verdict.round}, ${plain(verdictText(verdict))}`),
      ),
    ),
    ...list("Verdicts by model", verdictsByModel(view.iterations).map(modelText).map(plain)),
    ...list("Judges", judges === null ? [] : [judgesText(judges)]),
    ...list("Claims that differ from what was measured", view.iterations.flatMap(differences)),
    ...list(
      "Look at",
      warningsOf(view, grades).map(
        ({ severity, message }) => `**${severity === "critical" ? "CRITICAL" : "Warning"}**: ${plain(message)}`,
      ),
    ),
    ...list("Agents that stood in", view.iterations.flatMap(substitutions)),
    ...list("Spent by", view.spending.map(spendingText).map(plain)),
    `**Next:** ${next}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function iterations(all: readonly IterationView[], grades: readonly (ShownGrades | null)[]): readonly string[] {
  if (all.length === 0) return [];
  const calls = (view: IterationView): string =>
    Object.entries(view.calls)
      .map(([role, n]) => `${role} ${n}`)
      .join(", ");
  return [
    table(
      ["#", "task", "title", "outcome", "gate", "rounds", "calls", "files", "commit", "grades"],
      all.map((view, at) => [
        String(view.n),
        plain(view.task),
        plain(view.title),
        view.outcome ?? "under way",
        view.gate,
        String(view.rounds),
        calls(view),
        String(view.filesChanged),
        view.commit?.slice(0, 10) ?? "",
        shownScores(grades[at] ?? null),
      ]),
    ),
  ];
}

const shownScores = (grades: ShownGrades | null): string => (grades === null ? "" : scoresText(grades));

const substitutions = ({ n, substitutions: all }: IterationView): readonly string[] =>
  all.map(({ role, from, to, why }) => `#${n} ${plain(`${to} for ${from} as ${role} (${why})`)}`);

const differences = ({ n, discrepancies }: IterationView): readonly string[] =>
  discrepancies.map((discrepancy) => `#${n} ${plain(discrepancyText(discrepancy))}`);

const list = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [`## ${title}`, items.map((item) => `- ${item}`).join("\n")];

function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}

/* Markup characters as text: what agents and tasks say is shown, never obeyed. */
const plain = (text: string): string => oneLine(text).replaceAll(/[\\`*_[\]<>|#~&]/g, String.raw`\$&`);
