import { join } from "node:path";
import { expect, test } from "vitest";
import { type Playbook, playbooks, type SourceKind, sourceKinds } from "../../src/core/policy.ts";
import { beadsProgram } from "./beads-program.ts";
import { execPlanFiles } from "./exec-plan-files.ts";
import { brokenGate, project, type RunResult } from "./repository.ts";

// Any playbook works any backlog: each of them on each source, one task to its end, with the script agent.

/** Each source as files; null: nothing works it yet. */
const sources: Readonly<Record<SourceKind, Readonly<Record<string, string>> | null>> = {
  file: {},
  "exec-plan": execPlanFiles([{ title: "add it" }]),
  "task-index": {
    "tasks/index.yaml": "tasks:\n  - id: T-1\n    title: add it\n    status: not-started\n    spec: docs/prd/T-1.md\n",
    "docs/prd/index.md": "| ID | Title | Status |\n| --- | --- | --- |\n| T-1 | add it | not-started |\n",
    "docs/prd/T-1.md": "# T-1: add it\n\n**Status:** not-started\n",
  },
  linear: null,
  github: null,
  "prd-json": { "prd.json": '{ "userStories": [{ "id": "US-1", "title": "add it", "passes": false }] }\n' },
  speckit: { "specs/001-it/tasks.md": "# Tasks\n\n## Phase 1: Setup\n\n- [ ] T001 add it\n" },
  taskmaster: {
    ".taskmaster/tasks/tasks.json":
      '{ "master": { "tasks": [{ "id": 1, "title": "add it", "status": "pending" }] } }\n',
  },
  beads: {},
};

const branching: Readonly<Record<Playbook, string>> = { workflow: "task", increments: "plan", crew: "current" };

const said = (value: unknown): string => JSON.stringify(JSON.stringify(value));
const block = `block:
    STATUS: COMPLETE
    TASKS_COMPLETED_THIS_LOOP: 1
    FILES_MODIFIED: auto
    TESTS_STATUS: PASSING
    WORK_TYPE: IMPLEMENTATION
    EXIT_SIGNAL: false
    RECOMMENDATION: "Next: the next task"`;
const summary = {
  status: "PASS",
  files: [],
  approach: "the smallest change",
  focusedTests: { status: "PASS", failingCommand: null },
  reviewerNotes: [],
  blockers: [],
  discoveries: [],
};
const grades = Object.fromEntries([
  ...["ac_coverage", "code_quality", "test_quality"].flatMap((name) => [
    [`${name}_score`, 5],
    [`${name}_notes`, "as asked"],
  ]),
  ["overall_notes", "none"],
]) as unknown;

const scriptOf = (playbook: Playbook): string => `- match: { role: reviewer }
  answer: ${said({ verdict: "APPROVE", summary: "read it", issues: [], files: [] })}
- match: { role: judge }
  answer: ${said(grades)}
- do:
    - write: { path: "src/{{task}}.js", text: "export {};\\n" }
  ${playbook === "crew" ? `answer: ${said(summary)}` : `answer: Added it.\n  ${block}`}
`;

const pairs = playbooks.flatMap((playbook) =>
  sourceKinds.flatMap((source) => {
    const files = sources[source];
    return files === null ? [] : [{ playbook, source, files }];
  }),
);

test.each(pairs)("P-0 $playbook works $source to its end", async ({ playbook, source, files }) => {
  const rc = {
    RALPH_SOURCE: source,
    RALPH_PLAYBOOK: playbook,
    RALPH_BRANCHING: branching[playbook],
    RALPH_CLOSE: "harness",
    RALPH_AGENT: "script",
    RALPH_AGENT_COMMAND: ".ralph/script.yaml",
    RALPH_REVIEW_MIN_SECONDS: "0",
  };
  await using it = await project({ files, rc, gate: [brokenGate] });
  await it.write(".ralph/script.yaml", scriptOf(playbook));
  const env = source === "beads" ? { PATH: beadsProgram(it.scratch) } : {};
  const program = join(import.meta.dirname, "..", "..", "bin", "ralph.js");
  const outcome = await it.start(process.execPath, [program, "run", "--json"], env).ended;
  const result = JSON.parse(outcome.stdout) as RunResult;
  expect(result, `${result.message} ${outcome.stderr}`).toMatchObject({
    endReason: "plan_complete",
    counts: { landed: 1, open: 0 },
    iterations: [{ playbook, outcome: "landed" }],
  });
  expect(await it.landings()).toHaveLength(1);
  expect(await it.git("status", "--porcelain")).toBe("");
});
