import { type Fact, type FactKind, factSchemas } from "../../core/fact.ts";

/** Something that claims to be a fact. */
interface Claimed {
  readonly kind: string;
}

const isKind = (kind: string): kind is FactKind => Object.hasOwn(factSchemas, kind);

function misfitOf(value: Claimed): string | null {
  if (!isKind(value.kind)) return `There is no fact of kind "${value.kind}".`;
  const checked = factSchemas[value.kind].safeParse(value);
  if (checked.success) return null;
  const [issue] = checked.error.issues;
  return `A fact "${value.kind}" does not fit its schema at "${issue?.path.join(".")}": ${issue?.message}.`;
}

const isFact = (value: Claimed): value is Fact => misfitOf(value) === null;

/**
 * The value as a fact, if it fits the schema of its kind; else a TypeError that names the field. What doesn't fit is a
 * mistake of the program, or a line of a log that was cut.
 */
export function checkFact(value: Claimed): Fact {
  if (isFact(value)) return value;
  throw new TypeError(misfitOf(value) ?? "");
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
export function keepFact(given: Fact): KeptFact {
  const { kind, ...rest } = checkFact(given);
  const payload = JSON.stringify(rest);
  return { fact: { kind, ...JSON.parse(payload) }, payload };
}
