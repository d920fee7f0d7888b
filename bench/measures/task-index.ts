import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { openTaskIndex } from "../../src/adapters/backlogs/task-index/open-task-index.ts";
import { pickingBy } from "../../src/loop/picking.ts";
import { ownCpuMs } from "../cpu.ts";
import { type Figure, median } from "../figure.ts";
import type { Bench, Measure } from "../measure.ts";

/** M-6: the YAML index with its rows and files, as it grows. */
export const taskIndex: Measure = { id: "M-6", what: "tasks/index.yaml", take: figures };

async function figures({ folder, sizes }: Bench): Promise<readonly Figure[]> {
  const found: Figure[] = [];
  for (const tasks of sizes.planTasks.filter((size) => size <= 10_000)) {
    const root = join(folder, `index-${tasks}`);
    const index = writeTasks(root, tasks);
    const rounds = { whole: [] as number[], parser: [] as number[] };
    for (let round = 0; round <= sizes.rounds; round++) {
      const whole = await ownCpuMs(() => loadPickWrite(root));
      const parser = await ownCpuMs(() => void parseDocument(index));
      if (round === 0) continue;
      rounds.whole.push(whole);
      rounds.parser.push(parser);
    }
    rmSync(root, { recursive: true });
    found.push({
      id: "M-6",
      what: `load + pick + write of ${tasks} tasks in YAML, their rows and files`,
      unit: "ms CPU",
      value: median(rounds.whole),
      baseline: { what: "the yaml package parsing the index alone", value: median(rounds.parser) },
      goal: { of: "ratio", bound: "at most", limit: 1.25 },
    });
  }
  return found;
}

async function loadPickWrite(root: string): Promise<void> {
  const backlog = openTaskIndex({ root, name: "tasks/index.yaml", alone: false });
  const picking = pickingBy({ optional: false, nested: "parent", filter: null });
  const picked = picking.pick(await backlog.load(), { ours: [], parked: [] });
  if (picked === null) throw new Error("there was nothing to pick");
  await backlog.setState({ id: picked.task.id, state: "done" });
}

/** Writes the three places of so many tasks, and gives the index. */
function writeTasks(root: string, tasks: number): string {
  for (const folder of ["tasks", "docs/prd"]) mkdirSync(join(root, folder), { recursive: true });
  const ids = Array.from({ length: tasks }, (_, i) => `M${i % 50}-${i}`);
  for (const id of ids)
    writeFileSync(
      join(root, `docs/prd/${id}.md`),
      `# ${id}\n\n**Status:** not-started\n\n## Acceptance Criteria\n\n- [ ] the function exists\n- [ ] it has a test\n`,
    );
  writeFileSync(
    join(root, "docs/prd/index.md"),
    `| ID | Title | Status |\n| --- | --- | --- |\n${ids.map((id) => `| ${id} | add it | not-started |\n`).join("")}`,
  );
  const index = `tasks:\n${ids
    .map(
      (id, i) =>
        `  - id: ${id} # a comment\n    title: add the function ${id}\n    status: not-started\n    priority: medium\n    deps: [${ids[i - 50] ?? ""}]\n    labels: [api]\n    spec: docs/prd/${id}.md\n`,
    )
    .join("")}`;
  writeFileSync(join(root, "tasks/index.yaml"), index);
  return index;
}
