/** A form of check that holds within a tolerance or a bound. `n` is the group with its figure. */
interface Figure {
  readonly form: RegExp;
  /** Which figures let more pass. */
  readonly looser: "larger" | "smaller";
  /** The figure where none is written. */
  readonly otherwise?: number;
}

const number = String.raw`(?<n>-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)[fFdDmM]?`;
/** An argument, brackets closed within. */
const argument = String.raw`(?:[^,()]|\([^()]*\))*`;
const last = (name: string): RegExp => new RegExp(String.raw`\b(?:${name})\s*\(.*,\s*${number}\s*\)`);
const third = (name: string): RegExp =>
  new RegExp(String.raw`\b(?:${name})\s*\(${argument},${argument},\s*${number}\s*\)`);
const only = (name: string): RegExp => new RegExp(String.raw`\b(?:${name})\s*\(\s*${number}\s*\)`);
const keyword = (name: string): RegExp => new RegExp(String.raw`\b(?:${name})\s*[:=]\s*${number}`);

/** Tolerances and bounds by the libraries that have them (F232). A row grows, the code does not. */
const figures: readonly Figure[] = [
  // Digits that have to be the same.
  {
    form: new RegExp(String.raw`\btoBeCloseTo\s*\(\s*${argument}(?:,\s*${number})?\s*\)`),
    looser: "smaller",
    otherwise: 2,
  },
  { form: keyword("places|decimal|significant|precision|digits"), looser: "smaller" },
  { form: third("assertAlmostEquals?|assert_(?:array_)?almost_equal|Assert\\.Equal"), looser: "smaller" },
  // How far off a value may be.
  {
    form: keyword(
      "rel|abs|rtol|atol|rel_tol|abs_tol|delta|epsilon|eps|accuracy|tolerance|margin|max_relative|max_ulps|msg_delta",
    ),
    looser: "larger",
  },
  {
    form: last("closeTo|approximately|isCloseTo|assertEquals?WithDelta|BeApproximately|BeNumerically"),
    looser: "larger",
  },
  { form: last("InDelta\\w*|InEpsilon\\w*|assert_in_(?:delta|epsilon)"), looser: "larger" },
  { form: third("assertEquals|Assert\\.AreEqual"), looser: "larger" },
  { form: last("(?:EXPECT|ASSERT)_NEAR|\\w*_CLOSE|WithinAbs|WithinRel|WithinULP"), looser: "larger" },
  { form: only("within|offset|Within|be_within|byLessThan|withPrecision|percentage|epsilon|margin"), looser: "larger" },
  { form: new RegExp(String.raw`\bassert_in_(?:delta|epsilon)\s.*,\s*${number}\s*$`), looser: "larger" },
  // A bound.
  {
    form: only("toBeLessThan(?:OrEqual)?|isLessThan(?:OrEqualTo)?|lessThan(?:OrEqualTo)?|most|below|BeLessThan\\w*"),
    looser: "larger",
  },
  {
    form: only(
      "toBeGreaterThan(?:OrEqual)?|isGreaterThan(?:OrEqualTo)?|greaterThan(?:OrEqualTo)?|least|above|BeGreaterThan\\w*",
    ),
    looser: "smaller",
  },
  { form: last("assertLess(?:Equal)?|assertLessThan(?:OrEqual)?"), looser: "larger" },
  { form: last("assertGreater(?:Equal)?|assertGreaterThan(?:OrEqual)?"), looser: "smaller" },
  { form: new RegExp(String.raw`\bassert\w*!?\s*\(?[^"']*<=?\s*${number}`), looser: "larger" },
  { form: new RegExp(String.raw`\bassert\w*!?\s*\(?[^"']*[^-=]>=?\s*${number}`), looser: "smaller" },
];

/** Checks of a value, from the one that lets nothing else pass to those that let much pass. */
const exact = /^(?<subject>.*\bexpect\s*\(.*\))\s*\.(?:toBe|toEqual|toStrictEqual)\s*\(/;
const vague =
  /^(?<subject>.*\bexpect\s*\(.*\))\s*\.(?:toBeCloseTo|toBeTruthy|toBeDefined|toContain|toMatch|toMatchObject|toBeInstanceOf|toBeGreaterThan\w*|toBeLessThan\w*|not\.\w+)\s*\(/;
const exactInPython =
  /^(?<subject>(?:self\.assertEquals?\s*\(|assert\s+)[^,=]+?)\s*(?:,|==(?!\s*(?:pytest\.)?approx\b))/;
const vagueInPython =
  /^(?<subject>(?:self\.assert\w+\s*\(|assert\s+)[^,=]+?)\s*(?:,|\)?$|==\s*pytest\.approx\b|\b(?:in|is not)\b)/;

/** How strict a line is about one thing: lines of the same `about` can be compared. */
export interface Strictness {
  readonly about: string;
  readonly strength: number;
}

/** Longer lines are no check that somebody wrote. */
const longest = 500;

/** What a line checks, as far as it is known how strictly; mostly nothing. */
export function strictnessOf(line: string): readonly Strictness[] {
  if (line.length > longest) return [];
  return [
    ...figures.flatMap((figure, row) => byFigure(figure, row, line)),
    ...byMatcher(line, exact, vague),
    ...byMatcher(line, exactInPython, vagueInPython),
  ];
}

/** True where the second is about the same as one of the first, and lets more pass. */
export const isLooser = (before: readonly Strictness[], after: readonly Strictness[]): boolean =>
  after.some(({ about, strength }) => before.some((was) => was.about === about && strength < was.strength));

function byFigure({ form, looser, otherwise }: Figure, row: number, line: string): readonly Strictness[] {
  const found = form.exec(line);
  if (found === null) return [];
  const [whole] = found;
  const written = found.groups?.["n"];
  const n = written === undefined ? otherwise : Number(written.replaceAll("_", ""));
  if (n === undefined) return [];
  const rest = line.replace(whole, () => withoutFigure(whole, written));
  return [{ about: `${row} ${packed(rest)}`, strength: looser === "larger" ? -n : n }];
}

/** The figure is the last one of the form; it goes with the comma before it, so that one that was left out can be compared. */
function withoutFigure(form: string, written: string | undefined): string {
  const at = written === undefined ? form.lastIndexOf(")") : form.lastIndexOf(written);
  return `${form.slice(0, at).replace(/,\s*$/, "")}#${form.slice(at + (written ?? "").length)}`;
}

function byMatcher(line: string, strict: RegExp, loose: RegExp): readonly Strictness[] {
  const isStrict = strict.exec(line);
  const subject = (isStrict ?? loose.exec(line))?.groups?.["subject"];
  if (subject === undefined) return [];
  return [{ about: packed(subject.replace(/^self\.assert\w+\s*\(/, "assert ")), strength: isStrict === null ? 0 : 1 }];
}

const packed = (text: string): string => text.replaceAll(/\s+/g, "");
