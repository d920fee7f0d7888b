import type { FactOf } from "../fact.ts";
import type { IterationView } from "../iteration-view.ts";

/** What is looked at of a landing to say how much it deserves a person's look. */
export interface Landing {
  readonly view: IterationView;
  readonly measured: FactOf<"work-measured"> | null;
}

/** How much a landing deserves a look: 0 is nothing out of the ordinary. `reasons` say why, the weightiest first. */
export interface LandingRisk {
  readonly score: number;
  readonly reasons: readonly string[];
}

/** One ground for a look: what it weighs in this landing, and in words; null where it does not hold. */
type Ground = (landing: Landing) => { readonly weight: number; readonly reason: string } | null;

/** The grounds, as a list that grows by rows: gate files, discrepancies, scores, verdicts, proof, size. */
const grounds: readonly Ground[] = [
  ({ measured }) => {
    const weakened = measured?.weakenedTests ?? [];
    return weakened.length === 0 ? null : { weight: 8, reason: `${weakened.length} tests check less than before` };
  },
  ({ view }) =>
    view.gateFilesChanged.length === 0
      ? null
      : { weight: 5, reason: `touches what the gate reads: ${view.gateFilesChanged.slice(0, 3).join(", ")}` },
  ({ measured }) => {
    const changed = (measured?.surface ?? []).filter(({ severity }) => severity === "attack");
    return changed.length === 0 ? null : { weight: 6, reason: `tried to change ${changed[0]?.path ?? "the harness"}` };
  },
  ({ view }) =>
    view.discrepancies.length === 0
      ? null
      : {
          weight: Math.min(4, 2 * view.discrepancies.length),
          reason: `claims differ from what was measured: ${view.discrepancies.map(({ field }) => field).join(", ")}`,
        },
  ({ view: { grades } }) => {
    if (grades?.status !== "collected") return null;
    const { acCoverage, codeQuality, testQuality } = grades.grades;
    const lowest = Math.min(acCoverage, codeQuality, testQuality);
    return lowest >= 4 ? null : { weight: 2 * (4 - lowest), reason: `the judge scores it ${lowest} of 5` };
  },
  ({ view }) =>
    view.verdicts.some(({ suspicious }) => suspicious)
      ? { weight: 3, reason: "a verdict came suspiciously quick" }
      : null,
  ({ view }) => (view.gate === "green" ? null : { weight: 2, reason: "landed without a gate of its own" }),
  ({ view }) =>
    view.rounds <= 1
      ? null
      : { weight: 1, reason: view.rounds === 2 ? "had to be mended" : `had to be mended ${view.rounds - 1} times` },
  ({ view }) => {
    const weight = sizes.find(([files]) => view.filesChanged >= files)?.[1];
    return weight === undefined ? null : { weight, reason: `changes ${view.filesChanged} files` };
  },
];

/** What so many files weigh, the largest first. */
const sizes: readonly (readonly [number, number])[] = [
  [50, 5],
  [20, 3],
  [8, 1],
];

/** How much a landing deserves a person's look, and why. */
export function landingRisk(landing: Landing): LandingRisk {
  const found = grounds.flatMap((ground) => ground(landing) ?? []).toSorted((one, other) => other.weight - one.weight);
  return { score: found.reduce((sum, { weight }) => sum + weight, 0), reasons: found.map(({ reason }) => reason) };
}
