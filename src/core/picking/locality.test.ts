import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampleTask } from "../../testing/sample-facts.ts";
import { taskId } from "../task-id.ts";
import type { Task } from "../task.ts";
import { nearestTask, nearnessTo } from "./locality.ts";

const aTask = (id: string, over: Partial<Task> = {}): Task => ({ ...sampleTask(id), ...over });
const nearnessOf = (task: Task, touched: readonly string[]): number => nearnessTo(touched)(task);
const nearest = (tasks: readonly Task[], touched: readonly string[]): string | null =>
  nearestTask(tasks, tasks, touched);

describe("B-44 the nearest task", () => {
  test("the one whose files overlap most with those just touched, wherever it names them", () => {
    const tasks = [
      aTask("far", { files: ["docs/guide.md"] }),
      aTask("half", { body: "mend `src/mail/send.ts` and src/mail/queue.ts" }),
      aTask("near", { title: "tidy src/mail/send.ts" }),
    ];
    expect(nearest(tasks, ["src/mail/send.ts"])).toBe("near");
  });

  test("the overlap is the same both ways: a task that names everything is near to nothing in particular", () => {
    const broad = aTask("broad", { files: ["lib/a.ts", "lib/b.ts", "x/c.ts", "y/d.ts"] });
    expect(nearnessOf(broad, ["lib/a.ts"])).toBeLessThan(
      nearnessOf(aTask("one", { files: ["lib/a.ts"] }), ["lib/a.ts"]),
    );
    expect(nearnessOf(aTask("t", { files: ["a.ts"] }), ["a.ts", "b.ts"])).toBe(
      nearnessOf(aTask("t", { files: ["a.ts", "b.ts"] }), ["a.ts"]),
    );
  });

  test("the same module counts a little; a folder of all code is none, nor is the root", () => {
    expect(nearest([aTask("a", { files: ["web/a.ts"] }), aTask("b", { files: ["api/b.ts"] })], ["api/z.ts"])).toBe("b");
    expect(nearest([aTask("a", { files: ["src/web/a.ts"] })], ["src/api/z.ts"])).toBeNull();
    expect(nearest([aTask("a", { files: ["package.json"] })], ["README.md"])).toBeNull();
    expect(nearest([aTask("a", { files: ["src/api/"] })], ["src/api/z.ts"])).toBe("a");
  });

  test("a near task that waits for another brings that one forward, and is never put before it", () => {
    const first = aTask("first");
    const near = aTask("near", { files: ["src/mail/send.ts"], deps: [taskId("middle")] });
    const middle = aTask("middle", { deps: [taskId("first")] });
    const tasks = [aTask("other"), first, middle, near];
    expect(nearestTask([tasks[0] ?? first, first], tasks, ["src/mail/send.ts"])).toBe("first");
  });

  test("nothing touched, nothing named or nothing near: no task", () => {
    expect(nearest([aTask("a", { files: ["a.ts"] })], [])).toBeNull();
    expect(nearest([aTask("a")], ["src/a.ts"])).toBeNull();
  });

  test("of equals the first, and a circle of dependencies ends", () => {
    const twin = { files: ["src/mail/send.ts"] };
    expect(nearest([aTask("a", twin), aTask("b", twin)], twin.files)).toBe("a");
    const circle = [aTask("a", { deps: [taskId("b")] }), aTask("b", { ...twin, deps: [taskId("a")] })];
    expect(nearest(circle, twin.files)).toBe("b");
  });

  test("it is always one of those that are ready", () => {
    const files = fc.subarray(["src/a/1.ts", "src/a/2.ts", "src/b/1.ts", "docs/x.md"]);
    fc.assert(
      fc.property(fc.array(files, { maxLength: 6 }), files, fc.nat(6), (named, touched, cut) => {
        const all = named.map((one, n) => aTask(`T${n}`, { files: one, deps: n === 0 ? [] : [taskId("T0")] }));
        const ready = all.slice(0, cut);
        const chosen = nearestTask(ready, all, touched);
        expect(chosen === null || ready.some(({ id }) => id === chosen)).toBe(true);
      }),
    );
  });
});
