import { expect, test } from "vitest";
import { emptyPolicy, type Policy } from "../../core/policy.ts";
import { initialState, type State } from "../../core/state.ts";
import type { Task } from "../../core/task.ts";
import { leftOpen } from "../../core/tracker/own-account.ts";
import type { Backlog, StateChange } from "../../ports/backlog.ts";
import { sampleId, sampleTask } from "../../testing/sample-facts.ts";
import { closeLeftOpen, trackerIn } from "./look-at-tracker.ts";

/** A tracker of these tasks, and what is written to it. */
function trackerOf(tasks: readonly Task[]) {
  const written: StateChange[] = [];
  const backlog: Backlog = {
    kind: "linear",
    files: [],
    load: () => Promise.resolve({ tasks, faults: [], revision: "" }),
    setState: (change) => {
      written.push(change);
      return Promise.resolve(sampleTask(change.id));
    },
  };
  return { backlog, written };
}

const begun = (id: string): Task => ({ ...sampleTask(id), state: "in_progress" });
const stateOf = (more: Partial<Policy>): State => ({
  ...initialState({ ...emptyPolicy, source: "linear", ...more }, 0),
  account: leftOpen([sampleId("A"), sampleId("B")]),
});

test("what agents of an earlier run have left open is closed by a harness that writes, once, and told of", async () => {
  const { backlog, written } = trackerOf([begun("A"), begun("C")]);
  await closeLeftOpen(stateOf({}), { backlog, run: "r2" });
  expect(written).toMatchObject([{ id: "A", state: "done", told: { marker: "r2/A/cleanup" } }]);
  expect(trackerIn(stateOf({}), [{ ...begun("A"), state: "done" }]).tracker).toMatchObject({ cleanup: [] });
});

test("where agents write it is theirs to close, until the tracker says that it is closed", async () => {
  const { backlog, written } = trackerOf([begun("A")]);
  const state = stateOf({ tracker: "agent" });
  await closeLeftOpen(state, { backlog, run: "r2" });
  expect(written).toEqual([]);
  const tasks: readonly Task[] = [begun("A"), { ...sampleTask("B"), state: "done" }, sampleTask("C")];
  expect(trackerIn(state, tasks)).toEqual({ tracker: { open: 2, done: 1, cleanup: ["A"] } });
  expect(trackerIn({ ...stateOf({}), account: {} }, tasks)).toEqual({});
});
