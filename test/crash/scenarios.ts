import { join } from "node:path";
import type { Step } from "../../src/core/step.ts";
import { isThorough } from "../../src/testing/thorough.ts";
import { planOf, project, type Project } from "../e2e/repository.ts";

/** A run that meets certain steps, and how it has to end whoever was killed on the way. */
export interface Scenario {
  readonly name:
    | "lands"
    | "parks"
    | "parks-twice"
    | "withdraws"
    | "waits"
    | "repairs"
    | "is-judged"
    | "hands-over"
    | "is-distrusted";
  /** The steps in which the harness is killed here. */
  readonly steps: readonly Step["do"][];
  readonly plan: string;
  readonly files: Readonly<Record<string, string>>;
  readonly rc?: Readonly<Record<string, string>>;
  readonly gate?: readonly string[];
  readonly end: string;
  /** Every task that lands, once each. */
  readonly lands: readonly string[];
  readonly parks: readonly string[];
}

const closedPlan = "# Plan\n\n## Work\n\n- [x] **ABC-1** add the first thing\n";

/** All scenarios. Every kind of step has to stand in one of them. */
export const scenarios: readonly Scenario[] = [
  {
    name: "lands",
    steps: ["reap", "pick", "claim", "work", "measure", "gate", "land", "record", "end"],
    plan: planOf(2),
    files: {},
    end: "plan_complete",
    lands: ["ABC-1", "ABC-2"],
    parks: [],
  },
  {
    name: "parks",
    steps: ["park"],
    plan: planOf(2),
    files: {},
    end: "queue_blocked",
    lands: ["ABC-2"],
    parks: ["ABC-1"],
  },
  // Half of the second parking: what the first one wrote in the plan has to outlive it.
  {
    name: "parks-twice",
    steps: [],
    plan: planOf(3),
    files: {},
    end: "queue_blocked",
    lands: ["ABC-3"],
    parks: ["ABC-1", "ABC-2"],
  },
  {
    name: "withdraws",
    steps: ["withdraw"],
    plan: planOf(1),
    files: {},
    end: "plan_complete",
    lands: ["ABC-1"],
    parks: [],
  },
  { name: "waits", steps: ["wait"], plan: planOf(1), files: {}, end: "plan_complete", lands: ["ABC-1"], parks: [] },
  // The first agent meets its limit in each run, another one goes on.
  {
    name: "hands-over",
    steps: ["hand-over"],
    plan: planOf(1),
    files: {},
    rc: { RALPH_ON_LIMIT: "fallback", RALPH_FALLBACK_AGENTS: "command" },
    end: "plan_complete",
    lands: ["ABC-1"],
    parks: [],
  },
  {
    name: "repairs",
    steps: ["claim", "land"],
    plan: closedPlan,
    files: { broken: "red\n" },
    end: "plan_complete",
    lands: ["repair-the-gate"],
    parks: [],
  },
  // A brief before the work, checks that compare with a baseline, a criterion with a command, and specifications that have to be covered.
  {
    name: "is-distrusted",
    steps: ["brief", "baseline", "accept", "check-specs"],
    plan: `${planOf(1)}  accept: \`test -e src/ABC-1.js\`\n`,
    files: { ".ralph/specs/things.md": "# Things\n\nThere is a thing.\n" },
    rc: { RALPH_GATE_BASELINE: "no-new-failures", RALPH_AGENT_COORDINATOR: "command" },
    end: "plan_complete",
    lands: ["ABC-1"],
    parks: [],
  },
  // An epic of two tasks: judges who change what they should not, and a simplifier that breaks the gate.
  {
    name: "is-judged",
    steps: ["review", "simplify", "put-back", ...(isThorough ? (["gate", "land"] as const) : [])],
    plan: planOf(2),
    files: {},
    rc: {
      RALPH_QA: "epic",
      RALPH_QA_ROLES: "reviewer,validator",
      RALPH_NO_DESLOP: "false",
      RALPH_REVIEW_MIN_SECONDS: "0",
    },
    gate: ["grep -q name src/ABC-1.js"],
    end: "plan_complete",
    lands: ["ABC-1", "ABC-2"],
    parks: [],
  },
];

const worker = join(import.meta.dirname, "worker.sh");

/** Where the work of a scenario goes. */
export type Branching = "current" | "task" | "plan";

/** The branch that a scenario lands on, and that it ends on. */
export const landsOn = (branching: Branching): string => (branching === "plan" ? "ralph/fix-plan" : "main");

/** A repository for a scenario. Under `withdraws` a hook refuses the first landing. */
export async function openScenario(scenario: Scenario, branching: Branching): Promise<Project> {
  const it = await project({
    plan: scenario.plan,
    files: scenario.files,
    gate: ["test ! -e broken", ...(scenario.gate ?? [])],
    rc: { RALPH_BRANCHING: branching, RALPH_QA: "iteration", ...scenario.rc },
  });
  await hire(it, scenario.name);
  if (scenario.name === "withdraws")
    await it.hook("pre-commit", `[ -e "${it.scratch}/refused" ] || { touch "${it.scratch}/refused"; exit 1; }`);
  return it;
}

/** Gives a project the worker of these tests, which acts by its `way`; where another agent takes over, it lands. */
export async function hire(it: Project, way: string): Promise<void> {
  const rc = await it.read(".ralphrc");
  const command = (name: string, how: string): string => `${name}="sh ${worker} ${it.scratch} ${how}"`;
  const hired = rc.replace(/RALPH_AGENT_COMMAND=.*/, command("RALPH_AGENT_COMMAND", way));
  await it.write(".ralphrc", `${hired}${command("RALPH_FALLBACK_COMMAND", "lands")}\n`);
  await it.commitAll("agent");
}
