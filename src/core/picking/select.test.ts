import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainTask } from "../plain-task.ts";
import { taskId } from "../task-id.ts";
import { isEpicBoundary, openNested } from "./epic.ts";
import { actionable, openTasks, selectTask, withheldBy } from "./select.ts";
import { isClosed, type Task, type TaskId, type TaskState } from "../task.ts";

const id = taskId;
const ids = (...texts: string[]): TaskId[] => texts.map(id);
const aTask = (name: string, over: Partial<Task> = {}): Task => ({
  ...plainTask(name, name),
  priority: 2,
  group: "One",
  ...over,
});
const picked = (tasks: readonly Task[], context = {}): string | null => selectTask(tasks, context).task?.id ?? null;

describe("B-2 what is next", () => {
  test("the first open task in the order of the source", () => {
    expect(picked([aTask("a", { state: "done" }), aTask("b"), aTask("c")])).toBe("b");
  });
  test("higher priority comes first, then the order of groups, then position", () => {
    const tasks = [
      aTask("a", { group: "One" }),
      aTask("b", { group: "Two" }),
      aTask("c", { group: "One" }),
      aTask("d", { group: "Two", priority: 0 }),
    ];
    expect(actionable(tasks).map((task) => task.id)).toEqual(["d", "a", "c", "b"]);
  });
  test("what we began comes before everything, then the locality hint", () => {
    const tasks = [aTask("a", { priority: 0 }), aTask("b"), aTask("c", { state: "in_progress" })];
    expect(picked(tasks, { ours: new Set(ids("c")), locality: id("b") })).toBe("c");
    expect(picked(tasks, { locality: id("b") })).toBe("b");
    expect(picked(tasks, { locality: id("gone") })).toBe("a");
  });
  test("F206 what is in progress is not picked a second time: not it, not what is nested in it, not what waits for it", () => {
    const tasks = [
      aTask("a", { state: "in_progress" }),
      aTask("b", { parent: taskId("a") }),
      aTask("c", { deps: [taskId("a")] }),
      aTask("d"),
    ];
    expect(selectTask(tasks).task?.id).toBe("d");
    expect(selectTask(tasks.slice(0, 3)).task).toBeNull();
    expect(selectTask(tasks, { ours: new Set([taskId("a")]) }).task?.id).toBe("a");
  });

  test("what somebody else has in progress is left alone", () => {
    const { task, others } = selectTask([aTask("a", { state: "in_progress" })]);
    expect(task).toBeNull();
    expect(others).toEqual([{ id: "a", whyNot: "somebody else has it in progress" }]);
  });
  test("a task whose dependency is open, parked or unknown waits; a closed one lets it go", () => {
    expect(picked([aTask("a", { state: "blocked" }), aTask("b", { deps: ids("a") })])).toBeNull();
    expect(picked([aTask("b", { deps: ids("gone") })])).toBeNull();
    expect(picked([aTask("a", { state: "done" }), aTask("b", { deps: ids("a") })])).toBe("b");
  });
  test.each([["blocked"], ["blocked: no key"], ["needs-human"], ["Blocked:quota"]])(
    "the label %s holds a task back",
    (label) => {
      expect(picked([aTask("a", { labels: [label] })])).toBeNull();
    },
  );
  test("the reason of a label or a state is told", () => {
    const tasks = [
      aTask("a", { labels: ["blocked: no key"] }),
      aTask("b", { state: "needs_human", reason: "which colour?" }),
    ];
    expect(selectTask(tasks).others.map((other) => other.whyNot)).toEqual([
      "it is blocked: no key",
      "it waits for a person: which colour?",
    ]);
  });
  test("parked, faulty and filtered tasks are left out, each with why", () => {
    const { task, others } = selectTask([aTask("a"), aTask("b"), aTask("c"), aTask("d")], {
      parked: new Map([[id("a"), "no progress twice"]]),
      faulty: new Map([[id("b"), "used twice"]]),
      filter: (each) => (each.id === "c" ? "outside the filter" : null),
    });
    expect(task?.id).toBe("d");
    expect(others.map((other) => other.whyNot)).toEqual(["no progress twice", "used twice", "outside the filter"]);
  });
  test("every other open task has a reason, closed ones are not listed", () => {
    const { others, reason } = selectTask([
      aTask("a"),
      aTask("b"),
      aTask("c", { group: "Two" }),
      aTask("d", { state: "done" }),
    ]);
    expect(reason).not.toBe("");
    expect(others).toEqual([
      { id: "b", whyNot: "it comes after a" },
      { id: "c", whyNot: "its group comes after that of a" },
    ]);
  });
  test("nothing open and nothing workable are told apart", () => {
    expect(selectTask([]).reason).toBe("no task is open");
    expect(selectTask([aTask("a", { state: "blocked" })]).reason).toBe("no open task can be worked now");
  });
});

describe("B-44 tasks that the source assigns", () => {
  test("what is assigned to us and begun comes before anything new, the most urgent of them first", () => {
    const begun = { state: "in_progress", mine: true } as const;
    const tasks = [aTask("a", { priority: 0 }), aTask("b", { ...begun, priority: 3 }), aTask("c", begun)];
    expect(picked(tasks)).toBe("c");
  });
  test("what is assigned to us and not begun has its place by priority", () => {
    expect(picked([aTask("a", { priority: 0 }), aTask("b", { mine: true })])).toBe("a");
  });
  test("what somebody else has taken over is theirs, though we began it", () => {
    const tasks = [aTask("a", { state: "in_progress", mine: false })];
    expect(picked(tasks, { ours: new Set(ids("a")) })).toBeNull();
  });
});

