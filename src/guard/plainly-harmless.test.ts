import * as fc from "fast-check";
import { expect, test } from "vitest";
import { judgeShell } from "./judge-shell.ts";
import { isPlainlyHarmless } from "./plainly-harmless.ts";
import { allTables } from "./shell/fixtures/all-tables.ts";
import { taskScene } from "./shell/fixtures/command-table.ts";

test.each([
  "npm test",
  "npm test -- --reporter=dot && git status --short",
  "git diff HEAD~1 -- src | head -50".replace("~", "^"),
  "grep -rn 'rm -rf .ralph' src",
  "cat .ralph/fix_plan.md",
  "cd src && ls -la; pwd",
  'npx vitest run src/a.test.ts -t "adds two numbers" 2>&1 | tail -20',
  "cargo test || echo failed",
  "pytest -q tests/test_a.py::test_b",
])("M-2 no parser is loaded for %s", (command) => expect(isPlainlyHarmless(command, taskScene)).toBe(true));

test.each([
  "",
  "rm -rf .ralph",
  "npm install x",
  "cat x > y",
  "cat $X",
  'grep "$(x)" y',
  "git push",
  "git log --output=x",
  "cat /proc/self/environ",
  "cd /proc/self && cat environ",
  "ls *",
  "ls & ls",
  "ls\nls",
  "FOO=bar npm test",
  "npx tsx -e x",
  "echo x | sh",
  "find . -delete",
  "cat caf\u00e9",
])("G-4 the whole judgement is asked about %j", (command) => expect(isPlainlyHarmless(command, taskScene)).toBe(false));

test("G-4 what a project forbids is looked for", () =>
  expect(isPlainlyHarmless("npm test", { ...taskScene, denied: ["npm test"] })).toBe(false));

test("G-4 nothing that is refused is taken for plainly harmless", () => {
  const refused = allTables.flatMap((table) => Object.values(table.refused).flat());
  expect(refused.filter((command) => isPlainlyHarmless(command, taskScene))).toEqual([]);
});

test("G-4 it comes to the same as the whole judgement", () => {
  const program = fc.constantFrom(
    ..."cat cd cut date df diff dirname echo egrep fgrep file grep head jq ls nl pwd readlink sleep stat tail tr tree true uname wc which npm pnpm yarn npx cargo go git pytest vitest jest tsc eslint prettier ruff mypy rm sh node env xargs find sed".split(
      " ",
    ),
  );
  const words = fc.constantFrom(
    ..."test t ci run run-script ls outdated start vitest jest tsc eslint status diff log show rev-parse ls-files add push commit check format vet -c -e -n -o -O -x -f -i -rf --eval --output --output=x --fix --exec --pre -- .ralph .ralphrc .git/config /etc/passwd /proc/self/environ environ main HEAD src/a.ts ../x / . .. 'rm -rf .ralph' \"a b\" scripts.x=y a=b PATH=x @x %x 2>&1 >/dev/null node python3 bash sh rm git xargs env".split(
      / (?=(?:[^']*'[^']*')*[^']*$)(?=(?:[^"]*"[^"]*")*[^"]*$)/,
    ),
  );
  const command = fc.tuple(program, fc.array(words, { maxLength: 5 })).map(([name, args]) => [name, ...args].join(" "));
  const line = fc
    .tuple(
      command,
      fc.array(fc.tuple(fc.constantFrom(" && ", "; ", " || ", " | ", ";", "&&"), command), { maxLength: 2 }),
    )
    .map(([first, rest]) => first + rest.map(([between, next]) => between + next).join(""));
  let taken = 0;
  fc.assert(
    fc.property(line, (text) => {
      if (!isPlainlyHarmless(text, taskScene)) return;
      taken++;
      expect(judgeShell(text, taskScene)).toEqual({ allowed: true });
    }),
    { numRuns: 20_000 },
  );
  expect(taken).toBeGreaterThan(500);
});
