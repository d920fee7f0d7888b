import { reasonText } from "../../core/texts/reason-text.ts";
import type { IterationView } from "../../core/iteration-view.ts";
import type { RunView } from "../../core/summary.ts";
import { countText } from "../live/budget-text.ts";
import { costAmount } from "../text/cost-text.ts";
import { discrepancyText } from "../text/discrepancy-text.ts";
import { spanText } from "../text/time-text.ts";
import { verdictText } from "../text/verdict-text.ts";
import { count, moment } from "../text/words.ts";
import { spendingTable, verdictTable } from "./html-tables.ts";
import { html, type Html, withCode } from "./html.ts";
import { judgeFigures, judgesText, scoresText, type ShownGrades } from "./judging.ts";
import { warningsOf } from "./warnings-of.ts";
import { reportStyle } from "./report-style.ts";
import { figuresOf } from "../../core/run-figures.ts";
import { gradesOfRun } from "./run-json.ts";

/**
 * The report of a run as one HTML page: it loads nothing, runs no script, and is readable in a browser, on a telephone and on
 * paper. Text of unknown origin can't become markup.
 */
export function reportHtml(view: RunView, next: string): string {
  const grades = gradesOfRun(view);
  const judges = judgeFigures(grades);
  const title = `Run ${view.run}: ${view.end?.reason ?? "not ended yet"}`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>${title}</title>
        <style>
          ${{ markup: reportStyle }}
        </style>
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          ${view.end?.message ? html`<p>${view.end.message}</p>` : null}
          <p class="soft">${whenText(view)}</p>
        </header>
        <main>
          <p class="next"><strong>Next:</strong> ${withCode(next)}</p>
          ${figures(view)} ${warnings(view, grades)} ${section("Set aside", view.parked.map(parkedItem))}
          ${section("Waits to be merged", view.state.merges.map(waitingItem))}
          ${iterationTable(view.iterations, grades)} ${details(view.iterations, grades)}
          ${verdictTable(view.iterations)}
          ${
            judges === null
              ? null
              : html`<section>
                  <h2>Judges</h2>
                  <p>${judgesText(judges)}</p>
                </section>`
          }
          ${spendingTable(view)}
        </main>
      </body>
    </html> `;
  return page.markup;
}

const whenText = ({ startedAt, endedAt, state }: RunView): string =>
  `Started ${moment(startedAt)}, took ${spanText((endedAt ?? state.now) - startedAt)}; playbook ${state.policy.playbook}; breaker ${state.breaker.state}`;

function figures(view: RunView): Html {
  const { counts, cost } = figuresOf(view);
  const tokens = cost.tokensIn + cost.tokensOut + cost.tokensCached;
  const rows: readonly (readonly [string, string | number])[] = [
    ["attempted", counts.attempted],
    ["landed", counts.landed],
    ["verified", counts.verified],
    ["blocked", counts.blocked],
    ["for a person", counts.escalated],
    ["open", counts.open],
    ["cost", costAmount(view.state.spent)],
    ["tokens", tokens === 0 ? "unknown" : countText(tokens)],
  ];
  return html`<dl class="figures">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd class="${typeof value === "number" ? "" : "text"}">${value}</dd>
        </div>`,
    )}
  </dl>`;
}

const section = (title: string, items: readonly Html[]): Html | null =>
  items.length === 0
    ? null
    : html`<section>
        <h2>${title}</h2>
        <ul>
          ${items.map((item) => html`<li>${item}</li> `)}
        </ul>
      </section>`;

const warnings = (view: RunView, grades: readonly (ShownGrades | null)[]): Html | null =>
  section(
    "Look at",
    warningsOf(view, grades).map(
      ({ severity, message, code }) =>
        html`<span class="${severity}">${severity === "critical" ? "CRITICAL" : "Warning"}:</span> ${withCode(message)}
          <code class="soft">${code}</code>`,
    ),
  );

const parkedItem = ({ task, state, reason, question, kept }: RunView["parked"][number]): Html =>
  html`<strong>${task}</strong> <span class="${state === "blocked" ? "blocked" : "escalated"}">${state}</span>:
    ${reasonText(reason)}${question === null ? null : html`<br /><em>${question}</em>`}${kept === null ? null : html`<br />its work: <code>${kept.branch ?? kept.ref}</code>`}`;

