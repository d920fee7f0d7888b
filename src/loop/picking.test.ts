import { describe, expect, test } from "vitest";
import { hintFound } from "../core/picking/hint-found.ts";
import { selectTask } from "../core/picking/select.ts";
import type { Task } from "../core/task.ts";
import { sampleId, sampleTask } from "../testing/sample-facts.ts";
import { contextOf, pickingBy } from "./picking.ts";
import type { PickMemory } from "./tools.ts";

const aTask = (id: string, over: Partial<Task> = {}): Task => ({ ...sampleTask(id), priority: 2, ...over });
const choices = { optional: false, nested: "parent", filter: null } as const;
const memory = { ours: [], parked: [] };

const picked = (tasks: readonly Task[], more: Partial<PickMemory>): string => {
  const pick = pickingBy(choices).pick({ tasks, faults: [], revision: "" }, { ...memory, ...more });
  return pick === null ? "none" : `${pick.task.id} ${pick.near ?? "-"}`;
};

describe("B-44 what lies near is picked first", () => {
  const touched = ["src/mail/send.ts"];
  const near = aTask("near", { files: touched });

  test("a hint goes before all that nobody has begun, even before what is more urgent", () => {
    const tasks = [aTask("a", { priority: 0 }), aTask("b"), near];
    expect(picked(tasks, { hint: sampleId("b"), touched })).toBe("b hint");
    expect(picked(tasks, { hint: sampleId("b"), ours: [sampleId("a")] })).toBe("a -");
  });

  test("a hint that is closed, unknown, blocked or set aside is passed over", () => {
    const tasks = [aTask("a"), aTask("done", { state: "done" }), aTask("held", { labels: ["blocked"] }), aTask("c")];
    for (const hint of ["done", "held", "gone"]) expect(picked(tasks, { hint: sampleId(hint) })).toBe("a -");
    expect(picked(tasks, { hint: sampleId("c"), parked: [sampleId("c")] })).toBe("a -");
  });

  test("without a hint the task whose files were just touched, among the most urgent ones", () => {
    expect(picked([aTask("a"), near], { touched })).toBe("near overlap");
    expect(picked([aTask("a", { priority: 1 }), near], { touched })).toBe("a -");
    expect(picked([aTask("a"), near], { touched: [] })).toBe("a -");
  });

  test("it is told what became of a hint, and why it is not followed", () => {
    const tasks = [aTask("a"), aTask("held", { labels: ["blocked: no key"] })];
    const found = (id: string) => {
      const hint = sampleId(id);
      const context = contextOf({ tasks, faults: [], revision: "" }, choices, { ...memory, hint });
      return hintFound(hint, selectTask(tasks, context))?.whyNot;
    };
    expect([found("a"), found("held"), found("x")]).toEqual([
      null,
      "it is blocked: no key",
      "no open task has this id",
    ]);
  });
});

test("B-43 an audit run counts audits alone, so that it is complete when they are closed", () => {
  const tasks = [aTask("a", { labels: ["audit-readonly"] }), aTask("b"), aTask("c", { labels: ["audit-digest"] })];
  const standing = (audit: boolean) =>
    pickingBy({ ...choices, audit }).standing({ tasks, faults: [], revision: "" }, []);
  expect([standing(true).open, standing(true).actionable]).toEqual([1, 1]);
  expect([standing(false).open, standing(false).actionable]).toEqual([3, 1]);
});

test("B-43 the audits of the campaign that was begun go before those of another one", () => {
  const labels = ["audit-readonly"];
  const tasks = [aTask("1", { labels, group: "One", priority: 0 }), aTask("2", { labels, group: "Two" })];
  const pick = (campaign: string | null) =>
    pickingBy({ ...choices, audit: true }).pick({ tasks, faults: [], revision: "" }, { ...memory, campaign })?.task.id;
  expect([pick(null), pick("group:Two")]).toEqual(["1", "2"]);
});

test("B-2 B-33a what a label holds back is counted as the label says, so that the end names what is waited for", () => {
  const tasks = [
    aTask("a", { labels: ["blocked: no key"] }),
    aTask("b", { labels: ["needs-human"] }),
    aTask("c", { labels: ["blocked"], state: "done" }),
    aTask("d"),
  ];
  expect(pickingBy(choices).standing({ tasks, faults: [], revision: "" }, [])).toMatchObject({
    actionable: 1,
    blocked: 1,
    needsHuman: 1,
    done: 1,
  });
});
