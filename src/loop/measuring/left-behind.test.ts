import { expect, test } from "vitest";
import { evolve } from "../../core/evolve.ts";
import type { Fact } from "../../core/fact.ts";
import { initialState, type State } from "../../core/state.ts";
import type { DirtyPath } from "../../ports/workspace.ts";
import { plainPolicy } from "../../testing/played-run.ts";
import { dirtyBefore, leftBehind } from "./left-behind.ts";

const fresh = initialState(plainPolicy, 0);
const after = (fact: Fact, state: State = fresh): State =>
  evolve(state, { run: "r", seq: 1, iteration: 0, at: 0, fact });

/** Eyes that see these paths, untracked unless told. */
const eyes = (...paths: readonly string[]) => {
  const dirty = paths.map((path): DirtyPath => ({ path, state: path.startsWith("old/") ? "modified" : "untracked" }));
  return {
    workspace: { look: () => Promise.resolve({ head: "h", branch: "main", dirty }) },
    backlog: { files: [".ralph/fix_plan.md"] },
  };
};

test("L-29 what is untracked after commands and was not there before is left behind; tracked files are not", async () => {
  const before = await dirtyBefore(fresh, eyes("mine.txt"));
  expect(await leftBehind(before, fresh, eyes("mine.txt", "old/a.ts", "coverage/out", ".ralph/run.lock"))).toEqual([
    "coverage/out",
  ]);
});

test.each<Fact>([
  { kind: "baseline-taken", tree: "t", receipts: [], problem: null, leftovers: ["out"] },
  { kind: "repository-prepared", cleaned: [], receipts: [], failing: null, leftovers: ["out"] },
  { kind: "acceptance-judged", round: 1, tree: "t", receipts: [], met: [], unmet: [], leftovers: ["out"] },
])("L-29 what $kind tells as left behind is set aside, and is not left behind a second time", async (fact) => {
  const state = after(fact);
  expect(state.leftovers).toEqual(["out"]);
  expect(await dirtyBefore(state, eyes("out", "mine"))).toEqual(["mine"]);
  expect(await leftBehind([], state, eyes("out"))).toEqual([]);
});

test("a ledger of before that tells nothing of leftovers has none", () => {
  expect(after({ kind: "baseline-taken", tree: "t", receipts: [], problem: null }).leftovers).toEqual([]);
});
