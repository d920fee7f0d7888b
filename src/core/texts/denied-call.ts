import { liftableRules } from "../guard-rule.ts";
import type { Denial } from "../outcome.ts";
import { cutText } from "./clusters.ts";

/** Fields by which programs name what a tool is used on, the telling one first. */
const telling = ["command", "file_path", "filePath", "path", "absolute_path", "notebook_path"] as const;

/** What a refused call was about, in one line: its command, else its file, else its input as it stands. */
export function deniedSubject({ input }: Pick<Denial, "input">): string {
  const fields = fieldsOf(input);
  const named = telling.map((field) => wordsOf(fields[field])).find((words) => words !== null);
  return (named ?? input).replaceAll(/\s+/g, " ").trim();
}

function fieldsOf(input: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function wordsOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(" ");
  return typeof value === "string" && value !== "" ? value : null;
}

/** True where the agent program keeps a file from whoever nobody watches: no setting lifts that, and no other try (F124). */
export const isKeptByProgram = ({ reason }: Pick<Denial, "reason">): boolean => /\bis a sensitive file\b/i.test(reason);

/** A refused call for the person: what was refused, why, and what would allow it. */
export function deniedText(denial: Denial): string {
  const call = `${denial.tool} ${cutText(deniedSubject(denial), 200)}`.trim();
  const why = denial.reason === "" ? "" : ` (${cutText(denial.reason.replaceAll(/\s+/g, " ").trim(), 200)})`;
  return `${call} was refused${why}. ${wayToAllow(denial)}`;
}

function wayToAllow(denial: Denial): string {
  const [, rule] = /^Refused \(([\w-]+)\)/.exec(denial.reason) ?? [];
  if (rule !== undefined)
    return liftableRules.some((liftable) => liftable === rule)
      ? `If it is right here, allow it in .ralphrc: RALPH_GUARD_LIFT="${rule}".`
      : "No setting allows it: do it by hand if it has to be done.";
  return isKeptByProgram(denial)
    ? "The agent program keeps that file from every unattended agent: make the change by hand."
    : "If it is right here, allow it in the agent program's own settings, or do it by hand.";
}
