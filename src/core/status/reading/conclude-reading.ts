import { fault, repair, repairCodes } from "../findings.ts";
import type { RepairCode } from "../findings.ts";
import type { ProfileName } from "../profile.ts";
import type { BlockReading } from "./read-block.ts";
import type { Fault, Repair, Span, StatusReading } from "../status-block.ts";
import type { TrailingText } from "./trailing-text.ts";

/** A block that may turn out to be the one that counts. */
export interface Candidate {
  readonly reading: BlockReading & { readonly kind: "block" };
  readonly trailing: TrailingText;
  /** The lines on which it starts, and on which its last field stands where its end is missing. */
  readonly line: number;
  readonly lastLine?: number;
  readonly end: "delimiter" | "missing";
  readonly fenceBefore: "none" | "bare" | "with-info";
  readonly span: Span;
}

/** What else stood in the text. */
export interface Surroundings {
  readonly completeBlocks: number;
  readonly templateLine: number | undefined;
}

/** The reading of a whole text, from the block that counts in it, if there is one. */
export function concludeReading(
  profile: ProfileName,
  chosen: Candidate | undefined,
  around: Surroundings,
): StatusReading {
  if (chosen === undefined) return nothing(profile, around.templateLine);
  const { reading } = chosen;
  const repairs = new Map(reading.repairs);
  const fenced = chosen.trailing.startsWithFence || chosen.fenceBefore === "with-info";
  if (fenced) repairs.set("code-fence", Math.min(chosen.line, repairs.get("code-fence") ?? chosen.line));
  if (chosen.end === "missing") repairs.set("missing-end", chosen.lastLine ?? chosen.line);
  if (around.completeBlocks > 1) repairs.set("multiple-blocks", chosen.line);
  const faults: Fault[] = [...reading.faults];
  const { excess } = chosen.trailing;
  if (excess !== null) {
    const message = "More than two lines of text follow the block, so EXIT_SIGNAL reads false.";
    faults.push(fault("trailing-text", { line: excess.line, message }));
  }
  const doubtful = chosen.end === "missing" || excess !== null;
  return {
    profile,
    usable: reading.read.has("STATUS") && reading.read.has("EXIT_SIGNAL"),
    valid: faults.every(({ severity }) => severity !== "error"),
    block: doubtful ? { ...reading.block, exitSignal: false } : reading.block,
    repairs: listed(repairs),
    faults,
    span: chosen.span,
    read: reading.read,
  };
}

function nothing(profile: ProfileName, templateLine: number | undefined): StatusReading {
  const found =
    templateLine === undefined
      ? fault("missing-block", { message: "There is no status block in the answer." })
      : fault("placeholder-block", { line: templateLine, message: "The block is the form, not filled in." });
  return {
    profile,
    usable: false,
    valid: false,
    block: null,
    repairs: [],
    faults: [found],
    span: null,
    read: new Set(),
  };
}

function listed(repairs: ReadonlyMap<RepairCode, number>): readonly Repair[] {
  return repairCodes
    .flatMap((code) => {
      const line = repairs.get(code);
      return line === undefined ? [] : [repair(code, line)];
    })
    .toSorted((a, b) => a.line - b.line);
}
