import { correctionsOf } from "../../core/texts/corrections.ts";
import { lowestScore } from "../../core/answer/grades.ts";
import type { Entry, Fact } from "../../core/fact.ts";

/** Something that an agent said and that measuring found to be otherwise. */
export type Catch =
  /** A task was ticked and nothing stood behind it; `correction` is what the next attempt was told. */
  | { readonly kind: "tick-taken-back"; readonly iteration: number; readonly task: string; readonly correction: string }
  /** The gate was red where the agent had said that all passes; `failing` names the command. */
  | { readonly kind: "gate-red"; readonly iteration: number; readonly task: string; readonly failing: string }
  /** A task was said to be done with so many files changed, and not one had changed. */
  | { readonly kind: "nothing-behind"; readonly iteration: number; readonly task: string; readonly claimed: number }
  /** A check of the pull request was red; `message` names it. */
  | { readonly kind: "check-red"; readonly iteration: number; readonly task: string; readonly message: string }
  /** A reviewer was against the work, and it was mended; `finding` is the first thing that it found. */
  | { readonly kind: "rejected"; readonly iteration: number; readonly task: string; readonly finding: string }
  /** An approval that nobody can have read for. */
  | { readonly kind: "too-quick"; readonly iteration: number; readonly task: string }
  /** A judge's score of 2 or less. */
  | { readonly kind: "low-grade"; readonly iteration: number; readonly task: string }
  /** A task that was set aside for a person, and the branch that keeps its work. */
  | { readonly kind: "escalated"; readonly iteration: number; readonly task: string; readonly branch: string | null };

/** All catches of a run, in their order; of several alike in one iteration the first. */
export function catchesIn(entries: Iterable<Entry>): readonly Catch[] {
  const catches: Catch[] = [];
  let task = "";
  for (const { fact, iteration } of entries) {
    if (fact.kind === "task-claimed") task = fact.task.id;
    const caught = caughtBy(fact, { iteration, task });
    const isNew = !catches.some((one) => one.kind === caught?.kind && one.iteration === caught.iteration);
    if (caught !== null && isNew) catches.push(caught);
  }
  const parked = new Set(catches.flatMap((one) => (one.kind === "escalated" ? [one.iteration] : [])));
  // What was never mended is told as what it came to.
  return catches.filter((one) => one.kind !== "rejected" || !parked.has(one.iteration));
}

/** Where something happened. */
interface Place {
  readonly iteration: number;
  readonly task: string;
}

const caughtBy = (fact: Fact, place: Place): Catch | null =>
  rules.map((rule) => rule(fact, place)).find((caught) => caught !== null) ?? null;

/** What is worth showing: each looks at one kind of fact. */
const rules: readonly ((fact: Fact, place: Place) => Catch | null)[] = [
  (fact, place) =>
    fact.kind === "work-measured" && fact.tick === "undone"
      ? { kind: "tick-taken-back", ...place, correction: correctionsOf.measured(fact).at(-1) ?? "" }
      : null,
  (fact, place) => {
    if (fact.kind !== "iteration-recorded" || fact.outcome !== "no_progress") return null;
    const files = fact.discrepancies.find(({ field, measured }) => field === "filesModified" && measured === 0);
    return typeof files?.claimed === "number" ? { kind: "nothing-behind", ...place, claimed: files.claimed } : null;
  },
  (fact, place) =>
    fact.kind === "landing-refused" && fact.why === "checks"
      ? { kind: "check-red", ...place, message: fact.message }
      : null,
  (fact, place) =>
    fact.kind === "gate-judged" && fact.verdict === "red"
      ? { kind: "gate-red", ...place, failing: fact.failing ?? "" }
      : null,
  (fact, place) =>
    fact.kind === "verdict-read" && fact.verdict === "REJECT"
      ? { kind: "rejected", ...place, finding: fact.issues[0]?.description ?? "" }
      : null,
  (fact, place) =>
    fact.kind === "verdict-read" && fact.verdict !== "REJECT" && fact.suspicious
      ? { kind: "too-quick", ...place }
      : null,
  (fact, place) =>
    fact.kind === "task-parked" && fact.state === "needs_human"
      ? { kind: "escalated", ...place, branch: fact.kept?.branch ?? null }
      : null,
  (fact) =>
    fact.kind === "grade-collected" && fact.grades !== null && lowestScore(fact.grades) <= low
      ? { kind: "low-grade", iteration: fact.iteration, task: fact.task }
      : null,
];

const low = 2;
