import { describe, expect, test } from "vitest";
import { agentFinished, taskClaimed } from "../../testing/sample-facts.ts";
import { runStarted, samplePolicy, sampleStart, sampleView } from "../../testing/sample-run.ts";
import { hear, newActivity } from "./activity.ts";
import { budgetText, countText, spentText } from "./budget-text.ts";
import { moneyText } from "../text/cost-text.ts";

const idle = newActivity(null, sampleStart);
const begun = [runStarted(), taskClaimed("T-1")];
const usage = { in: 1_000, out: 200, cachedRead: 0, cachedWrite: 0 };

describe("U-6 what was spent", () => {
  test("what nobody said is unknown, not zero", () => {
    const view = sampleView([...begun, agentFinished({ costUsd: null, usage: null })]);
    expect(spentText(view, idle)).toBe("cost unknown · tokens unknown");
  });

  test("the call under way counts as far as it is known", () => {
    const view = sampleView([...begun, agentFinished({ costUsd: 0.25, usage })]);
    const busy = hear(
      hear(idle, { type: "cost", usd: 0.5 }, sampleStart),
      { type: "usage", usage, mode: "add" },
      sampleStart,
    );
    expect(spentText(view, idle)).toBe("0.25 USD · 1.2k tokens");
    expect(spentText(view, busy)).toBe("0.75 USD · 2.4k tokens");
  });

  test("an estimate is called one", () => {
    const view = sampleView([...begun, agentFinished({ costUsd: 1, costEstimated: true })]);
    expect(spentText(view, idle)).toMatch(/^1\.00 USD \(estimated\)/);
  });
});

describe("U-6 what is left", () => {
  test("each bound that there is, and the names of those that there are not", () => {
    const view = sampleView([...begun, agentFinished({ costUsd: 2 })]);
    expect(budgetText(view, idle, sampleStart + 600_000)).toBe(
      "19 of 20 iterations · 50 min 00 s · 3.00 USD · no bound on tokens",
    );
  });

  test("nothing is left of what was overspent", () => {
    const policy = { ...samplePolicy, run: { iterations: 1, timeMs: 1_000, costUsd: 1, tokens: 10 } };
    const view = sampleView([runStarted(policy), taskClaimed("T-1"), agentFinished({ costUsd: 2, usage })]);
    expect(budgetText(view, idle, sampleStart + 5_000)).toBe("0 of 1 iterations · 0 s · 0.00 USD · 0 tokens");
  });

  test("a run without further bounds says so", () => {
    const policy = { ...samplePolicy, run: { iterations: 3, timeMs: null, costUsd: null, tokens: null } };
    expect(budgetText(sampleView([runStarted(policy)]), idle, sampleStart)).toBe(
      "3 of 3 iterations · no bound on time, cost or tokens",
    );
  });
});

test.each([
  [999, "999"],
  [1_234, "1.2k"],
  [999_949, "999.9k"],
  [999_950, "1.0M"],
  [4_500_000, "4.5M"],
])("%i is written %s", (count, text) => {
  expect(countText(count)).toBe(text);
});

test("less than a cent is not nothing", () => {
  expect(moneyText(0.0012)).toBe("0.0012 USD");
  expect(moneyText(0)).toBe("0.00 USD");
});
