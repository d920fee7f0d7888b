/** Which part of a list is wanted. */
export interface Paging {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** A condition on a text, as Linear writes it. */
export interface TextFilter {
  readonly eq?: string | null;
  readonly eqIgnoreCase?: string | null;
  readonly contains?: string | null;
  readonly in?: readonly string[] | null;
}

const usualPage = 50;
const largestPage = 250;

const cursorOf = (index: number): string => Buffer.from(`at:${index}`).toString("base64url");
const indexOf = (cursor: string): number =>
  Number(/^at:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString())?.[1] ?? Number.NaN);

/** One page of a list with where it ends; only what is on the page is looked at. Throws at a cursor that is none. */
export function connection<T, V = T>(
  all: readonly T[],
  { first, after }: Paging,
  view: (one: T) => V | T = (one) => one,
): { readonly nodes: readonly (V | T)[]; readonly pageInfo: object } {
  const start = after == null ? 0 : indexOf(after) + 1;
  if (!Number.isInteger(start)) throw new Error("The cursor is none of ours.");
  const size = first ?? usualPage;
  if (size < 1 || size > largestPage) throw new Error(`first has to be from 1 to ${largestPage}.`);
  const end = Math.min(start + size, all.length);
  return {
    nodes: all.slice(start, end).map(view),
    pageInfo: { hasNextPage: end < all.length, endCursor: end > start ? cursorOf(end - 1) : null },
  };
}

/** Whether a text meets a condition; none is always met. */
export function matches(text: string, filter: TextFilter | null | undefined): boolean {
  if (filter == null) return true;
  const { eq, eqIgnoreCase, contains } = filter;
  return (
    (eq == null || text === eq) &&
    (eqIgnoreCase == null || text.toLowerCase() === eqIgnoreCase.toLowerCase()) &&
    (contains == null || text.includes(contains)) &&
    (filter.in == null || filter.in.includes(text))
  );
}
