import { describe, expect, test } from "vitest";
import { weakenedTests } from "./weakened-tests.ts";

/** What is found when this line is put into a file that has one test already. */
const whenAdded = (path: string, line: string, before = "") =>
  weakenedTests([{ path, before, after: `${before}\n${line}\n` }]).map(({ what }) => what);

const skips: readonly (readonly [string, readonly string[]])[] = [
  [
    "a.test.ts",
    [
      "it.skip('adds', () => {})",
      "test.skip.each([1])('adds', () => {})",
      "describe.skip('sums', () => {",
      "xit('adds', () => {})",
      "xdescribe('sums', () => {",
      "test.todo('adds')",
      "test.fixme('adds', async () => {})",
      "test('adds', { skip: true }, () => {})",
      "it('adds', { todo: 'later' }, () => {})",
      "t.skip('later')",
      "this.skip()",
      "describe.skipIf(true)('sums', () => {",
    ],
  ],
  [
    "test_a.py",
    [
      "@pytest.mark.skip",
      "@pytest.mark.skip(reason='flaky')",
      "    @pytest.mark.xfail(strict=False)",
      "@unittest.skip('later')",
      "@skipIf(True, 'later')",
      "@unittest.expectedFailure",
      "    pytest.skip('later')",
      "    self.skipTest('later')",
      "pytestmark = pytest.mark.skip",
      "__test__ = False",
    ],
  ],
  [
    "a_test.go",
    ["\tt.Skip()", '\tt.Skipf("later %s", x)', "\tb.SkipNow()", 'PIt("adds", func() {', 'XDescribe("sums", func() {'],
  ],
  ["tests/a.rs", ["#[ignore]", '    #[ignore = "later"]', "#[cfg(any())]"]],
  [
    "ATest.java",
    ["    @Disabled", '    @Disabled("later")', "    @Ignore", "    @DisabledOnOs(OS.LINUX)", "@Test(enabled = false)"],
  ],
  ["ATests.cs", ["[Ignore]", '[Fact(Skip = "later")]', "[Test, Explicit]", '  Assert.Inconclusive("later");']],
  [
    "a_spec.rb",
    ["  xit 'adds' do", "  skip 'later'", "  pending", "  it 'adds', skip: true do", "  it 'adds', :skip do"],
  ],
  ["ATest.php", ["    $this->markTestSkipped('later');", "it('adds', fn () => 1)->skip();", "it('adds')->todo();"]],
  ["ATests.swift", ["    throw XCTSkip()", '@Test(.disabled("later")) func adds() {']],
  ["a_test.exs", ["  @tag :skip", '  @tag skip: "later"', "  @moduletag :skip"]],
  ["a_test.dart", ["  test('adds', () {}, skip: true);", "@Skip('later')"]],
  ["a_test.cc", ["  GTEST_SKIP();", "TEST(Sums, DISABLED_Adds) {", 'TEST_CASE("adds", "[.]") {']],
  ["a.bats", ["  skip 'later'"]],
];

describe.each(skips)("G-3 skipped tests in %s", (path, lines) => {
  test.each(lines)("%s", (line) => expect(whenAdded(path, line, "// something else\n")).toContain("skipped"));
});

const focuses: readonly (readonly [string, readonly string[]])[] = [
  [
    "a.test.js",
    [
      "it.only('adds', () => {})",
      "describe.only('sums', () => {",
      "fit('adds', () => {})",
      "test('a', { only: true }, f)",
    ],
  ],
  ["a_test.go", ['FIt("adds", func() {', 'FDescribe("sums", func() {']],
  ["a_spec.rb", ["  fit 'adds' do", "  it 'adds', :focus do", "  it 'adds', focus: true do"]],
  ["ATest.php", ["it('adds', fn () => 1)->only();"]],
  ["a_test.dart", ["  test('adds', () {}, solo: true);"]],
];

describe.each(focuses)("G-3 focused tests in %s, in a new file too", (path, lines) => {
  test.each(lines)("%s", (line) => {
    expect(whenAdded(path, line)).toContain("focused");
    expect(weakenedTests([{ path, before: null, after: line }]).map(({ what }) => what)).toEqual(["focused"]);
  });
});

