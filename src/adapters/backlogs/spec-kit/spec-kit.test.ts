import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { taskId } from "../../../core/task-id.ts";
import { backlogContract, type TaskSeed } from "../../../testing/backlog-contract.ts";
import { branchOf, findTasksFile } from "./find-tasks-file.ts";
import { openSpecKit } from "./open-spec-kit.ts";
import { cpuMsOf } from "../../../testing/cpu-time.ts";

const home = mkdtempSync(join(tmpdir(), "spec-kit-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let roots = 0;
const name = "specs/001-numbers/tasks.md";

function written(files: Readonly<Record<string, string>>): string {
  const root = join(home, `${roots++}`);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}
function opened(text: string) {
  const path = join(written({ [name]: text }), name);
  const open = () => openSpecKit({ path, name, optionalSections: [], nested: "parent" });
  return { backlog: open(), again: open, read: () => readFileSync(path, "utf8") };
}

const line = ({ id, title, state, deps = [] }: TaskSeed): string =>
  `- [${state === "done" ? "X" : " "}] [${id}] ${title}${deps.length === 0 ? "" : ` (depends on ${deps.join(", ")})`}\r\n`;

backlogContract("spec-kit tasks.md", {
  open: async (seeds) => {
    const { backlog, again, read } = opened(
      `# Tasks\r\n\r\n## Phase 1: Setup\r\n\r\n${seeds.map(line).join("")}<!-- - [ ] T9 no -->\r\n`,
    );
    return { backlog, again, content: async () => read() };
  },
  openMissing: async () => openSpecKit({ path: join(home, "none"), name, optionalSections: [], nested: "parent" }),
});

const feature = `# Tasks: Numbers

\`\`\`
- [ ] T000 in a code block
\`\`\`

## Phase 1: Setup

- [ ] T001 Create the folder
- [ ] T002 [P] Configure linting in .eslintrc.json

**Checkpoint**: Foundation ready

## Phase 2: User Story 1 (Priority: P1)

- [ ] T003 [P] [US1] Contract test in tests/contract/add.test.ts
- [ ] T004 [US1] Implement add in src/services/add.ts (depends on T003)

**Checkpoint**: User Story 1 works

## Phase 3: Polish

- [ ] T005 Documentation
`;

describe("B-54 tasks of a feature", () => {
  const heldBy = async (backlog: ReturnType<typeof openSpecKit>) =>
    Object.fromEntries((await backlog.load()).tasks.map(({ id, deps }) => [id, deps]));

  test("ids, labels, phases and paths are read from the line", async () => {
    const { tasks, faults } = await opened(feature).backlog.load();
    expect(faults).toEqual([]);
    expect(tasks.map(({ id }) => id)).toEqual(["T001", "T002", "T003", "T004", "T005"]);
    expect(tasks[2]).toMatchObject({
      title: "Contract test in tests/contract/add.test.ts",
      labels: ["P", "US1"],
      files: ["tests/contract/add.test.ts"],
      group: "Phase 2: User Story 1 (Priority: P1)",
    });
  });

  test("nothing behind a checkpoint while a task before it is open", async () => {
    const { backlog } = opened(feature);
    expect(await heldBy(backlog)).toEqual({
      T001: [],
      T002: [],
      T003: ["T001"],
      T004: ["T003", "T001"],
      T005: ["T001"],
    });
    await backlog.setState({ id: taskId("T001"), state: "done" });
    expect(await heldBy(backlog)).toMatchObject({ T002: [], T003: ["T002"], T005: ["T002"] });
    await backlog.setState({ id: taskId("T002"), state: "done" });
    expect(await heldBy(backlog)).toMatchObject({ T003: [], T004: ["T003"], T005: ["T003"] });
  });

  test("the numbers of OpenSpec are ids", async () => {
    const { backlog, read } = opened(
      "## 1. Setup\n\n- [ ] 1.1 Make it\n- [x] 1.2 Try it\n\n## 2. More\n- [ ] 2.1 Go on\n",
    );
    const { tasks } = await backlog.load();
    expect(tasks.map(({ id, title, state }) => [id, title, state])).toEqual([
      ["1.1", "Make it", "todo"],
      ["1.2", "Try it", "done"],
      ["2.1", "Go on", "todo"],
    ]);
    await backlog.setState({ id: taskId("2.1"), state: "done" });
    expect(read()).toContain("- [x] 2.1 Go on\n");
  });

  test("F038 a box in an example of the format is no task and holds nothing up", async () => {
    const { backlog } = opened("Use this format:\n```\n- [ ] item\n```\n\n- [x] T001 all reviewed\n");
    expect((await backlog.load()).tasks.map(({ id, state }) => [id, state])).toEqual([["T001", "done"]]);
  });
});

test("the branch's own feature is found, else the first with something open", () => {
  const root = written({
    "specs/001-a/tasks.md": "- [x] T001 a\n",
    "specs/002-b/tasks.md": "- [ ] T001 b\n",
    "specs/010-c/tasks.md": "- [ ] T001 c\n",
    "openspec/changes/archive/tasks.md": "- [ ] 1.1 old\n",
    "openspec/changes/add-x/tasks.md": "- [ ] 1.1 x\n",
    ".git/HEAD": "ref: refs/heads/010-c\n",
  });
  expect(findTasksFile(root, branchOf(root))).toBe("specs/010-c/tasks.md");
  expect(findTasksFile(root, "main")).toBe("specs/002-b/tasks.md");
  expect(findTasksFile(join(home, "none"), null)).toBeNull();
});

test("B-4 10,000 tasks with barriers load in well under a second", async () => {
  const phases = Array.from({ length: 10 }, (_, phase) =>
    [
      `## Phase ${phase}: p`,
      "",
      ...Array.from({ length: 1_000 }, (_each, i) => `- [ ] T${10_000 + phase * 1_000 + i} [P] do`),
      "",
      "**Checkpoint**",
      "",
    ].join("\n"),
  );
  const { backlog } = opened(phases.join("\n"));
  const spent = await cpuMsOf(async () => expect((await backlog.load()).tasks).toHaveLength(10_000));
  expect(spent).toBeLessThan(6_000);
});
