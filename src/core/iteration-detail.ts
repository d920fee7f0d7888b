import type { Entry, Fact, FactOf } from "./fact.ts";
import type { IterationView } from "./iteration-view.ts";
import { advance, type RunView, viewBefore } from "./summary.ts";

/** One iteration with all that the ledger knows of it, for `ralph show` and for a page of its own. */
export interface IterationDetail {
  readonly run: string;
  readonly view: IterationView;
  readonly claim: FactOf<"task-claimed">;
  readonly calls: readonly FactOf<"agent-finished">[];
  /** The last answer as it was read, and the reading in force after grading with all facts. */
  readonly answer: FactOf<"answer-read"> | null;
  readonly graded: FactOf<"iteration-recorded">["graded"];
  readonly measured: FactOf<"work-measured"> | null;
  readonly gates: readonly FactOf<"gate-judged">[];
  /** What the commands of single criteria came to. */
  readonly acceptance: readonly FactOf<"acceptance-judged">[];
  readonly landed: FactOf<"work-landed"> | null;
  readonly refusedLandings: readonly FactOf<"landing-refused">[];
  readonly parked: FactOf<"task-parked"> | null;
  readonly kept: readonly FactOf<"work-kept">[];
  /** What the next prompt was told to be wrong. */
  readonly corrections: readonly string[];
}

/** The details of the iterations of a run that `wanted` is true for; one pass over its facts. */
export function detailsOf(entries: Iterable<Entry>, wanted: (n: number) => boolean): readonly IterationDetail[] {
  const factsOf = new Map<number, Fact[]>();
  const corrections = new Map<number, readonly string[]>();
  let view: RunView | null = null;
  for (const entry of entries) {
    view = advance(view ?? viewBefore(entry), entry);
    if (entry.iteration === 0 || !wanted(entry.iteration)) continue;
    factsOf.set(entry.iteration, [...(factsOf.get(entry.iteration) ?? []), entry.fact]);
    corrections.set(entry.iteration, view.state.corrections);
  }
  if (view === null) return [];
  const { run, iterations } = view;
  return iterations
    .filter(({ n }) => wanted(n))
    .flatMap((iteration) => {
      const detail = detailOf(run, iteration, factsOf.get(iteration.n) ?? []);
      return detail === null ? [] : [{ ...detail, corrections: corrections.get(iteration.n) ?? [] }];
    });
}

function detailOf(
  run: string,
  view: IterationView,
  facts: readonly Fact[],
): Omit<IterationDetail, "corrections"> | null {
  const all = <K extends Fact["kind"]>(kind: K) =>
    facts.filter((fact): fact is Extract<Fact, { kind: K }> => fact.kind === kind);
  const claim = all("task-claimed")[0];
  if (claim === undefined) return null;
  return {
    run,
    view,
    claim,
    calls: all("agent-finished"),
    answer: all("answer-read").at(-1) ?? null,
    graded: all("iteration-recorded").at(-1)?.graded ?? null,
    measured: all("work-measured").at(-1) ?? null,
    gates: all("gate-judged"),
    acceptance: all("acceptance-judged"),
    landed: all("work-landed").at(-1) ?? null,
    refusedLandings: all("landing-refused"),
    parked: all("task-parked").at(-1) ?? null,
    kept: all("work-kept"),
  };
}
