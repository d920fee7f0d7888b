import { closeSync, copyFileSync, fsyncSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { openFixPlan } from "../../src/adapters/backlogs/fix-plan/open-fix-plan.ts";
import { scanPlan } from "../../src/adapters/backlogs/fix-plan/markdown/scan.ts";
import { openSqliteLedger } from "../../src/adapters/ledger/sqlite/open-sqlite-ledger.ts";
import { pickingBy } from "../../src/loop/picking.ts";
import { agentFinished, iterationRecorded, taskClaimed, warned, workLanded } from "../../src/testing/sample-facts.ts";
import { costOf, ownCpuMs } from "../cpu.ts";
import { median, type Figure } from "../figure.ts";
import type { Bench, Measure } from "../measure.ts";
import { makeProject, planOf } from "../project.ts";

/** M-6: what grows with history and with the backlog, and how fast a plan is read. */
export const growth: Measure = {
  id: "M-6",
  what: "growth",
  take: async (bench) => [...history(bench), ...(await backlog(bench)), ...(await reading(bench))],
};

/** The cost of a run's iterations on a ledger that has seen much, beside the first size. */
function history({ folder, ralph, sizes }: Bench): readonly Figure[] {
  const tasks = Math.max(1, Math.round(sizes.tasks / 2));
  const costs = sizes.events.map(() => [] as number[]);
  for (const [i, events] of sizes.events.entries()) {
    const filled = join(folder, `${events}.db`);
    if (events > 0) fillLedger(filled, events);
    for (let round = 0; round < Math.min(3, sizes.rounds); round++) {
      const project = makeProject(join(folder, "history"), { tasks });
      if (events > 0) copyDurably(filled, join(project.root, ".ralph", "ralph.db"));
      costs[i]?.push(costOf([...ralph, "run"], { cwd: project.root, env: project.env }).cpuMs / tasks);
    }
  }
  const least = { what: `the same with ${sizes.events[0]} events`, value: median(costs[0] ?? []) };
  return sizes.events.map((events, i) => ({
    id: "M-6",
    what: `run of ${tasks} tasks with ${events} events in the ledger`,
    unit: "ms CPU a task",
    value: median(costs[i] ?? []),
    baseline: i === 0 ? null : least,
    goal: i === 0 ? null : { of: "ratio", bound: "at most", limit: 1.25 },
  }));
}

/** Copies a file and waits for the disk: else the first fsync of the run that is measured writes hundreds of MB that are not its own. */
function copyDurably(from: string, to: string): void {
  copyFileSync(from, to);
  const file = openSync(to, "r+");
  fsyncSync(file);
  closeSync(file);
}

function fillLedger(path: string, events: number): void {
  using ledger = openSqliteLedger(path, { now: Date.now }).ledger;
  const ended = { kind: "run-ended", reason: "plan_complete", message: "", left: null } as const;
  const runs = Math.max(1, Math.round(events / 1_000)); // of 200 iterations each, more than most nights
  for (let run = 0; run < runs; run++) {
    const place = { run: `20250101-${String(run).padStart(6, "0")}-abc123`, at: 1_735_700_000_000 + run * 60_000 };
    const facts = Array.from({ length: Math.floor(events / runs / 5) }, (_, n) => [
      taskClaimed(`task-${run}-${n}`),
      agentFinished(),
      warned("a word about it"),
      workLanded(),
      iterationRecorded(),
    ]);
    for (const [n, iteration] of facts.entries()) ledger.append({ ...place, iteration: n + 1 }, iteration, "buffered");
    ledger.append({ ...place, iteration: facts.length }, [ended], "buffered");
  }
}

/** Load, pick and tick in plans of growing size, a task; linear is the same for each size. */
async function backlog({ folder, sizes }: Bench): Promise<readonly Figure[]> {
  const path = join(folder, "plan.md");
  const picking = pickingBy({ optional: false, nested: "parent", filter: null });
  const figures: Figure[] = [];
  for (const tasks of sizes.planTasks) {
    const costs: number[] = [];
    const times = Math.max(1, Math.round(10_000 / tasks));
    for (let round = 0; round <= sizes.rounds; round++) {
      writeFileSync(path, planOf(tasks));
      const plan = openFixPlan({ path, name: "plan.md", optionalSections: [], nested: "parent" });
      const cost = await ownCpuMs(async () => {
        for (let i = 0; i < Math.min(times, tasks); i++) {
          const picked = picking.pick(await plan.load(), { ours: [], parked: [] });
          if (picked === null) throw new Error("there was nothing to pick");
          await plan.setState({ id: picked.task.id, state: "done" });
        }
      });
      if (round > 0) costs.push((cost / Math.min(times, tasks) / tasks) * 1_000);
    }
    const smallest = figures[0];
    const baseline =
      smallest === undefined ? null : { what: `the same with ${sizes.planTasks[0]} tasks`, value: smallest.value };
    figures.push({
      id: "M-6",
      what: `load + pick + tick of ${tasks} tasks`,
      unit: "µs CPU a task",
      value: median(costs),
      baseline,
      goal: baseline === null ? null : { of: "ratio", bound: "at most", limit: 1.25 },
    });
  }
  return figures;
}

/** How fast a large plan is read: by the whole adapter and by its scanner, beside a full CommonMark parser. */
async function reading({ folder, sizes }: Bench): Promise<readonly Figure[]> {
  const text = planOf(sizes.planTasks.at(-1) ?? 0);
  const path = join(folder, "plan.md");
  writeFileSync(path, text);
  const parser = new MarkdownIt({ html: true });
  parser.core.ruler.disable(["inline", "linkify", "replacements", "smartquotes", "text_join"], true);
  const plan = openFixPlan({ path, name: "plan.md", optionalSections: [], nested: "parent" });
  const kinds = {
    parser: () => parser.parse(text, {}),
    scanner: () => scanPlan(text),
    whole: () => plan.load(),
  };
  const speeds = { parser: [], scanner: [], whole: [] } as Record<keyof typeof kinds, number[]>;
  for (let round = 0; round <= sizes.rounds; round++) {
    for (const kind of ["parser", "scanner", "whole"] as const) {
      const ms = await ownCpuMs(kinds[kind]);
      if (round > 0) speeds[kind].push(text.length / 1e6 / (Math.max(ms, 0.001) / 1_000));
    }
  }
  const baseline = { what: "markdown-it, without inline", value: median(speeds.parser) };
  return [
    {
      id: "M-6",
      what: "the scanner of a Markdown plan",
      unit: "MB/s",
      value: median(speeds.scanner),
      baseline,
      goal: { of: "value", bound: "at least", limit: 50 },
    },
    {
      id: "M-6",
      what: "a Markdown plan to tasks",
      unit: "MB/s",
      value: median(speeds.whole),
      baseline,
      goal: { of: "value", bound: "at least", limit: 8 },
    },
  ];
}
