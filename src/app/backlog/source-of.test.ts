import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadConfig } from "../../config/load.ts";
import { kindOfFile, sourceOf } from "./source-of.ts";

const home = mkdtempSync(join(tmpdir(), "source-of-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let roots = 0;

function written(files: Readonly<Record<string, string>>): string {
  const root = join(home, `${roots++}`);
  mkdirSync(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}
async function found(files: Readonly<Record<string, string>>): Promise<string> {
  const root = written(files);
  const { config } = await loadConfig({ root, env: {}, flags: {} });
  return sourceOf(config, root);
}

test("the named source holds, then the named file's kind, then the first backlog that is there", async () => {
  const index = { "tasks/index.yaml": "tasks: []\n" };
  expect(await found({ ...index, ".ralphrc": "RALPH_SOURCE=exec-plan\n" })).toBe("exec-plan");
  expect(await found({ ...index, ".ralphrc": "RALPH_PLAN_FILE=plan.md\n" })).toBe("file");
  expect(await found(index)).toBe("task-index");
  expect(await found({ ...index, ".ralph/fix_plan.md": "- [ ] a\n" })).toBe("file");
  expect(await found({ "docs/exec-plans/active/0001_exec_a.md": "" })).toBe("exec-plan");
  expect(await found({ "prd.json": "{}" })).toBe("prd-json");
  expect(await found({ "specs/001-a/tasks.md": "" })).toBe("speckit");
  expect(await found({})).toBe("file");
});
test("U-44 a file's kind is told by its content", () => {
  const root = written({
    "a.md": "# Plan\n\n## Increment 1: a\n",
    "b.md": "- [ ] increment 1\n",
    "x.json": '{"userStories":[]}',
  });
  expect(
    ["a.md", "b.md", "none.md", "x.yml", "x.json", "y.json", "specs/001-a/tasks.md"].map((name) =>
      kindOfFile(root, name),
    ),
  ).toEqual(["exec-plan", "file", "file", "task-index", "prd-json", "taskmaster", "speckit"]);
});
