import { expect, test } from "vitest";
import type { Task } from "../../../core/task.ts";
import { taskId } from "../../../core/task-id.ts";
import { itemsOf, typedItem, withNewItems } from "./new-items.ts";
import { readPlan } from "./plan.ts";
import { tasksOf } from "./tasks.ts";

const options = { name: "plan.md", optionalSections: [] };
const tasksIn = (text: string): readonly Task[] => tasksOf(readPlan(text, options), options.name, true);

test("B-5 a new item goes behind the last one of its section, with its bullet and line ends; no other byte changes", () => {
  const text = "# P\r\n\r\n## One\r\n\r\n* [ ] a\r\n  more\r\n\r\n## Two\r\n\r\n- [ ] b";
  expect(withNewItems(text, [typedItem("new", "one")], options)).toBe(
    "# P\r\n\r\n## One\r\n\r\n* [ ] a\r\n  more\r\n* [ ] new\r\n\r\n## Two\r\n\r\n- [ ] b",
  );
  expect(withNewItems(text, [typedItem("new", null)], options)).toBe(`${text}\r\n- [ ] new\r\n`);
});

test("B-5 a section that is not there is made at the end; an empty one takes the item below its heading", () => {
  expect(withNewItems("# P\n\n- [ ] a\n", [typedItem("new", "More")], options)).toBe(
    "# P\n\n- [ ] a\n\n## More\n\n- [ ] new\n",
  );
  expect(withNewItems("# P\n\n## More\n\n## Z\n\n- [ ] z\n", [typedItem("new", "More")], options)).toBe(
    "# P\n\n## More\n\n- [ ] new\n## Z\n\n- [ ] z\n",
  );
  expect(withNewItems("", [typedItem("new", null)], options)).toBe("# Plan\n\n## Tasks\n\n- [ ] new\n");
});

test("a text of several lines is one item", () => {
  expect(typedItem(" a\n- [x] b ", null).lines).toEqual(["- [ ] a - [x] b"]);
});

test("B-5 what is exported and imported keeps every field that Markdown has", () => {
  const text = [
    "# P",
    "",
    "## One",
    "",
    "- [ ] **AB-1** parent",
    "  Some words.",
    "  deps: AB-3",
    "  files: src/a.ts, src/b.ts",
    "  gate: npm test",
    "  accept: it works",
    "  priority: high",
    "  - [x] **AB-2** child",
    "- [ ] **AB-3** other (blocked: no key)",
    "",
    "## Two",
    "",
    "- [>] **AB-4** later (deferred: next year)",
    "- [ ] **AB-5** asks (needs-human: which one?)",
    "",
  ].join("\n");
  const before = tasksIn(text);
  const after = tasksIn(withNewItems("", itemsOf(before), options));
  const plain = (task: Task) => ({ ...task, source: null });
  expect(after.map(plain)).toEqual(before.map(plain));
});

test("an id that Markdown can't show is left out, so that the item gets one of its own", () => {
  const [task] = tasksIn("- [ ] **AB-1** a\n");
  expect(itemsOf(task === undefined ? [] : [{ ...task, id: taskId("7") }])[0]?.lines[0]).toBe("- [ ] a");
});
