import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nearest } from "./near.ts";
import { shellWords } from "./sources/shell-words.ts";
import { flagName, keys, nearestKey, rows } from "./table.ts";

test("every setting's default is a value that its own schema accepts", () => {
  for (const { path, setting } of rows) {
    expect(setting.schema().safeParse(setting.default), path).toMatchObject({ success: true, data: setting.default });
  }
});

test("no key, older name or option is given twice", () => {
  const named = rows
    .flatMap(({ setting }) => [setting.key, ...Object.keys(setting.aliases ?? {})])
    .filter((key) => key !== undefined);
  expect(new Set(named).size).toBe(named.length);
  const flags = rows.map(({ setting }) => setting.flag).filter((flag) => flag !== undefined);
  expect(new Set(flags.map(flagName)).size).toBe(flags.length);
});

test("reading text never throws, whatever it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const { setting } of rows) setting.schema().safeParse(setting.fromText(text));
    }),
  );
});

test("U-40 all fixed keys are known", () => {
  const fixed =
    "RALPH_SOURCE RALPH_TASK_SOURCE RALPH_PLAYBOOK RALPH_AGENT RALPH_AGENT_COMMAND RALPH_AGENT_FORMAT RALPH_MODEL RALPH_GATE RALPH_BRANCHING RALPH_FORGE RALPH_MAX_ITERATIONS RALPH_MAX_COST RALPH_MAX_TOKENS RALPH_MAX_TIME_MINUTES RALPH_IDLE_TIMEOUT_MINUTES RALPH_ON_LIMIT RALPH_RECOVERY RALPH_REVIEW_MIN_SECONDS RALPH_EXIT_WINDOW RALPH_CONTRACT RALPH_QA RALPH_CLOSE RALPH_FALLBACK_AGENTS RALPH_GUARD_TESTS RALPH_SANDBOX RALPH_FILTER RALPH_LINEAR_URL RALPH_GITHUB_URL RALPH_FOCUSED_TEST RALPH_GATE_ENV_FILE RALPH_NESTED OPTIONAL_SECTIONS RALPH_NO_DESLOP RALPH_ASYNC_MERGE RALPH_ASYNC_MERGE_MAX_PENDING RALPH_LINEAR_PROJECT RALPH_QA_ROLES RALPH_VALIDATOR_COMMAND RALPH_SESSION_EXPIRY_HOURS MAX_CALLS_PER_HOUR CLAUDE_TIMEOUT_MINUTES RALPH_FLEET_DATABASE CB_NO_PROGRESS_THRESHOLD CB_SAME_ERROR_THRESHOLD CB_PERMISSION_DENIAL_THRESHOLD CB_OUTPUT_DECLINE_THRESHOLD CB_COOLDOWN_MINUTES CB_AUTO_RESET RALPH_AGENT_REVIEWER RALPH_AGENT_COMMAND_REVIEWER RALPH_MODEL_SIMPLIFIER RALPH_FAMILY_JUDGE";
  expect(fixed.split(" ").filter((key) => !keys.has(key))).toEqual([]);
});

test.each([
  ["RALPH_MAX_ITERATION", "RALPH_MAX_ITERATIONS"],
  ["RALPH_BRANCING", "RALPH_BRANCHING"],
  ["MAX_ITERATIONS", "RALPH_MAX_ITERATIONS"],
  ["RALPH_BIN", null],
  ["FOO", null],
])("the known key near %s is %s", (key, near) => {
  expect(nearestKey(key)).toBe(near);
});

test("a swap of neighbours is one slip; a word of another meaning is not near", () => {
  expect(nearest("taks", ["task", "plan"])).toBe("task");
  expect(nearest("sideways", ["task", "plan", "current"])).toBeNull();
});

test.each([
  ["node 'a b' \"c d\"", ["node", "a b", "c d"]],
  [String.raw`a\ b "" c`, ["a b", "", "c"]],
  ["  ", []],
  ["open 'quote", null],
])("the words of %j", (line, words) => {
  expect(shellWords(line)).toEqual(words);
});
