import { expect, test } from "vitest";
import { emptyPolicy, type Policy } from "../policy.ts";
import { agentWritesRefusals } from "./agent-writes-refusals.ts";

const byAgents: Policy = { ...emptyPolicy, source: "linear", tracker: "agent" };

test.each<[string, Partial<Policy>, string]>([
  ["an audit", { audit: true }, "RALPH_LINEAR_WRITES=harness"],
  ["another playbook", { playbook: "crew", answer: "summary" }, "RALPH_PLAYBOOK=workflow"],
  ["a contract without its fields", { contract: "status/1" }, "RALPH_CONTRACT=workflow/1.2"],
  ["an answer without a block", { answer: "summary" }, "work.answer"],
])("agents can't write to the tracker in %s: that is said once, with its cure", (_what, over, cure) => {
  expect(agentWritesRefusals({ ...byAgents, ...over })).toEqual([expect.stringContaining(cure)]);
});

test("nothing is refused where they can, and where the harness writes", () => {
  expect(agentWritesRefusals(byAgents)).toEqual([]);
  expect(agentWritesRefusals({ ...emptyPolicy, source: "linear", audit: true, contract: "status/1" })).toEqual([]);
});
