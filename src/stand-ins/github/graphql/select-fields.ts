import {
  Kind,
  parse,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";

/** The one operation of a document, and its root fields with their arguments. */
export interface Operation {
  readonly kind: "query" | "mutation";
  readonly fields: readonly {
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly selection: SelectionSetNode | undefined;
  }[];
}

/** Reads a document; null where it is none, or asks for more than this server plays. */
export function readOperation(text: string, variables: Readonly<Record<string, unknown>>): Operation | null {
  const operation = operationIn(documentIn(text));
  if (operation === null || operation.operation === "subscription") return null;
  const fields = operation.selectionSet.selections.flatMap((each) =>
    each.kind === Kind.FIELD
      ? [
          {
            name: each.name.value,
            args: Object.fromEntries(
              (each.arguments ?? []).map(({ name, value }) => [name.value, valueOf(value, variables)]),
            ),
            selection: each.selectionSet,
          },
        ]
      : [],
  );
  return { kind: operation.operation, fields };
}

function documentIn(text: string): DocumentNode | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

const operationIn = (document: DocumentNode | null): OperationDefinitionNode | null =>
  document?.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION) ?? null;

function valueOf(node: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  switch (node.kind) {
    case Kind.VARIABLE:
      return variables[node.name.value];
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value;
    case Kind.NULL:
      return null;
    case Kind.LIST:
      return node.values.map((each) => valueOf(each, variables));
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, valueOf(value, variables)]));
  }
}

/** What a selection takes of a value: those members alone, under the names that were asked for. A member that is not there is null. */
export function selectFields(value: unknown, selection: SelectionSetNode | undefined): unknown {
  if (selection === undefined || typeof value !== "object" || value === null) return value ?? null;
  if (Array.isArray(value)) return value.map((each: unknown) => selectFields(each, selection));
  const members = new Map<string, unknown>(Object.entries(value));
  return Object.fromEntries(
    selection.selections.flatMap((each) =>
      each.kind === Kind.FIELD
        ? [[each.alias?.value ?? each.name.value, selectFields(members.get(each.name.value), each.selectionSet)]]
        : [],
    ),
  );
}
