import * as fc from "fast-check";
import * as z from "zod/mini";
import { type Fact, type FactKind, factSchemas } from "../core/fact.ts";
import { sampleTask } from "./sample-facts.ts";

const isKind = (kind: string): kind is FactKind => Object.hasOwn(factSchemas, kind);
const isFact = (value: { readonly kind: FactKind }): value is Fact => factSchemas[value.kind].safeParse(value).success;

/** Every kind of fact. */
export const factKinds: readonly FactKind[] = Object.keys(factSchemas).filter(isKind);

function readingOf(hasBlock: boolean) {
  const block = {
    status: "COMPLETE",
    tasksCompleted: 1,
    filesModified: 2,
    testsStatus: "PASSING",
    workType: "TESTING",
    exitSignal: false,
    recommendation: "Go on.",
    tracker: { issue: "ABC-1", openCount: 3 },
  };
  const said = { usable: hasBlock, valid: hasBlock, block: hasBlock ? block : null };
  return { profile: "workflow/1.2", ...said, repairs: [], faults: [], span: null, read: [] };
}

// What stands behind `z.custom` has no parts to make values from: whichever of these it takes.
const customs: readonly unknown[] = [
  "A",
  "B",
  sampleTask("A"),
  sampleTask("B"),
  { do: "land" },
  readingOf(true),
  readingOf(false),
];

// The forms of schema that facts are made of.
function valuesOf(schema: unknown): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodMiniObject) return recordOf(schema.shape);
  if (schema instanceof z.ZodMiniArray) return fc.array(valuesOf(schema.def.element), { maxLength: 2 });
  if (schema instanceof z.ZodMiniRecord) {
    const entry = fc.tuple(valuesOf(schema.def.keyType), valuesOf(schema.def.valueType));
    return fc.array(entry, { maxLength: 2 }).map((entries) => Object.fromEntries(entries));
  }
  if (schema instanceof z.ZodMiniNullable) return fc.option(valuesOf(schema.def.innerType), { nil: null });
  if (schema instanceof z.ZodMiniOptional) return fc.option(valuesOf(schema.def.innerType), { nil: undefined });
  if (schema instanceof z.ZodMiniEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodMiniLiteral) return fc.constantFrom<unknown>(...schema.def.values);
  if (schema instanceof z.ZodMiniString) return fc.string({ maxLength: 12 });
  if (schema instanceof z.ZodMiniNumber) return fc.nat(1_700_000_000_000);
  if (schema instanceof z.ZodMiniBoolean) return fc.boolean();
  if (schema instanceof z.ZodMiniUnknown) return fc.jsonValue({ maxDepth: 1 });
  if (schema instanceof z.ZodMiniCustom)
    return fc.constantFrom(...customs.filter((value) => schema.safeParse(value).success));
  throw new TypeError("A fact has a field of a form that no fact had before: say here how to make values of it.");
}

const recordOf = (shape: Readonly<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, valuesOf(schema)])));

/** Facts of one kind, made from its own schema, so that a new kind or field is in every test that uses this. */
export const factOfKind = (kind: FactKind): fc.Arbitrary<Fact> =>
  recordOf(factSchemas[kind].shape)
    .map((payload) => Object.assign(payload, { kind }))
    .filter(isFact);

/** Facts of every kind. */
export const anyFact: fc.Arbitrary<Fact> = fc.oneof(...factKinds.map(factOfKind));
