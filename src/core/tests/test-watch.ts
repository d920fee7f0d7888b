import type { FactOf, Receipt } from "../fact.ts";

/** What the gates of a run have shown of its tests so far. */
export interface TestWatch {
  /** By gate command: how many tests it ran when it was green last. */
  readonly ran: Readonly<Record<string, number>>;
  /** By name: how often a test failed once and passed at once. */
  readonly flaky: Readonly<Record<string, number>>;
  /** Failures that stood before the work, or are in quarantine, at the last gate: their names, and commands without names. */
  readonly known: readonly string[];
}

/** Before the first gate. */
export const nothingWatched: TestWatch = { ran: {}, flaky: {}, known: [] };

/** A thing about tests that a person should look at. */
export interface TestNote {
  readonly code: "flaky_tests" | "known_failures" | "fewer_tests";
  readonly message: string;
}

/** The watch after a gate, and what is new and worth a word. A verdict that was served again shows nothing. */
export function watchTests(
  before: TestWatch,
  {
    receipts,
    served = false,
    flaky = [],
  }: Pick<FactOf<"gate-judged">, "receipts" | "flaky"> & { readonly served?: boolean },
): { readonly watch: TestWatch; readonly notes: readonly TestNote[] } {
  if (served) return { watch: before, notes: [] };
  const last = receipts.filter((receipt, at) => receipts[at + 1]?.again !== true);
  const newlyFlaky = flaky.filter((name) => before.flaky[name] === undefined);
  const known = last.flatMap(knownIn);
  const watch = {
    ran: { ...before.ran, ...Object.fromEntries(last.flatMap(ranIn)) },
    flaky: { ...before.flaky, ...Object.fromEntries(flaky.map((name) => [name, (before.flaky[name] ?? 0) + 1])) },
    known,
  };
  return {
    watch,
    notes: [
      ...(newlyFlaky.length === 0
        ? []
        : [note("flaky_tests", `failed once and passed at once on the same tree: ${listed(newlyFlaky)}`)]),
      ...(known.length === 0 || known.length === before.known.length
        ? []
        : [note("known_failures", `failed before the work and still fail, and block nothing: ${listed(known)}`)]),
      ...last.flatMap((receipt) => fewer(before, receipt)),
    ],
  };
}

const note = (code: TestNote["code"], message: string): TestNote => ({ code, message });

const totalOf = ({ tests }: Receipt): number | null =>
  tests === undefined || tests === null ? null : tests.passed + tests.failed;

function ranIn(receipt: Receipt): readonly (readonly [string, number])[] {
  const total = totalOf(receipt);
  return total === null || !holds(receipt) ? [] : [[receipt.command, total]];
}

const holds = ({ exitCode, excused }: Receipt): boolean => exitCode === 0 || excused === true;

const knownIn = ({ excused, tests, command }: Receipt): readonly string[] =>
  excused !== true ? [] : (tests?.failing ?? []).length > 0 ? (tests?.failing ?? []) : [command];

/** Whoever takes tests away gets a gate that is green more easily. */
function fewer({ ran }: TestWatch, receipt: Receipt): readonly TestNote[] {
  const total = totalOf(receipt);
  const before = ran[receipt.command];
  if (total === null || before === undefined || total >= before || !holds(receipt)) return [];
  return [note("fewer_tests", `\`${receipt.command}\` ran ${total} tests, and ${before} before`)];
}

const mostListed = 5;

const listed = (names: readonly string[]): string =>
  names.length <= mostListed
    ? names.join("; ")
    : `${names.slice(0, mostListed).join("; ")}; and ${names.length - mostListed} more`;