describe("B-10 nested tasks", () => {
  const family = [
    aTask("p"),
    aTask("c1", { parent: id("p") }),
    aTask("c2", { parent: id("p"), state: "done" }),
    aTask("g", { parent: id("c1") }),
  ];
  test("are worked with the one above", () => {
    expect(actionable(family).map((task) => task.id)).toEqual(["p"]);
    expect(selectTask(family).others[0]?.whyNot).toContain("worked with p");
  });
  test("come each by itself, before the one above, on wish", () => {
    expect(actionable(family, { nested: "tasks" }).map((task) => task.id)).toEqual(["g"]);
    expect(picked([aTask("p"), aTask("c", { parent: id("p"), state: "done" })], { nested: "tasks" })).toBe("p");
  });
  test("V028 an open one under a ticked parent is worked by itself", () => {
    expect(picked([aTask("p", { state: "done" }), aTask("c", { parent: id("p") })])).toBe("c");
  });
  test("F037 counting and picking see the same tasks", () => {
    expect(openTasks(family).map((task) => task.id)).toEqual(["p", "c1", "g"]);
    expect(openNested(family, id("p"))).toEqual(["g", "c1"]);
  });
});

test("B-12a optional tasks keep no run open and are worked on wish only", () => {
  const tasks = [aTask("a", { optional: true })];
  expect([openTasks(tasks).length, openTasks(tasks, { optional: true }).length]).toEqual([0, 1]);
  expect([picked(tasks), picked(tasks, { optional: true })]).toEqual([null, "a"]);
});

describe("B-12 an epic's boundary", () => {
  test("is its last open task, nested ones aside", () => {
    const tasks = [aTask("a"), aTask("b"), aTask("c", { parent: id("b") }), aTask("d", { group: "Two" })];
    expect(ids("a", "b", "c", "d").map((each) => isEpicBoundary(tasks, each))).toEqual([false, false, false, true]);
    expect(isEpicBoundary([aTask("a", { state: "done" }), ...tasks.slice(1)], id("b"))).toBe(true);
  });
  test("waits for a blocked task, and a task without a group is one by itself", () => {
    expect(isEpicBoundary([aTask("a"), aTask("b", { state: "blocked" })], id("a"))).toBe(false);
    expect(isEpicBoundary([aTask("a", { group: null }), aTask("b", { group: null })], id("a"))).toBe(true);
  });
});

const names = ["a", "b", "c", "d", "e", "f"];
const states: TaskState[] = ["todo", "todo", "in_progress", "done", "blocked", "needs_human", "deferred", "cancelled"];
const anyTasks = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }).chain((chosen) =>
  fc.tuple(
    ...chosen.map((name) =>
      fc
        .record({
          state: fc.constantFrom(...states),
          priority: fc.nat({ max: 3 }),
          optional: fc.boolean(),
          deps: fc.subarray(names),
          parent: fc.constantFrom(null, null, ...names),
          labels: fc.subarray(["blocked", "x"]),
          group: fc.constantFrom("One", "Two", null),
        })
        .map(({ deps, parent, ...rest }) =>
          aTask(name, { ...rest, deps: deps.map(id), parent: parent === null || parent === name ? null : id(parent) }),
        ),
    ),
  ),
);
const anyContext = fc.record({
  ours: fc.subarray(names).map((some) => new Set(some.map(id))),
  parked: fc.subarray(names).map((some) => new Map(some.map((name) => [id(name), "parked"]))),
  nested: fc.constantFrom("parent" as const, "tasks" as const),
  optional: fc.boolean(),
  locality: fc.constantFrom(null, ...names.map(id)),
});

describe("for any tasks", () => {
  test("the choice is workable: open, unblocked, with every dependency closed", () => {
    fc.assert(
      fc.property(anyTasks, anyContext, (tasks, context) => {
        const { task } = selectTask(tasks, context);
        if (task === null) return;
        expect(["todo", "in_progress"]).toContain(task.state);
        expect(task.labels).not.toContain("blocked");
        expect(context.parked.has(task.id)).toBe(false);
        for (const dep of task.deps) expect(tasks.some((each) => each.id === dep && isClosed(each))).toBe(true);
      }),
    );
  });
  test("the choice is the same each time, and every other open task has its reason", () => {
    fc.assert(
      fc.property(anyTasks, anyContext, (tasks, context) => {
        const selection = selectTask(tasks, context);
        expect(selectTask(structuredClone(tasks), context)).toEqual(selection);
        expect(selection.others.length + (selection.task === null ? 0 : 1)).toBe(
          tasks.filter((task) => !isClosed(task)).length,
        );
        expect(selection.others.every((other) => other.whyNot !== "")).toBe(true);
      }),
    );
  });
});

test.each<[string, Partial<Task>, string | null]>([
  ["as we have begun it", { state: "in_progress" }, null],
  ["put back to be done", { state: "todo" }, null],
  ["done by itself, as by the merge", { state: "done" }, null],
  ["cancelled", { state: "cancelled" }, "it is cancelled"],
  ["stopped for a reason", { state: "blocked", reason: "wait for legal" }, "it is blocked: wait for legal"],
  ["left to a person", { state: "needs_human" }, "it waits for a person"],
  ["put off", { state: "deferred" }, "it is deferred"],
  ["stopped by a label", { state: "in_progress", labels: ["blocked: legal"] }, "it is blocked: legal"],
])("R-4 work whose task stands %s", (_how, over, why) => {
  expect(withheldBy(aTask("a", over))).toBe(why);
});
