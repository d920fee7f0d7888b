import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { expandBraces } from "./expand-braces.ts";

test.each([
  ["a{b,c}", ["ab", "ac"]],
  ["{rm,-rf,.ralph}", ["rm", "-rf", ".ralph"]],
  ["{a,b}{1,2}", ["a1", "a2", "b1", "b2"]],
  ["x{,.bak}", ["x", "x.bak"]],
  ["{a,{b,c}d}", ["a", "bd", "cd"]],
  ["{1..3}", ["1", "2", "3"]],
  ["{08..10}", ["08", "09", "10"]],
  ["{c..a}", ["c", "b", "a"]],
  ["{1..7..3}", ["1", "4", "7"]],
  ["{a}", ["{a}"]],
  ["${a,b}", ["${a,b}"]],
  ["'{a,b}'", ["'{a,b}'"]],
  ["\\{a,b}", ["\\{a,b}"]],
  ["{'a,b',c}", ["'a,b'", "c"]],
])("%s", (text, words) => expect(expandBraces(text)).toEqual(words));

test("more words than anybody would write are not made", () => expect(expandBraces("{a,b}".repeat(12))).toBeNull());

test("a real shell makes the same words", () => {
  const piece = fc.constantFrom(
    "{",
    "}",
    ",",
    "a",
    "b",
    "1",
    "3",
    "..",
    "{a,b}",
    "{1..3}",
    "'x,y'",
    '"{"',
    "\\{",
    "\\,",
  );
  const words = fc.sample(
    fc.array(piece, { minLength: 1, maxLength: 9 }).map((parts) => parts.join("")),
    { numRuns: 1500, seed: 7 },
  );
  // A brace that stays open at the end of a word, or before the first comma, is read differently by each shell.
  const script = words.map((word) => `printf '%s\\t' ${word}; echo`).join("\n");
  const told = execFileSync("bash", ["--norc", "-f", "-s"], {
    input: script,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
  }).split("\n");
  const unquoted = (word: string): string => word.replaceAll(/'([^']*)'|"([^"]*)"|\\(.)/g, "$1$2$3");
  const wrong = words.flatMap((word, index) => {
    const ours = (expandBraces(word) ?? []).filter((made) => made !== "").map(unquoted);
    const theirs = (told[index] ?? "").split("\t").slice(0, -1);
    return ours.join(" ") === theirs.join(" ") ? [] : [{ word, ours, theirs }];
  });
  expect(wrong).toEqual([]);
});