const waitingItem = ({ task, pr, message }: RunView["state"]["merges"][number]): Html =>
  html`<strong>${task}</strong>: pull request #${pr} <span class="soft">${message}</span>`;

function iterationTable(all: readonly IterationView[], grades: readonly (ShownGrades | null)[]): Html | null {
  if (all.length === 0) return null;
  return html`<section>
    <h2>Iterations</h2>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th class="n">#</th>
            <th>task</th>
            <th>title</th>
            <th>outcome</th>
            <th>gate</th>
            <th class="n">rounds</th>
            <th>calls</th>
            <th class="n">files</th>
            <th>commit</th>
            <th>grades</th>
          </tr>
        </thead>
        <tbody>
          ${all.map((view, at) => row(view, grades[at] ?? null))}
        </tbody>
      </table>
    </div>
  </section>`;
}

const row = (view: IterationView, grades: ShownGrades | null): Html =>
  html`<tr>
    <td class="n"><a href="#i${view.n}">${view.n}</a></td>
    <td class="nowrap">${view.task}</td>
    <td class="title">${view.title}</td>
    <td class="${view.outcome ?? ""} nowrap">${view.outcome ?? "under way"}</td>
    <td class="${view.gate} nowrap">${view.gate}</td>
    <td class="n">${view.rounds}</td>
    <td>${callsText(view)}</td>
    <td class="n">${view.filesChanged}</td>
    <td><code>${view.commit?.slice(0, 10) ?? ""}</code></td>
    <td class="nowrap">${grades === null ? "" : scoresText(grades)}</td>
  </tr> `;

const callsText = ({ calls }: IterationView): string =>
  Object.entries(calls)
    .map(([role, n]) => (n === 1 ? role : `${role} ×${n}`))
    .join(", ");

/** What there is to say of an iteration beside its row; those with nothing have no part of their own. */
function details(all: readonly IterationView[], grades: readonly (ShownGrades | null)[]): Html | null {
  if (all.length === 0) return null;
  return html`<section>
    <h2>One by one</h2>
    ${all.map((view, at) => detail(view, grades[at] ?? null))}
  </section>`;
}

function detail(view: IterationView, grades: ShownGrades | null): Html {
  const { claims, discrepancies, verdicts, substitutions } = view;
  const isOdd = discrepancies.length + view.refusedExit.length > 0 || view.error !== null;
  const items = [
    ...(claims === null
      ? [html`nothing was claimed in a block`]
      : [
          html`claimed: ${claims.status}, ${count(claims.filesModified, "file")}, tests ${claims.testsStatus}; measured:
          ${count(view.filesChanged, "file")}, ${count(view.tasksClosed, "task")} closed, gate ${view.gate}`,
        ]),
    ...discrepancies.map((one) => html`<span class="warning">differs</span> ${discrepancyText(one)}`),
    ...(view.gateFilesChanged.length === 0
      ? []
      : [html`files that the gate reads: ${view.gateFilesChanged.join(", ")}`]),
    ...verdicts.map((one) => html`${verdictText(one)}`),
    ...(view.simplified === null ? [] : [html`simplifier: ${view.simplified}`]),
    ...substitutions.map(({ role, from, to, why }) => html`${to} stood in for ${from} as ${role} (${why})`),
    ...(view.refusedExit.length === 0 ? [] : [html`exit refused: ${view.refusedExit.join(", ")}`]),
    ...(view.error === null ? [] : [html`<span class="failed">${view.error.class}</span> ${view.error.message}`]),
    ...(grades === null ? [] : Object.values(grades.notes).flatMap((note) => (note ? [html`judge: ${note}`] : []))),
    ...(view.recommendation === "" ? [] : [html`the agent recommends: ${view.recommendation}`]),
  ];
  return html`<details id="i${view.n}" ${isOdd ? html` open` : null}>
    <summary>
      #${view.n} <strong>${view.task}</strong> ${view.title} —
      <span class="${view.outcome ?? ""}">${view.outcome ?? "under way"}</span>, ${spanText(view.durationMs)}
    </summary>
    <div>
      <ul>
        ${items.map((item) => html`<li>${item}</li> `)}
      </ul>
    </div>
  </details> `;
}
