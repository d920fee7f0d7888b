import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readPromptTexts } from "../../src/adapters/prompts/read-prompt-texts.ts";
import { readSqliteLedger } from "../../src/adapters/ledger/sqlite/read-sqlite-ledger.ts";
import type { Entry } from "../../src/core/fact.ts";
import { taskIndexFiles } from "../../test/e2e/task-index-files.ts";
import { costOf } from "../cpu.ts";
import type { Figure } from "../figure.ts";
import type { Bench, Measure } from "../measure.ts";
import { callsOf, cleanEnvironment, git, makeProject } from "../project.ts";

const assets = new URL("../../assets", import.meta.url).pathname;
const kilobyte = 1_000;
const promptBudget = 65_536;

/** M-11: what the harness itself asks of models, by counting: the same on every machine. */
export const tokens: Measure = {
  id: "M-11",
  what: "tokens",
  take: (bench) => Promise.resolve([contractText(), ...orchestration(bench), ...crew(bench)]),
};

function contractText(): Figure {
  const { contract } = readPromptTexts(assets, { root: assets, notes: null, playbook: "workflow" });
  return {
    id: "M-11",
    what: "the text of the contract, before its words are put in",
    unit: "bytes",
    value: Buffer.byteLength(contract),
    baseline: null,
    goal: { of: "value", bound: "at most", limit: 1.2 * kilobyte },
  };
}

/** Calls that a run of the workflow makes beside one for each task: there are none, so that orchestration costs no token. */
function orchestration({ folder, ralph, sizes }: Bench): readonly Figure[] {
  const project = makeProject(join(folder, "tokens"), { tasks: sizes.tasks });
  const { code } = costOf([...ralph, "run"], { cwd: project.root, env: project.env });
  if (code !== 0) throw new Error(`the run ended with ${code}`);
  return [
    {
      id: "M-11",
      what: `calls beside one a task, over ${sizes.tasks} tasks of the workflow`,
      unit: "calls",
      value: callsOf(project) - sizes.tasks,
      baseline: null,
      goal: { of: "value", bound: "at most", limit: 0 },
    },
    ...promptSizes(entriesOf(project.root), "workflow"),
  ];
}

/** How often a crew runs the full gate for its tasks, and how large its prompts are. */
function crew({ folder, ralph, sizes }: Bench): readonly Figure[] {
  const tasks = Math.max(2, Math.round(sizes.tasks / 5));
  const { root, env } = makeCrew(join(folder, "crew"), tasks);
  const { code } = costOf([...ralph, "run"], { cwd: root, env });
  if (code !== 0) throw new Error(`the run of the crew ended with ${code}`);
  const entries = entriesOf(root);
  const runs = entries.flatMap(({ fact }) => (fact.kind === "gate-judged" && !fact.served ? [fact] : []));
  return [
    {
      id: "M-11",
      what: `runs of the full gate a task, over ${tasks} tasks of a crew`,
      unit: "runs",
      value: runs.length / tasks,
      baseline: { what: "a run a task and one at the start", value: (tasks + 1) / tasks },
      goal: { of: "ratio", bound: "at most", limit: 1 },
    },
    ...promptSizes(entries, "crew"),
  ];
}

function promptSizes(entries: readonly Entry[], playbook: string): readonly Figure[] {
  const calls = entries.flatMap(({ fact }) => {
    if (fact.kind === "agent-finished") return [fact];
    return fact.kind === "grade-collected" ? fact.calls : [];
  });
  return [...Map.groupBy(calls, ({ role }) => role)].map(([role, made]) => ({
    id: "M-11",
    what: `the largest prompt: ${role} (${playbook})`,
    unit: "bytes",
    value: Math.max(...made.map(({ promptBytes }) => promptBytes)),
    baseline: null,
    goal: { of: "value", bound: "at most", limit: promptBudget },
  }));
}

function entriesOf(root: string): readonly Entry[] {
  using ledger = readSqliteLedger(join(root, ".ralph", "ralph.db"));
  return [...ledger.entries()];
}

// Whoever is asked answers at once, and well: an implementer adds a line, the others approve.
const agent = `#!/bin/sh
cat >/dev/null
case "$RALPH_ROLE" in
  implementer|fixer) echo x >>work.txt; answer='{"status":"PASS","files":["work.txt"],"approach":"the least"}' ;;
  judge) answer='{"ac_coverage_score":5,"code_quality_score":5,"test_quality_score":5}' ;;
  *) answer='{"verdict":"APPROVE","summary":"read it"}' ;;
esac
printf '%s\\n' '\`\`\`json' "$answer" '\`\`\`'
`;

function makeCrew(folder: string, tasks: number): { root: string; env: NodeJS.ProcessEnv } {
  rmSync(folder, { recursive: true, force: true });
  const [root, home, program] = [join(folder, "project"), join(folder, "home"), join(folder, "agent")];
  mkdirSync(home, { recursive: true });
  const settings = `RALPH_AGENT="command"\nRALPH_AGENT_COMMAND="${program}"\nRALPH_SOURCE="task-index"\nRALPH_GATE="true"\nRALPH_REVIEW_MIN_SECONDS="0"\n`;
  const files = {
    ...taskIndexFiles(Array.from({ length: tasks }, (_, n) => `M1-${n + 1}`)),
    ".gitignore": ".ralph/*\n",
    ".ralphrc": settings,
    "work.txt": "start\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writeFileSync(program, agent);
  chmodSync(program, 0o755);
  const env = cleanEnvironment(home);
  git(root, env, ["init", "--quiet", "--initial-branch=main"]);
  git(root, env, ["add", "--all"]);
  git(root, env, ["commit", "--quiet", "--message=start"]);
  return { root, env };
}
