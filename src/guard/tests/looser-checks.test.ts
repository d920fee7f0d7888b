import { describe, expect, test } from "vitest";
import { cpuMsOf } from "../../testing/cpu-time.ts";
import { isLooser, strictnessOf } from "./looser-checks.ts";
import { weakenedTests } from "./weakened-tests.ts";

const checksLess = (before: string, after: string): boolean => isLooser(strictnessOf(before), strictnessOf(after));

const looser: readonly (readonly [before: string, after: string])[] = [
  ["expect(f(x)).toBeCloseTo(x, 7);", "expect(f(x)).toBeCloseTo(x, 2);"],
  ["expect(f(1, 2)).toBeCloseTo(g(1, 2), 7);", "expect(f(1, 2)).toBeCloseTo(g(1, 2), 6);"],
  ["expect(a).toBeCloseTo(x, 7);", "expect(a).toBeCloseTo(x);"],
  ["expect(a).toBeCloseTo(x);", "expect(a).toBeCloseTo(x, 1);"],
  ["expect(a).to.be.closeTo(3, 0.001);", "expect(a).to.be.closeTo(3, 0.1);"],
  ["expect(Math.abs(a - b)).toBeLessThan(1e-9);", "expect(Math.abs(a - b)).toBeLessThan(1e-3);"],
  ["expect(list.length).toBeGreaterThan(5);", "expect(list.length).toBeGreaterThan(0);"],
  ["expect(a).toBe(3.3);", "expect(a).toBeCloseTo(3.3);"],
  ["expect(f(a)).toEqual([1, 2]);", "expect(f(a)).toBeTruthy();"],
  ["expect(f(a)).toEqual([1, 2]);", "expect(f(a)).toContain(1);"],
  ["expect(f(a)).toBe(2);", "expect(f(a)).not.toBe(3);"],
  ["assert a == pytest.approx(3, rel=1e-6)", "assert a == pytest.approx(3, rel=1e-2)"],
  ["assert a == 3.3", "assert a == pytest.approx(3.3)"],
  ["assert a == 3", "assert a"],
  ["self.assertAlmostEqual(a, b, places=7)", "self.assertAlmostEqual(a, b, places=2)"],
  ["self.assertAlmostEqual(a, b, 7)", "self.assertAlmostEqual(a, b, 2)"],
  ["self.assertEqual(a, b)", "self.assertAlmostEqual(a, b)"],
  ["np.testing.assert_allclose(a, b, rtol=1e-7)", "np.testing.assert_allclose(a, b, rtol=1e-3)"],
  ["assert abs(a - b) < 1e-9", "assert abs(a - b) < 0.1"],
  ["assert.InDelta(t, 1.0, x, 0.001)", "assert.InDelta(t, 1.0, x, 0.5)"],
  ["assert_relative_eq!(a, b, epsilon = 1e-9);", "assert_relative_eq!(a, b, epsilon = 1e-2);"],
  ["assert!((a - b).abs() < 1e-9);", "assert!((a - b).abs() < 1.0);"],
  ["assertEquals(1.0, x, 0.001);", "assertEquals(1.0, x, 0.1);"],
  ["assertThat(x).isCloseTo(1.0, within(0.001));", "assertThat(x).isCloseTo(1.0, within(0.1));"],
  ["Assert.Equal(1.0, x, 6);", "Assert.Equal(1.0, x, 2);"],
  ["expect(x).to be_within(0.001).of(1)", "expect(x).to be_within(0.1).of(1)"],
  ["assert_in_delta 1.0, x, 0.001", "assert_in_delta 1.0, x, 0.1"],
  ["$this->assertEqualsWithDelta(1.0, $x, 0.001);", "$this->assertEqualsWithDelta(1.0, $x, 0.1);"],
  ["XCTAssertEqual(a, b, accuracy: 0.001)", "XCTAssertEqual(a, b, accuracy: 0.1)"],
  ["EXPECT_NEAR(a, b, 1e-6);", "EXPECT_NEAR(a, b, 1e-2);"],
];

describe("F232 a check that lets more pass than it did", () => {
  test.each(looser)("%s → %s", (before, after) => {
    expect(checksLess(before, after)).toBe(true);
    expect(checksLess(after, before)).toBe(false);
    expect(checksLess(before, before)).toBe(false);
  });

  test.each([
    ["another value", "expect(a).toBeCloseTo(x, 7);", "expect(a).toBeCloseTo(y, 7);"],
    ["another subject", "expect(a).toBeCloseTo(x, 7);", "expect(b).toBeCloseTo(x, 2);"],
    ["another expected value, as strict", "expect(a).toBe(3);", "expect(a).toBe(4);"],
    ["a stricter matcher", "expect(a).toBeTruthy();", "expect(a).toBe(true);"],
    ["as strict in other words", "expect(a).toBe(3);", "expect(a).toEqual(3);"],
    ["a vague check of something else", "expect(a).toBe(3);", "expect(b).toBeDefined();"],
    ["other figures in the value", "assertEquals(1, f(2));", "assertEquals(1, f(3));"],
    ["another expected figure", "assertEquals(1, 3);", "assertEquals(1, 4);"],
    ["another expected figure of a call", "assertEquals(f(1, 2), 3);", "assertEquals(f(1, 2), 4);"],
    ["another bound, stricter", "expect(n).toBeLessThan(100);", "expect(n).toBeLessThan(10);"],
    ["a line that nobody wrote", `expect(a).toBeCloseTo(x, 7);${" ".repeat(600)}`, "expect(a).toBeCloseTo(x, 2);"],
    ["a stricter assert", "assert a", "assert a == 3"],
  ])("%s is none", (_, before, after) => expect(checksLess(before, after)).toBe(false));

  test("two versions of a large file are compared quickly", async () => {
    const file = (digits: number) =>
      Array.from({ length: 5_000 }, (_, i) => `  expect(f(${i})).toBeCloseTo(${i}, ${digits});`).join("\n");
    const compared = () => weakenedTests([{ path: "a.test.ts", before: file(7), after: file(2) }]);
    expect(await cpuMsOf(compared)).toBeLessThan(3_000);
    expect(compared().length).toBe(5_000);
  });

  test("it is named with its line, and with what it was; the same line moved is none", () => {
    const before = "it('a', () => {\n  expect(f(x)).toBeCloseTo(x, 7);\n});\n";
    const found = (after: string) => weakenedTests([{ path: "a.test.ts", before, after }]);
    expect(found(before.replace("7", "2"))).toEqual([
      {
        path: "a.test.ts",
        line: 2,
        what: "looser",
        text: "expect(f(x)).toBeCloseTo(x, 7); → expect(f(x)).toBeCloseTo(x, 2);",
      },
    ]);
    expect(found(`// first\n\n${before}`)).toEqual([]);
    expect(found(before.replace("7", "9"))).toEqual([]);
    // Beside the strict check a loose one takes nothing away.
    expect(found(before.replace("7);", "7);\n  expect(f(x)).toBeCloseTo(x, 2);"))).toEqual([]);
  });
});
