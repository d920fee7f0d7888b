import { isLooser, strictnessOf } from "./looser-checks.ts";
import { type TestLanguage, testLanguages } from "./test-languages.ts";

/** A test file before and after, as text; null where it is not there. */
export interface TestFileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What was done to a test. `line` counts from 1 in the file as it is now; null: it can't be said by a line. */
export interface WeakenedTest {
  readonly path: string;
  readonly line: number | null;
  readonly what:
    | "deleted"
    | "emptied"
    | "skipped"
    | "focused"
    | "fewer-tests"
    | "fewer-assertions"
    | "hollow"
    | "looser";
  /** The line itself, or figures such as `5 → 3`. */
  readonly text: string;
}

/** A check that holds whatever the code does. */
const hollow =
  /\bexpect\s*\(\s*(true|1|'\w*'|"\w*")\s*\)\.to(?:Be|Equal|StrictEqual)\s*\(\s*\1\s*\)|\bexpect\s*\(\s*true\s*\)\.toBeTruthy\b|\bassert(?:\.ok|\.equal|_eq!|!)?\s*\(?\s*(?:true|True|1\s*==\s*1|1\s*,\s*1)\s*\)?\s*;?$|\bassertTrue\s*\(\s*[Tt]rue\s*\)/;

interface Line {
  readonly number: number;
  readonly text: string;
}

const linesOf = (text: string | null, { comment }: TestLanguage): readonly Line[] =>
  (text ?? "")
    .split(/\r?\n/)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== "" && !comment.test(line.text));

/** The lines of `after` that are more often there than in `before`. */
function added(before: readonly Line[], after: readonly Line[]): readonly Line[] {
  const left = new Map<string, number>();
  for (const { text } of before) left.set(text, (left.get(text) ?? 0) + 1);
  return after.filter(({ text }) => {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count === 0;
  });
}

interface Read {
  readonly change: TestFileChange;
  readonly language: TestLanguage;
  readonly before: readonly Line[];
  readonly after: readonly Line[];
}

const count = (lines: readonly Line[], pattern: RegExp): number =>
  lines.filter(({ text }) => pattern.test(text)).length;

const short = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)} …` : text);

/** Marks that were put in. In a file that is new a skipped test takes nothing away; a focused one keeps all others from running. */
function marked({ change, language, before, after }: Read): readonly WeakenedTest[] {
  const { path } = change;
  const { skip, focus } = language;
  return added(before, after).flatMap(({ number, text }): readonly WeakenedTest[] => {
    const found = (what: WeakenedTest["what"]) => [{ path, line: number, what, text: short(text) }];
    if (focus?.test(text) === true) return found("focused");
    if (change.before === null) return [];
    if (skip.test(text)) return found("skipped");
    return hollow.test(text) ? found("hollow") : [];
  });
}

/** Checks that were there and let more pass now: another tolerance, another bound, a vaguer matcher. Each gone line stands for one. */
function looser({ change: { path }, language, before, after }: Read): readonly WeakenedTest[] {
  const gone = new Map<string, Line[]>();
  for (const line of added(after, before).filter(({ text }) => language.assertion.test(text)))
    for (const { about } of strictnessOf(line.text)) gone.set(about, [...(gone.get(about) ?? []), line]);
  const taken = new Set<Line>();
  return added(before, after).flatMap(({ number, text }): readonly WeakenedTest[] => {
    const now = strictnessOf(text);
    const was = now
      .flatMap(({ about }) => gone.get(about) ?? [])
      .find((line) => !taken.has(line) && isLooser(strictnessOf(line.text), now));
    if (was === undefined) return [];
    taken.add(was);
    return [{ path, line: number, what: "looser", text: short(`${was.text} → ${text}`) }];
  });
}

type Counted = (read: Read) => readonly [before: number, after: number];

const tests: Counted = ({ language, before, after }) => [count(before, language.test), count(after, language.test)];
const assertions: Counted = ({ language, before, after }) => [
  count(before, language.assertion),
  count(after, language.assertion),
];

const total = (reads: readonly Read[], counted: Counted): readonly [number, number] =>
  reads.map(counted).reduce<readonly [number, number]>(([a, b], [c, d]) => [a + c, b + d], [0, 0]);

/** What is missing from a file, where it was not moved to another one: then there is no less of it on the whole. */
function missing(read: Read, all: readonly Read[]): readonly WeakenedTest[] {
  const { path, before, after } = read.change;
  if (before === null) return [];
  const [testsBefore, testsAfter] = tests(read);
  const [checksBefore, checksAfter] = assertions(read);
  const isLess = ([was, is]: readonly [number, number]): boolean => is < was;
  const of = (what: WeakenedTest["what"], text: string) => [{ path, line: null, what, text }];
  const isMoved = !isLess(total(all, tests)) && !isLess(total(all, assertions));
  if (testsBefore + checksBefore === 0 || isMoved) return [];
  if (after === null) return of("deleted", `${testsBefore} tests`);
  if (testsBefore > 0 && testsAfter === 0) return of("emptied", `${testsBefore} tests, and none now`);
  if (testsAfter < testsBefore) return of("fewer-tests", `${testsBefore} → ${testsAfter}`);
  return checksAfter < checksBefore ? of("fewer-assertions", `${checksBefore} → ${checksAfter}`) : [];
}

const languageOf = (path: string): TestLanguage | undefined => {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return testLanguages.find(({ endings }) => endings.includes(ending));
};

/** True for a file of a language whose tests are known; others can't be judged by their text. */
export const hasKnownTests = (path: string): boolean => languageOf(path) !== undefined;

/** Tests that were taken away, switched off, or made to check less, by the files as they were and as they are. */
export function weakenedTests(changes: readonly TestFileChange[]): readonly WeakenedTest[] {
  const reads = changes.flatMap((change): readonly Read[] => {
    const language = languageOf(change.path);
    if (language === undefined) return [];
    const [before, after] = [linesOf(change.before, language), linesOf(change.after, language)];
    return [{ change, language, before, after }];
  });
  return reads.flatMap((read) => [...marked(read), ...looser(read), ...missing(read, reads)]);
}
