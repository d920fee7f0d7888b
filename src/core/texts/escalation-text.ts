import type { Issue } from "../answer/verdict.ts";
import type { FactOf } from "../fact.ts";
import { cutText } from "./clusters.ts";

const issuesTold = 20;
const lineLength = 500;

/** What a person is told of work that could not be settled: why, the last verdict's findings, and what the gate said. */
export function escalationText(why: string, issues: readonly Issue[], gate: FactOf<"gate-judged"> | null): string {
  const found = issues.slice(0, issuesTold).map((issue) => `- ${issueLine(issue)}`);
  const more = issues.length > issuesTold ? [`- and ${issues.length - issuesTold} more`] : [];
  const red = gate?.verdict === "red" ? [`- the gate is red: ${oneLine(gate.failing ?? "a command failed")}`] : [];
  const last = [...found, ...more, ...red];
  const said = last.length === 0 ? [] : ["", "The last verdict:", "", ...last];
  return [`${why.slice(0, 1).toUpperCase()}${why.slice(1)}.`, ...said].join("\n");
}

/** A finding in one line: where, what, and the direction of a mend. */
export const issueLine = ({ file, line, category, description, direction }: Issue): string =>
  oneLine(
    [
      file === null ? "" : `${file}${line === null ? "" : `:${line}`} `,
      category === "other" ? "" : `[${category}] `,
      description,
      direction === null ? "" : ` (${direction})`,
    ].join(""),
  );

const oneLine = (text: string): string => cutText(text.replaceAll(/\s+/g, " ").trim(), lineLength);
