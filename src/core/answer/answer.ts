import { completionStatements } from "../completion/completion-statements.ts";
import { evidenceIn } from "./evidence.ts";
import type { Role } from "../outcome.ts";
import { questionIn } from "./question.ts";
import { type Remarks, remarksIn } from "./remarks.ts";
import type { Policy } from "../policy.ts";
import type { FieldName } from "../status/profile.ts";
import { readStatusBlock } from "../status/read-status-block.ts";
import type { StatusReading } from "../status/status-block.ts";

/** A reading as it is kept in the ledger: JSON. */
export interface KeptReading extends Omit<StatusReading, "read"> {
  readonly read: readonly FieldName[];
}

/** A reading as facts keep it: JSON has no sets. `readingOf` is the way back. */
export const keepReading = (reading: StatusReading): KeptReading => ({ ...reading, read: [...reading.read] });
export const readingOf = (kept: KeptReading): StatusReading => ({ ...kept, read: new Set(kept.read) });

/** What the harness takes from an agent's final text: the block, and signs that count as evidence, never as verdicts. */
export interface Answer extends Remarks {
  readonly call: number;
  readonly reading: KeptReading;
  readonly statements: string[];
  readonly raw: string | null;
  readonly design: string | null;
  readonly question: string | null;
  readonly evidence: string[];
}

const lastPart = 64 * 1024;
const rawLength = 4_000;
const designLength = 12_000;

/** Reads an agent's final text. Prose is looked at in its last part only; the block is looked for in all of it. */
export function readAnswer(
  call: number,
  role: Role,
  text: string,
  { contract, tracker }: Pick<Policy, "contract" | "tracker">,
): Answer {
  const reading = readStatusBlock(text, contract, tracker === "agent" ? { tracker: "agent-writes" } : {});
  const prose = (reading.span === null ? text : text.slice(0, reading.span.start)).slice(-lastPart);
  const below = reading.span === null ? "" : text.slice(reading.span.end).slice(0, lastPart);
  return {
    call,
    reading: keepReading(reading),
    raw: reading.span === null ? null : text.slice(reading.span.start, reading.span.end).slice(0, rawLength),
    design: role === "architect" && text.trim() !== "" ? text.slice(0, designLength) : null,
    statements: [...completionStatements(prose)],
    question: questionIn(prose),
    evidence: [...evidenceIn(reading.block?.recommendation ?? ""), ...evidenceIn(prose.slice(-2_000))].slice(0, 20),
    ...remarksIn(`${prose}\n${below}`),
  };
}
