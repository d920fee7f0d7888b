import { expect, test } from "vitest";
import { opened } from "../../src/adapters/backlogs/linear/fixtures/played-linear.ts";
import { groupSize, isEpicBoundary } from "../../src/core/picking/epic.ts";
import { startLinear } from "../../src/stand-ins/linear/start-linear.ts";

test("B-12 on Linear the last open issue of its epic, else of its cycle, milestone or parent, is a boundary", async () => {
  await using server = await startLinear({
    seed: {
      projects: ["Demo"],
      issues: [
        { identifier: "AB-1", title: "[Epic] Mail" },
        { identifier: "AB-2", title: "send", parent: "AB-1", cycle: "Week 1", state: "Done" },
        { identifier: "AB-3", title: "receive", parent: "AB-1", cycle: "Week 1", labels: ["large"] },
        { identifier: "AB-4", title: "in a cycle", cycle: "Week 1" },
        { identifier: "AB-5", title: "in the same", cycle: "Week 1" },
        { identifier: "AB-6", title: "alone [L]" },
        { identifier: "AB-7", title: "of a parent that is no epic", parent: "AB-6" },
      ],
    },
  });
  const { tasks } = await opened(server).load();
  const boundaries = tasks.flatMap(({ id, state }) => (state !== "done" && isEpicBoundary(tasks, id) ? [id] : []));
  expect(boundaries).toEqual(["AB-1", "AB-3", "AB-6", "AB-7"]);
  expect(tasks.filter(({ large }) => large).map(({ id }) => id)).toEqual(["AB-3", "AB-6"]);
  expect(tasks.map(({ id }) => groupSize(tasks, id))).toEqual([1, 2, 2, 2, 2, 1, 1]);
});
