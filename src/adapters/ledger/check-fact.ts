import { type Fact, type FactKind, factSchemas } from "../../core/fact.ts";

const isKind = (kind: string): kind is FactKind => Object.hasOwn(factSchemas, kind);

/**
 * The fact that `kind` and `payload` make, if they fit its schema; else a TypeError that names the field.
 * A fact that doesn't fit is a mistake of the program, or a line of a log that was cut.
 */
export function checkFact(kind: string, payload: unknown): Fact {
  if (!isKind(kind)) throw new TypeError(`There is no fact of kind "${kind}".`);
  const checked = factSchemas[kind].safeParse(payload);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new TypeError(`A fact "${kind}" does not fit its schema at "${issue?.path.join(".")}": ${issue?.message}.`);
  }
  return { kind, ...checked.data } as Fact;
}

/** A fact as it is kept: its payload is this text, and reading it gives this fact, whatever else the given one held. */
export interface KeptFact {
  readonly fact: Fact;
  readonly payload: string;
}

/**
 * Checks a fact and takes it through JSON, as the ledger does: what is given back to the living run is what a later one
 * reads, so that both fold to the same state.
 */
export function keepFact({ kind, ...given }: Fact): KeptFact {
  checkFact(kind, given);
  const payload = JSON.stringify(given);
  return { fact: { kind, ...JSON.parse(payload) }, payload };
}
