import { expect, test } from "vitest";
import { agentFinished, taskClaimed } from "../../testing/sample-facts.ts";
import { correctionsOf } from "./corrections.ts";
import { evolve } from "../evolve.ts";
import type { Fact } from "../fact.ts";
import { recordOf } from "../record.ts";
import { initialState } from "../state.ts";
import { emptyPolicy } from "../policy.ts";

test("L-5 a denial is told also where the last call only asked for the block", () => {
  const denials = [{ tool: "Write", input: ".ralphrc", reason: "it steers the loop" }];
  const facts: readonly Fact[] = [taskClaimed("a"), agentFinished({ denials }), agentFinished({ call: 2 })];
  const state = facts.reduce(
    (before, fact, i) => evolve(before, { seq: i, run: "r", iteration: 1, at: i, fact }),
    initialState(emptyPolicy, 0),
  );
  if (state.current === null) throw new Error("A task is claimed.");
  expect(correctionsOf.record(state.current, recordOf(state, state.current), state.policy)).toEqual([
    expect.stringMatching(/^Write was refused \(it steers the loop\)/),
  ]);
});
