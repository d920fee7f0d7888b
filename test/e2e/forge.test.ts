import { expect, test } from "vitest";
import { honest } from "./agents/behaviours.ts";
import { forgeProject } from "./forge-project.ts";

test("R-3 a task lands by a pull request that is merged as one commit, and its branch goes, here and there", async () => {
  await using it = await forgeProject({ plan: 2, agent: [honest] });
  const result = await it.run();
  expect(result).toMatchObject({ endReason: "plan_complete", counts: { landed: 2 } });
  const subjects = (await it.git("log", "--format=%s", "origin/main")).split("\n");
  expect(subjects.slice(0, 2)).toEqual(["feat: add ABC-2 (#2)", "feat: add ABC-1 (#1)"]);
  expect(await it.git("rev-parse", "main")).toBe(await it.github.tip("main"));
  expect((await it.landings()).map(({ task }) => task)).toEqual(["ABC-1", "ABC-2"]);
  expect(await it.git("branch", "--format=%(refname:short)")).toBe("main");
  expect(await it.github.tip("abc-1-add-the-thing-number-1")).toBeNull();
});
