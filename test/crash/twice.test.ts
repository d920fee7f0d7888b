import { test } from "vitest";
import { isThorough } from "../../src/testing/thorough.ts";
import { builtHarness } from "./built-harness.ts";
import { expectSurvived } from "./crash-case.ts";
import { scenarioCalled } from "./every-step.ts";
import type { FaultPlan } from "./fault-plan.ts";
import type { Branching, Scenario } from "./scenarios.ts";

// The start that settles a killed run may be killed as well: what it has settled stays settled, the rest is still to be done.
const harness = builtHarness();

type Case = readonly [Scenario["name"], Branching, FaultPlan, FaultPlan];

const few: readonly Case[] = [
  ["lands", "task", { step: "land", at: 2 }, { step: "land", at: 1 }],
  ["withdraws", "task", { step: "withdraw", at: "after effect" }, { step: "withdraw", at: "after intent" }],
];
const all: readonly Case[] = [
  ...few,
  ["lands", "current", { step: "measure", at: "after effect" }, { step: "land", at: "after effect" }],
  ["lands", "task", { step: "land", at: "after intent" }, { step: "land", at: "after effect" }],
  ["parks", "task", { step: "park", at: "after intent" }, { step: "park", at: "after effect" }],
  ["parks", "current", { step: "park", at: 2 }, { step: "park", at: 1 }],
];

test.each(isThorough ? all : few)(
  "L-29 killed again while the next start settles it: a run that %s, branching %s",
  { timeout: 240_000 },
  (name, branching, first, second) =>
    expectSurvived({
      harness: harness.path,
      scenario: scenarioCalled(name),
      branching,
      plans: [first, second],
    }),
);
