import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildSchema,
  type GraphQLField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  parse,
  validate,
} from "graphql";
import { describe, expect, test } from "vitest";
import { linearSchema } from "../../../../stand-ins/linear/linear-schema.ts";
import { linearQueries } from "./linear-queries.ts";

/* Linear's own schema is 1.2 MB and not ours to publish: it lies beside the repository where it is checked against. */
const official = join(import.meta.dirname, "../../../../../../shared/trackers/linear-schema.graphql");
const isThere = existsSync(official);

const queries = Object.values(linearQueries);
const faultsIn = (schema: GraphQLSchema, text: string): readonly string[] =>
  validate(schema, parse(text)).map(({ message }) => message);

describe("what is asked of Linear stands in the schema that is played", () => {
  const played = buildSchema(linearSchema);
  test.each(queries)("$name", ({ name, text }) => {
    expect(faultsIn(played, text)).toEqual([]);
    expect(text).toMatch(new RegExp(`^(?:query|mutation) ${name}\\b`));
  });
});

describe.skipIf(!isThere)(
  "Linear's official schema (skipped: ../shared/trackers/linear-schema.graphql is not there)",
  () => {
    const theirs = isThere
      ? buildSchema(readFileSync(official, "utf8"), { assumeValid: true })
      : buildSchema(linearSchema);
    const ours = buildSchema(linearSchema);

    test.each(queries)("takes $name", ({ text }) => {
      expect(faultsIn(theirs, text)).toEqual([]);
    });

    const types = Object.values(ours.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
    test.each(types.map((type) => ({ name: type.name, type })))("$name is as it is there", ({ name, type }) => {
      const other = theirs.getType(name);
      if (isObjectType(type) && isObjectType(other)) {
        const known = other.getFields();
        expect(fieldsOf(Object.values(type.getFields()))).toEqual(
          fieldsOf(Object.values(type.getFields()).flatMap((field) => cutTo(field, known[field.name]))),
        );
        return;
      }
      if (isInputObjectType(type) && isInputObjectType(other)) {
        const known = other.getFields();
        for (const field of Object.values(type.getFields()))
          expect(`${field.name}: ${String(field.type)}`).toBe(`${field.name}: ${String(known[field.name]?.type)}`);
        const needed = Object.values(known).filter((field) => String(field.type).endsWith("!"));
        expect(needed.filter((field) => type.getFields()[field.name] === undefined).map((field) => field.name)).toEqual(
          [],
        );
        return;
      }
      if (isEnumType(type) && isEnumType(other)) {
        const known = other.getValues().map((value) => value.name);
        expect(type.getValues().filter((value) => !known.includes(value.name))).toEqual([]);
        return;
      }
      expect([isScalarType(type), isScalarType(other)]).toEqual([true, true]);
    });
  },
);

type Field = Pick<GraphQLField<unknown, unknown>, "name" | "type" | "args">;

const fieldsOf = (fields: readonly Field[]): readonly string[] =>
  fields.map(
    ({ name, type, args }) =>
      `${name}(${args.map((argument) => `${argument.name}: ${String(argument.type)}`).join(", ")}): ${String(type)}`,
  );

/* Their field with the arguments that ours has, in our order; and those that it can't do without. */
function cutTo(ours: Field, theirs: Field | undefined): readonly Field[] {
  if (theirs === undefined) return [];
  const wanted = ours.args.flatMap(({ name }) => theirs.args.filter((argument) => argument.name === name));
  const needed = theirs.args.filter((argument) => String(argument.type).endsWith("!") && !wanted.includes(argument));
  return [{ ...theirs, args: [...wanted, ...needed] }];
}
