import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";

/** What one query may cost at the most. */
export const mostPoints = 10_000;

const perField = 0.1;
const perObject = 1;
const usualPage = 50;

/** What a query costs by Linear's count: each field a tenth, each object one, a list as often as it may have members. */
export function complexityOf(document: DocumentNode, variables: Readonly<Record<string, unknown>>): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
  }
  const costOf = (set: SelectionSetNode): number =>
    set.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const spread = fragments.get(selection.name.value);
        return sum + (spread === undefined ? 0 : costOf(spread.selectionSet));
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + costOf(selection.selectionSet);
      if (selection.selectionSet === undefined) return sum + perField;
      const isList = selection.selectionSet.selections.some(
        (one) => one.kind === Kind.FIELD && (one.name.value === "nodes" || one.name.value === "edges"),
      );
      if (!isList) return sum + perObject + costOf(selection.selectionSet);
      const first = selection.arguments?.find(({ name }) => name.value === "first")?.value;
      const many =
        first?.kind === Kind.INT
          ? Number(first.value)
          : first?.kind === Kind.VARIABLE
            ? Number(variables[first.name.value] ?? usualPage)
            : usualPage;
      return sum + many * costOf(selection.selectionSet);
    }, 0);
  return Math.ceil(operations.reduce((sum, { selectionSet }) => sum + costOf(selectionSet), 0));
}
