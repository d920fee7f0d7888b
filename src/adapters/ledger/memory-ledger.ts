import type { Entry, Fact } from "../../core/fact.ts";
import type { Durability, Ledger, Place, TaskMemory } from "../../ports/ledger.ts";
import { keepFact } from "./check-fact.ts";

/** A ledger that is gone with the process: for tests, and for a run that ends before it has a ledger. */
export class MemoryLedger implements Ledger {
  readonly #entries: Entry[] = [];

  append(place: Place, facts: readonly Fact[], _durability: Durability): readonly Entry[] {
    const { run, iteration, at } = place;
    const kept = facts.map(keepFact);
    const entries = kept.map(({ fact }, index) => ({
      seq: this.#entries.length + index + 1,
      run,
      iteration,
      at,
      fact,
    }));
    this.#entries.push(...entries);
    return entries;
  }

  factsOf(run: string): Iterable<Entry> {
    return this.#entries.filter((entry) => entry.run === run);
  }

  lastRun(): string | null {
    return [...new Set(this.#entries.map((entry) => entry.run))].at(-1) ?? null;
  }

  memoryOf(task: string): TaskMemory {
    const claims = new Map<string, string>();
    let iterations = 0;
    let lastSession: string | null = null;
    const answers: string[] = [];
    for (const { run, iteration, fact } of this.#entries) {
      const place = `${run}/${iteration}`;
      if (fact.kind === "task-answered" && fact.task === task) answers.push(fact.text);
      if (fact.kind === "task-claimed") {
        claims.set(place, fact.task.id);
        if (fact.task.id === task) iterations += 1;
      }
      if (fact.kind === "agent-finished" && fact.role === "implementer" && claims.get(place) === task) {
        lastSession = fact.session ?? lastSession;
      }
    }
    return { iterations, lastSession, answers: answers.slice(-5) };
  }

  [Symbol.dispose](): void {}
}