const harmless: readonly (readonly [string, string])[] = [
  ["a.test.ts", "it('can skip a line', () => { expect(skip(1)).toBe(2) })"],
  ["a.test.ts", "const todo = list.skip(2);"],
  ["a.test.ts", "// it.skip('adds', () => {})"],
  ["a.test.ts", "it.each([1, 2])('adds %i', () => {})"],
  ["a.test.ts", "expect(xit).toBe(1)"],
  ["test_a.py", "def test_skips_blank_lines():"],
  ["test_a.py", "# @pytest.mark.skip"],
  ["a_test.go", '\tif got := Skip("x"); got != 1 {'],
  ["tests/a.rs", "#[test]"],
  ["ATest.java", "    @Test void ignoresCase() {"],
  ["a_spec.rb", "  it 'skips blank lines' do"],
  ["README.md", "it.skip('adds')"],
];

test.each(harmless)("G-3 %s: %s is no weakening", (path, line) => expect(whenAdded(path, line, "x\n")).toEqual([]));

const suite = `import { add } from "./add.js";
it("adds", () => {
  expect(add(1, 2)).toBe(3);
  expect(add(2, 2)).toBe(4);
});
it("adds nothing", () => {
  expect(add(0, 0)).toBe(0);
});
`;

describe("G-3 what is missing", () => {
  const after = (text: string | null) => weakenedTests([{ path: "test/add.test.js", before: suite, after: text }]);

  test("a file that is gone, or has no test any more", () => {
    expect(after(null)).toMatchObject([{ what: "deleted", line: null, text: "2 tests" }]);
    expect(after("\n")).toMatchObject([{ what: "emptied" }]);
    expect(after("// it('adds') was here\n")).toMatchObject([{ what: "emptied" }]);
  });
  test("a test less, or one commented out", () => {
    const [less] = suite.split('it("adds nothing"');
    expect(after(less ?? "")).toMatchObject([{ what: "fewer-tests", text: "2 → 1" }]);
    const commented = suite.replace(/it\("adds nothing"[^]*/, (rest) => rest.replaceAll(/^/gm, "// "));
    expect(after(commented)).toMatchObject([{ what: "fewer-tests" }]);
  });
  test("a check less in tests that are all there", () =>
    expect(after(suite.replace("  expect(add(2, 2)).toBe(4);\n", ""))).toMatchObject([
      { what: "fewer-assertions", text: "3 → 2" },
    ]));
  test("a check that holds whatever the code does", () =>
    expect(after(suite.replace("expect(add(0, 0)).toBe(0)", "expect(true).toBe(true)"))).toMatchObject([
      { what: "hollow", line: 7 },
    ]));
  test("other words, another order and more tests are no weakening", () => {
    expect(after(suite.replaceAll("adds", "sums"))).toEqual([]);
    expect(after(`${suite}\nit("more", () => { expect(1 + add(1, 1)).toBe(3) })\n`)).toEqual([]);
    expect(after(suite.split("\n").toReversed().join("\n"))).toEqual([]);
  });
  test("tests that moved to another file are there still", () => {
    const moved = [
      { path: "test/add.test.js", before: suite, after: null },
      { path: "test/sum.test.js", before: null, after: suite },
    ];
    expect(weakenedTests(moved)).toEqual([]);
  });
});

test.each([
  [
    "test_a.py",
    "def test_a():\n    assert add(1) == 2\n    assert add(2) == 3\n",
    "def test_a():\n    assert add(1) == 2\n",
  ],
  [
    "a_test.go",
    'func TestA(t *testing.T) {\n\tt.Fatal("x")\n\trequire.Equal(t, 1, 2)\n}\n',
    "func TestA(t *testing.T) {\n}\n",
  ],
  ["tests/a.rs", "#[test]\nfn a() {\n    assert_eq!(add(1), 2);\n}\n", "#[test]\nfn a() {\n}\n"],
  ["ATest.java", "@Test void a() {\n  assertEquals(1, 2);\n}\n", "@Test void a() {\n}\n"],
])("G-3 checks that were taken out of %s are counted", (path, before, after) =>
  expect(weakenedTests([{ path, before, after }])).toMatchObject([{ what: "fewer-assertions" }]),
);
