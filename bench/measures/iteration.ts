import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { costOf } from "../cpu.ts";
import { atMostTimes, median, type Figure } from "../figure.ts";
import type { Bench, Measure } from "../measure.ts";
import { callsOf, makeProject, type Project } from "../project.ts";

const loop = 'i=0; while [ $i -lt "$1" ]; do i=$((i+1)); eval "$2"; done';
const callAgent = '"$AGENT" <"$PROMPT" >/dev/null';
const commit = 'git add -A && git commit -qm "task $i"';
const change = "echo x >>work.txt";

/** M-3: what the harness itself costs for one task more, beside the bare agent and the least that git can cost. */
export const iteration: Measure = {
  id: "M-3",
  what: "iteration",
  take: (bench) => {
    const { tasks, rounds } = bench.sizes;
    const few = Math.max(1, Math.round(tasks / 4));
    const rows = { agent: [], git: [], both: [], bare: [], run: [], gated: [], ownMore: [] } as Record<
      string,
      number[]
    >;
    runCost(bench, few, false);
    for (let round = 0; round < rounds; round++) {
      rows["agent"]?.push(shellCost(bench, callAgent));
      rows["git"]?.push(shellCost(bench, `${change}; ${commit}`));
      rows["both"]?.push(shellCost(bench, `${callAgent}; ${commit}`));
      rows["bare"]?.push((bareCost(bench, tasks) - bareCost(bench, few)) / (tasks - few));
      const [many, less] = [runCost(bench, tasks, false), runCost(bench, few, false)];
      rows["run"]?.push((many.cpuMs - less.cpuMs) / (tasks - few));
      rows["ownMore"]?.push((many.ownMs - less.ownMs) / (tasks - few));
      rows["gated"]?.push(runCost(bench, tasks, true).cpuMs / tasks);
    }
    const of = (name: string): number => median(rows[name] ?? []);
    const both = { what: "bare agent + git", value: of("both") };
    const bare = { what: "bare Node that starts the same four programs", value: of("bare") };
    const figures: Omit<Figure, "id" | "unit">[] = [
      { what: "the agent alone", value: of("agent"), baseline: null, goal: null },
      { what: "git add + git commit alone", value: of("git"), baseline: null, goal: null },
      {
        what: "the harness's own process, each further task",
        value: of("ownMore"),
        baseline: { what: "git add + git commit", value: of("git") },
        goal: { of: "value", bound: "at most", limit: 9 },
      },
      { what: "all of it, each further task", value: of("run"), baseline: both, goal: atMostTimes(1.6) },
      { what: "all of it, each further task", value: of("run"), baseline: bare, goal: null },
      {
        what: `all of it, start and gate included, over ${tasks} tasks`,
        value: of("gated"),
        baseline: both,
        goal: null,
      },
    ];
    return Promise.resolve(figures.map((figure) => ({ ...figure, id: "M-3", unit: "ms CPU a task" })));
  },
};

/** CPU of a shell loop over the tasks, a task. */
function shellCost({ folder, sizes }: Bench, body: string): number {
  const project = makeProject(join(folder, "iteration"), { tasks: sizes.tasks });
  const prompt = join(folder, "prompt");
  writeFileSync(prompt, "One line of a prompt, about as long as such lines tend to be.\n".repeat(64));
  const env = { ...project.env, AGENT: project.agent, PROMPT: prompt };
  const { cpuMs, code } = costOf(["sh", "-c", loop, "loop", String(sizes.tasks), body], { cwd: project.root, env });
  if (code !== 0) throw new Error(`the bare loop ended with ${code}`);
  return cpuMs / sizes.tasks;
}

/** CPU of a bare loop in Node over the tasks: the same programs started, and nothing else done. */
function bareCost({ folder }: Bench, tasks: number): number {
  const project = makeProject(join(folder, "iteration"), { tasks });
  const argv = [
    process.execPath,
    fileURLToPath(new URL("../bare-loop.mjs", import.meta.url)),
    String(tasks),
    project.agent,
  ];
  const { cpuMs, code } = costOf(argv, { cwd: project.root, env: project.env });
  if (code !== 0) throw new Error(`the bare loop in Node ended with ${code}`);
  return cpuMs;
}

/** CPU of a whole run, and of the harness's own process in it, in ms. */
function runCost({ folder, ralph }: Bench, tasks: number, gated: boolean): { cpuMs: number; ownMs: number } {
  const project = makeProject(join(folder, "iteration"), { tasks, gated });
  return { cpuMs: runIn(project, ralph, tasks), ownMs: Number(readFileSync(ownFile(project), "utf8")) };
}

const ownFile = (project: Project): string => `${project.calls}.own`;

/** CPU of a run that does all of the project's tasks, in ms; what its process itself used stands in a file beside. */
function runIn(project: Project, ralph: readonly string[], tasks: number): number {
  const env = {
    ...project.env,
    RALPH_BENCH_OWN_CPU: ownFile(project),
    NODE_OPTIONS: `--import ${new URL("../own-cpu.mjs", import.meta.url).href}`,
  };
  const { cpuMs, code } = costOf([...ralph, "run"], { cwd: project.root, env });
  if (code !== 0 || callsOf(project) !== tasks)
    throw new Error(`the run ended with ${code} after ${callsOf(project)} of ${tasks} calls`);
  return cpuMs;
}
