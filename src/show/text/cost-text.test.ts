import { expect, test } from "vitest";
import { costText } from "./cost-text.ts";

test.each([
  [{ costUsd: null, costEstimated: false, unknownCalls: 3 }, "cost unknown"],
  [{ costUsd: 1.2, costEstimated: false, unknownCalls: 0 }, "1.20 USD"],
  [{ costUsd: 1.2, costEstimated: true }, "1.20 USD (estimated)"],
  [{ costUsd: 0.004, costEstimated: true, unknownCalls: 1 }, "0.0040 USD (estimated, 1 call of unknown cost)"],
  [{ costUsd: 0, costEstimated: false, unknownCalls: 2 }, "0.00 USD (2 calls of unknown cost)"],
])("A-4 F214 %o is told as %s", (spent, text) => {
  expect(costText(spent)).toBe(text);
});
