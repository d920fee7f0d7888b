import { describe, expect, test } from "vitest";
import { judgeShell } from "../judge-shell.ts";
import { allTables } from "./fixtures/all-tables.ts";
import { taskScene } from "./fixtures/command-table.ts";

const ruleOf = (command: string): string | null => {
  const judgement = judgeShell(command, taskScene);
  return judgement.allowed ? null : judgement.rule;
};

describe.each(allTables)("$title", ({ refused, allowed }) => {
  test.each(Object.entries(refused))("refused by %s", (rule, commands) => {
    expect(commands.length).toBeGreaterThan(0);
    expect(
      commands.map((command) => [command, ruleOf(command)]).filter(([, by]) => by !== rule),
      "commands that are not refused, or by another rule",
    ).toEqual([]);
  });

  test.skipIf(allowed.length === 0)("allowed", () => {
    expect(
      allowed.map((command) => [command, ruleOf(command)]).filter(([, by]) => by !== null),
      "commands that are refused",
    ).toEqual([]);
  });
});

test("there are many of them", () => {
  expect(allTables.flatMap(({ refused }) => Object.values(refused)).flat().length).toBeGreaterThan(1000);
  expect(allTables.flatMap(({ allowed }) => allowed).length).toBeGreaterThan(500);
});
