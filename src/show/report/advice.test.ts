import { expect, test } from "vitest";
import type { Branching } from "../../core/policy.ts";
import { played } from "../../testing/played-run.ts";
import { honest } from "../../testing/turn.ts";
import { adviceFor } from "./advice.ts";

test.each<[Branching, string]>([
  ["plan", "git merge main"],
  ["task", "git merge ralph/worktree"],
])("L-29 beside a person's tree, branching %s: where the work is, is told", (branching, words) => {
  const { view } = played({ tasks: ["A"], turns: [honest], policy: { branching } });
  const run = view.state.run;
  if (run === null) throw new Error("The run has begun.");
  const beside = { ...run, beside: true, defaultBranch: "ralph/worktree" };
  expect(adviceFor({ ...view, state: { ...view.state, run: beside } })).toContain(words);
});
