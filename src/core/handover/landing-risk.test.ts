import { expect, test } from "vitest";
import { taskClaimed, verdictRead } from "../../testing/sample-facts.ts";
import type { Fact } from "../fact.ts";
import { newIteration, withFact, type IterationView } from "../iteration-view.ts";
import { landingRisk } from "./landing-risk.ts";

const viewOf = (more: Partial<IterationView> = {}, facts: readonly Fact[] = []): IterationView => {
  const claim = taskClaimed("A-1");
  if (claim.kind !== "task-claimed") throw new Error("A claim was wanted.");
  const place = { seq: 1, run: "r1", iteration: 1, at: 0 };
  const begun = newIteration({ ...place, fact: claim }, claim, "workflow");
  return {
    ...facts.reduce((view, fact) => withFact(view, { ...place, fact }), begun),
    gate: "green",
    rounds: 1,
    ...more,
  };
};

test("P-45 a landing with nothing out of the ordinary has no risk", () => {
  expect(landingRisk({ view: viewOf(), measured: null })).toEqual({ score: 0, reasons: [] });
});

test("P-45 each ground adds to the risk, and the weightiest is told first", () => {
  const view = viewOf(
    {
      gateFilesChanged: ["test/a.test.js"],
      discrepancies: [{ field: "filesModified", claimed: 9, measured: 1 }],
      rounds: 3,
      filesChanged: 60,
    },
    [verdictRead({ suspicious: true })],
  );
  const { score, reasons } = landingRisk({ view, measured: null });
  expect(score).toBeGreaterThan(10);
  expect(reasons[0]).toContain("test/a.test.js");
  expect(reasons.join("; ")).toMatch(/suspiciously quick.*filesModified.*mended 2 times/);
});
