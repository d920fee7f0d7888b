/** How tests look in one language, line by line. */
export interface TestLanguage {
  /** Endings of its files. */
  readonly endings: readonly string[];
  /** What a line of comment begins with. */
  readonly comment: RegExp;
  /** Declares one test. */
  readonly test: RegExp;
  /** Checks something. */
  readonly assertion: RegExp;
  /** Keeps a test, or a group of them, from running. */
  readonly skip: RegExp;
  /** Lets this one run and, by that, all others not. */
  readonly focus?: RegExp;
}

const slashes = /^(?:\/\/|\/\*|\*)/;
const hash = /^#(?![[!])/;

/** Test runners by language. A row grows, the code does not. */
export const testLanguages: readonly TestLanguage[] = [
  {
    endings: ["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte"],
    comment: slashes,
    test: /(?<![.\w])x?(?:it|test|specify)(?:\.\w+)*\s*[(`]/,
    assertion: /\b(?:expect|assert|should)\b|(?<![.\w])t\.(?!test\b|skip\b|todo\b|before|after|plan\b)\w+\s*\(/,
    skip: /(?<![.\w])(?:it|test|describe|context|suite|specify)(?:\.\w+)*\.(?:skip|todo|fixme)\b|(?<![.\w])x(?:it|test|describe|context|specify)\s*[(.]|(?<![.\w])(?:t|this|ctx)\.(?:skip|todo)\s*\(|\b(?:skip|todo)\s*:\s*(?:true|["'`])|\.skipIf\(\s*true|\.runIf\(\s*false/,
    focus:
      /(?<![.\w])(?:it|test|describe|context|suite|specify)(?:\.\w+)*\.only\b|(?<![.\w])f(?:it|describe)\s*\(|\bonly\s*:\s*true/,
  },
  {
    endings: ["py"],
    comment: hash,
    test: /^(?:async\s+)?def\s+test\w*\s*\(/,
    assertion: /^assert\b|\bself\.(?:assert|fail)\w*\s*\(|\bpytest\.(?:raises|warns|approx|fail)\b|\.assert_\w+\s*\(/,
    skip: /@(?:pytest\.mark|mark)\.(?:skip|skipif|xfail)\b|@(?:unittest\.)?(?:skip|skipIf|skipUnless|expectedFailure)\b|\bpytest\.(?:skip|xfail|importorskip)\s*\(|\bself\.skipTest\s*\(|\bSkipTest\b|^pytestmark\b.*\b(?:skip|xfail)|__test__\s*=\s*False|\bcollect_ignore/,
  },
  {
    endings: ["go"],
    comment: slashes,
    test: /^func\s+(?:Test|Fuzz|Example)\w*\s*\(|\bIt\s*\(\s*"/,
    assertion: /\b[tb]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\s*\(|\b(?:assert|require)\.\w+\s*\(|\bExpect\s*\(/,
    skip: /\b[tb]\.(?:Skip|Skipf|SkipNow)\s*\(|\b[PX](?:It|Describe|Context|Entry)\s*\(/,
    focus: /\bF(?:It|Describe|Context|Entry)\s*\(/,
  },
  {
    endings: ["rs"],
    comment: slashes,
    test: /^#\[(?:\w+::)*(?:test|rstest|test_case|proptest|quickcheck)\b/,
    assertion: /\b(?:debug_|prop_)?assert\w*!|\bpanic!|\bshould_panic\b/,
    skip: /^#\[ignore\b|^#\[cfg\(any\(\)\)\]|^#!\[cfg\(any\(\)\)\]/,
  },
  {
    endings: ["java", "kt", "kts", "scala", "groovy"],
    comment: slashes,
    test: /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b|\btest\(\s*"|\bit\(\s*"/,
    assertion: /\b(?:assert|expect|verify|should)\w*\b|\bfail\s*\(/,
    skip: /@(?:Disabled|Ignore)\w*\b|\bassumeTrue\s*\(\s*false|\bassumeFalse\s*\(\s*true|\bAssumptions\.abort|\benabled\s*=\s*false|\bx(?:it|test|describe|context)\s*\(|\bignore\s*\(\s*"/,
    focus: /\bf(?:it|test|describe|context)\s*\(\s*"/,
  },
  {
    endings: ["cs", "fs", "vb"],
    comment: slashes,
    test: /[[<](?:Test|TestMethod|TestCase|Fact|Theory|DataTestMethod)\b/,
    assertion: /\bAssert\.|\.Should\w*\s*\(/,
    skip: /[[<,]\s*(?:Ignore|Explicit)\b(?=[\],(>])|\bSkip\s*=\s*"|\bAssert\.(?:Ignore|Inconclusive|Skip)\s*\(/,
  },
  {
    endings: ["rb"],
    comment: hash,
    test: /^(?:x|f)?(?:it|specify|scenario|example|test)\b.*(?:\bdo\b|\{)|^def\s+test_/,
    assertion: /\b(?:expect|assert\w*|refute\w*|should\w*|must_\w+|wont_\w+)\b/,
    skip: /^(?:xit|xdescribe|xcontext|xspecify|xscenario|xexample|skip|pending)\b|[,(]\s*:?(?:skip|pending)\b/,
    focus: /^f(?:it|describe|context|specify|scenario|example)\b|[,(]\s*(?::focus\b|focus:\s*true)/,
  },
  {
    endings: ["php"],
    comment: /^(?:\/\/|\/\*|\*(?!\s*@)|#(?!\[))/,
    test: /\bfunction\s+test\w*\s*\(|@test\b|#\[Test\b|(?<![>\w])(?:it|test)\s*\(/,
    assertion: /(?:\$this->|self::|static::|Assert::)assert\w*\s*\(|\bexpect\w*\s*\(/,
    skip: /\bmarkTest(?:Skipped|Incomplete)\s*\(|->(?:skip|todo)\s*\(|@group\s+skip|#\[Group\(["']skip/,
    focus: /->only\s*\(/,
  },
  {
    endings: ["swift"],
    comment: slashes,
    test: /\bfunc\s+test\w*\s*\(|@Test\b/,
    assertion: /\bXCT(?:Assert|Fail|Unwrap)\w*|#(?:expect|require)\b/,
    skip: /\bXCTSkip\w*|\.disabled\s*\(|\bfunc\s+(?:x|skip|disabled)_?test\w*/i,
  },
  {
    endings: ["ex", "exs"],
    comment: hash,
    test: /^(?:test|property)\s+"/,
    assertion: /\b(?:assert|refute)\w*\b/,
    skip: /@(?:tag|moduletag|describetag)\s+:?skip\b/,
    focus: /@(?:tag|moduletag)\s+:?only\b/,
  },
  {
    endings: ["dart"],
    comment: slashes,
    test: /\b(?:test|testWidgets)\s*\(/,
    assertion: /\b(?:expect|verify)\w*\s*\(/,
    skip: /\bskip\s*:\s*(?:true|["'])|@Skip\b/,
    focus: /\bsolo\s*:\s*true/,
  },
  {
    endings: ["c", "cc", "cpp", "cxx", "h", "hpp", "m", "mm"],
    comment: slashes,
    test: /\b(?:TEST|TEST_F|TEST_P|TYPED_TEST|TEST_CASE|SCENARIO|BOOST_AUTO_TEST_CASE|TEST_METHOD)\s*\(|-\s*\(void\)\s*test\w*/,
    assertion: /\b(?:EXPECT|ASSERT|REQUIRE|CHECK|BOOST_(?:CHECK|REQUIRE|TEST)|XCTAssert)\w*\s*\(|\bassert\s*\(/,
    skip: /\bGTEST_SKIP\b|\bDISABLED_\w+|\[\.\]|\[!(?:mayfail|shouldfail)\]|\bXCTSkip\w*|\bdisabled\s*\(\s*\)|^#if\s+0\b/,
  },
  {
    endings: ["bats", "sh"],
    comment: hash,
    test: /^@test\b|^(?:function\s+)?test_\w+\s*\(\)/,
    assertion: /\bassert\w*\b|\brun\b|(?:^|\s)\[\[?\s|\b(?:test|diff|grep)\s/,
    skip: /^skip\b/,
  },
];
