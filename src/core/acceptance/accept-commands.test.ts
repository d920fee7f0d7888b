import { expect, test } from "vitest";
import { acceptCommands } from "./accept-commands.ts";

const commandsIn = (criteria: readonly string[], body = ""): readonly string[] =>
  acceptCommands({ acceptance: criteria.map((text) => ({ text, done: false })), body }).map(({ command }) => command);

test("P-47 a criterion is a command in backticks, behind a dollar, or where it begins with a program that runs checks", () => {
  expect(commandsIn(["`npm test -- csv`", "$ make check", "node check.mjs --csv", "./check.sh"])).toEqual([
    "npm test -- csv",
    "make check",
    "node check.mjs --csv",
    "./check.sh",
  ]);
});

test("P-47 prose is never run, whatever word it begins with", () => {
  for (const text of [
    "it works",
    "test coverage is above 80%",
    "make the page fast",
    "find all of the callers",
    "node is not needed any more.",
    "the `name` is kept",
  ])
    expect(commandsIn([text])).toEqual([]);
});

test("P-47 accept lines of a text count, and nothing counts twice", () => {
  const body = "Export.\n- accept: `npm test -- csv`\n  accept: it is quick\naccept: node check.mjs\n";
  expect(commandsIn(["`npm test -- csv`", "the file opens (accept: `node open.mjs`)"], body)).toEqual([
    "npm test -- csv",
    "node open.mjs",
    "node check.mjs",
  ]);
});
