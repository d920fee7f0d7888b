import type { Fact, FactOf, ResumedWork } from "../../core/fact.ts";
import { branchOf, slugOf } from "../../core/texts/naming.ts";
import { trailOf, type State } from "../../core/state.ts";
import type { Task } from "../../core/task.ts";
import { taskId } from "../../core/task-id.ts";
import { asideOf, ownDirt } from "../aside.ts";
import type { Engine } from "../engine.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import type { Tools } from "../tools.ts";
import { carriedPlan, keepAndPutBack } from "../put-back.ts";

/** Claims the picked task: its branch is there, the source knows, and what the iteration begins with is written down. */
export async function claim(state: State, engine: Engine): Promise<readonly Fact[]> {
  const { tools } = engine;
  const picked = state.backlog?.pick ?? null;
  const task = picked?.task ?? repairTask(state);
  const resumed = state.resumed?.task.id === task.id ? state.resumed : null;
  const leftover = state.resumed !== null && resumed === null ? await leave(state.resumed, state, tools) : nothingLeft;
  const trail = trailOf(state, task);
  await openBranch(tools, branchFor(state, tools, task));
  await leftover.putPlan();
  if (picked !== null) await tools.backlog.setState({ id: task.id, state: "in_progress" });
  if (tools.backlog.compare !== undefined) await tools.planMemory.save((await tools.backlog.load()).revision);
  const view = await tools.workspace.look();
  const aside = asideOf(state);
  const tree = await tools.workspace.snapshot(view, aside);
  const claimed: FactOf<"task-claimed"> = {
    task,
    nested: picked?.nested ?? [],
    attempt: Math.max(tools.ledger.memoryOf(task.id).iterations, trail.attempts) + 1,
    boundary: picked?.boundary ?? true,
    groupSize: picked?.groupSize ?? 1,
    repair: picked === null,
    branch: view.branch,
    head: view.head,
    tree,
    clean: ownDirt(view, aside, tools.backlog.files).length === 0,
    defaultTip: await tools.history.branchTip(tools.repository.defaultBranch),
    startHead: trail.startHead ?? resumed?.startHead ?? view.head,
    ...sessionOf(state, task, resumed),
  };
  return [...leftover.facts, { kind: "task-claimed", ...claimed }];
}

/** Work of an earlier run whose task is not the one that was picked is kept; the backlog's text goes along to the next branch. */
async function leave(work: ResumedWork, state: State, tools: Tools): Promise<Left> {
  const putPlan = await carriedPlan(tools);
  const facts = await keepAndPutBack(tools, state, { task: work.task.id, why: "another task was picked", to: null });
  if (facts.length > 0) return { facts, putPlan };
  // Nothing was put back: the next branch has its own text.
  await tools.planMemory.carry(null);
  return nothingLeft;
}

/** What was kept, and how the backlog's text comes back once the task's branch is there. */
interface Left {
  readonly facts: readonly Fact[];
  readonly putPlan: () => Promise<void>;
}

const nothingLeft: Left = { facts: [], putPlan: () => Promise.resolve() };

/** The session to go on with, where the policy says so and it is young enough (L-3), and the program whose it is. */
function sessionOf(
  state: State,
  task: Task,
  left: ResumedWork | null,
): { session: string | null; sessionOf: string | null } {
  if (state.policy.session !== "continue") return { session: null, sessionOf: null };
  const { session } = trailOf(state, task);
  if (session === null) return { session: left?.session ?? null, sessionOf: left?.sessionOf ?? null };
  const isYoung = state.now - session.at <= state.policy.sessionExpiryMs;
  return { session: isYoung ? session.id : null, sessionOf: session.agent };
}

const namesTried = 9;

/** The task's branch; where its name is taken by another work tree or another branch's name, one with a number. */
async function openBranch({ history, repository }: Tools, wanted: string | null): Promise<void> {
  if (wanted === null) return;
  for (let n = 1; ; n++) {
    try {
      return await history.switchTo(n === 1 ? wanted : `${wanted}-${n}`, repository.defaultBranch);
    } catch (error) {
      if (!(error instanceof WorkspaceError) || error.code !== "branch-taken" || n === namesTried) throw error;
    }
  }
}

function branchFor(state: State, tools: Tools, task: Task): string | null {
  switch (state.policy.branching) {
    case "current":
      return null;
    case "task":
      return branchOf(task);
    case "plan":
      return (
        tools.backlog.planBranch ??
        `ralph/${
          slugOf(
            tools.backlog.files[0]
              ?.replace(/\.\w+$/, "")
              .split("/")
              .at(-1) ?? tools.backlog.kind,
          ) || "plan"
        }`
      );
  }
}

/** A task of the run's own (L-13): the backlog is empty and the gate is red. */
function repairTask(state: State): Task {
  const failing = state.gate?.failing ?? "a gate command failed";
  return {
    id: taskId("repair-the-gate"),
    title: "make the full gate green again",
    state: "todo",
    reason: null,
    priority: 0,
    deps: [],
    group: null,
    parent: null,
    labels: [],
    files: [],
    body: `Every task of the backlog is closed, but the full gate is red: ${failing}`,
    acceptance: [{ text: "the full gate is green", done: false }],
    gate: [],
    source: { file: "", line: 0 },
    optional: false,
    large: false,
  };
}
