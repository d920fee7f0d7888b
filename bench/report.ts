import { isMet, ratioOf, type Figure } from "./figure.ts";

/** The machine that was measured on, as far as figures depend on it. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly system: string;
}

/** What is kept of a measurement. */
export interface Report {
  readonly machine: Machine;
  readonly figures: readonly Figure[];
}

/** The figures as a Markdown table; with an earlier report, how much each has moved. */
export function tableOf(figures: readonly Figure[], before: Report | null): string {
  const earlier = new Map(before?.figures.map((figure) => [nameOf(figure), figure]));
  const head = ["id", "what", "measured", "baseline", "ratio", "goal", "met", ...(before === null ? [] : ["before"])];
  const rows = figures.map((figure) => [
    figure.id,
    figure.what,
    `${rounded(figure.value)} ${figure.unit}`,
    figure.baseline === null ? "" : `${rounded(figure.baseline.value)} (${figure.baseline.what})`,
    timesText(ratioOf(figure)),
    goalText(figure),
    metText(figure),
    ...(before === null ? [] : [beforeText(earlier.get(nameOf(figure)))]),
  ]);
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

const nameOf = ({ id, what }: Figure): string => `${id} ${what}`;

const rounded = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

const timesText = (ratio: number | null): string => (ratio === null ? "" : `${ratio.toFixed(2)}×`);

function goalText({ goal, unit }: Figure): string {
  if (goal === null) return "";
  const sign = goal.bound === "at most" ? "≤" : "≥";
  return goal.of === "ratio" ? `${sign} ${goal.limit}×` : `${sign} ${goal.limit} ${unit}`;
}

function metText(figure: Figure): string {
  const met = isMet(figure);
  if (met === null) return "";
  return met ? "yes" : "no";
}

const beforeText = (figure: Figure | undefined): string =>
  figure === undefined ? "" : `${rounded(figure.value)} (${timesText(ratioOf(figure)) || "alone"})`;
