import type { IterationView } from "../../core/iteration-view.ts";
import type { RunView } from "../../core/summary.ts";
import { countText } from "../live/budget-text.ts";
import { costAmount } from "../text/cost-text.ts";
import { spanText } from "../text/time-text.ts";
import { html, type Html } from "./html.ts";
import { verdictsByModel } from "./judging.ts";
import { whoText } from "./spending-text.ts";

/** How each model has judged; null where nobody did. */
export function verdictTable(iterations: readonly IterationView[]): Html | null {
  const rows = verdictsByModel(iterations);
  if (rows.length === 0) return null;
  return html`<section>
    <h2>Verdicts by model</h2>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th>role</th>
            <th>model</th>
            <th class="n">for</th>
            <th class="n">against</th>
            <th class="n">uncertain</th>
            <th class="n">suspiciously quick</th>
            <th class="n">mean seconds</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (one) =>
              html`<tr>
                <td>${one.role}</td>
                <td>${one.model}</td>
                <td class="n">${one.approved}</td>
                <td class="n">${one.against}</td>
                <td class="n">${one.uncertain}</td>
                <td class="n">${one.suspicious}</td>
                <td class="n">${one.seconds.toFixed(0)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** Who has spent what; null where nobody was called. */
export function spendingTable({ spending }: RunView): Html | null {
  if (spending.length === 0) return null;
  return html`<section>
    <h2>Spent by role and model</h2>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th>role</th>
            <th>agent and model</th>
            <th class="n">calls</th>
            <th class="n">tokens</th>
            <th class="n">cost</th>
            <th class="n">time</th>
          </tr>
        </thead>
        <tbody>
          ${spending.map(
            (one) =>
              html`<tr>
                <td>${one.role}</td>
                <td>${whoText(one)}</td>
                <td class="n">${one.calls}</td>
                <td class="n">${one.tokens === 0 ? "unknown" : countText(one.tokens)}</td>
                <td class="n">${costAmount(one)}</td>
                <td class="n">${spanText(one.timeMs)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
