import { join } from "node:path";
import { costOf } from "../cpu.ts";
import { atMostTimes, median, quantile, type Figure, type Goal } from "../figure.ts";
import type { Bench, Measure } from "../measure.ts";
import { makeProject, type Project } from "../project.ts";

interface Start {
  readonly what: string;
  readonly argv: readonly string[];
  readonly input?: string;
  readonly goal: Goal;
}

const bare = [process.execPath, "-e", "0"];

/** M-1: what a start costs, beside a node that does nothing. */
export const start: Measure = {
  id: "M-1",
  what: "start",
  take: (bench) => {
    const project = makeProject(join(bench.folder, "start"), { tasks: 20 });
    const of = (word: string, limit: number): Start => ({
      what: `ralph ${word}`,
      argv: [...bench.ralph, word],
      goal: atMostTimes(limit),
    });
    const starts = [of("--version", 1.15), of("--help", 1.3), of("status", 1.6)];
    return Promise.resolve(besideNode(bench, project, starts).map((one) => ({ ...one, id: "M-1" })));
  },
};

/** M-2: one hook decision as a process, and the tail of its own time on the wall. */
export const hook: Measure = {
  id: "M-2",
  what: "hook",
  take: (bench) => {
    const project = makeProject(join(bench.folder, "hook"), { tasks: 20 });
    const asked = {
      what: "ralph hook claude PreToolUse",
      argv: [...bench.ralph, "hook", "claude", "PreToolUse"],
      input: toolCall(project.root),
      goal: atMostTimes(1.4),
    };
    const figures = besideNode(bench, project, [asked]).map((one): Figure => ({ ...one, id: "M-2" }));
    return Promise.resolve([...figures, tailOf(bench, project, asked)]);
  },
};

const toolCall = (cwd: string): string =>
  JSON.stringify({
    session_id: "11111111-1111-4111-8111-111111111111",
    cwd,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "npm test -- --reporter=dot && git status --short", description: "run the tests" },
  });

/** Rounds of starts by turns with the bare node, each round's own ratio to it. */
function besideNode({ sizes }: Bench, project: Project, starts: readonly Start[]): readonly Omit<Figure, "id">[] {
  const taken = starts.map(() => ({ own: [] as number[], node: [] as number[] }));
  const cost = (argv: readonly string[], input = ""): number =>
    costOf(argv, { cwd: project.root, env: project.env, input }, sizes.starts).cpuMs / sizes.starts;
  for (const one of starts) cost(one.argv, one.input);
  for (let round = 0; round < sizes.rounds; round++) {
    for (const [i, one] of starts.entries()) {
      taken[i]?.node.push(cost(bare));
      taken[i]?.own.push(cost(one.argv, one.input));
    }
  }
  return starts.map(({ what, goal }, i) => ({
    what,
    unit: "ms CPU",
    value: median(taken[i]?.own ?? []),
    baseline: { what: "node -e 0", value: median(taken[i]?.node ?? []) },
    goal,
  }));
}

function tailOf({ sizes }: Bench, project: Project, { argv, input = "" }: Start): Figure {
  const around = { cwd: project.root, env: project.env, input };
  const [nodes, hooks]: [number[], number[]] = [[], []];
  for (let i = 0; i < sizes.singleHooks; i++) {
    nodes.push(costOf(bare, around).wallMs);
    hooks.push(costOf(argv, around).wallMs);
  }
  const node = median(nodes);
  return {
    id: "M-2",
    what: "the hook's own time, 99th percentile (less the median of node)",
    unit: "ms",
    value: quantile(hooks, 0.99) - node,
    baseline: { what: "the same of node -e 0", value: quantile(nodes, 0.99) - node },
    goal: { of: "value", bound: "at most", limit: 30 },
  };
}
