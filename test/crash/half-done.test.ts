import { expect, test } from "vitest";
import { isThorough } from "../../src/testing/thorough.ts";
import { builtHarness } from "./built-harness.ts";
import { expectSurvivedInEveryGitCall } from "./crash-case.ts";
import { scenarioCalled } from "./every-step.ts";

// Between two facts an effect is many calls of git. A harness that dies between any two of them leaves half of it behind.
const harness = builtHarness();

const landing = { step: "land", nth: 1, name: "lands", branching: "task" } as const;
const all = [
  landing,
  { step: "land", nth: 1, name: "lands", branching: "current" },
  { step: "park", nth: 2, name: "parks-twice", branching: "task" },
  { step: "claim", nth: 1, name: "lands", branching: "task" },
] as const;

test.each(isThorough ? all : [landing])(
  "L-29 kill -9 after each git call of $step, as a run $name, branching $branching",
  { timeout: 600_000 },
  async ({ step, nth, name, branching }) => {
    const crash = { harness: harness.path, scenario: scenarioCalled(name), branching };
    expect(await expectSurvivedInEveryGitCall(crash, { step, nth })).toBeGreaterThan(0);
  },
);
