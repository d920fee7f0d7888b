import { traitsOf } from "../../core/playbooks/traits.ts";
import type { Fact, FactOf, ResumedWork } from "../../core/fact.ts";
import { branchOf, slugOf } from "../../core/texts/naming.ts";
import { trailOf, type State } from "../../core/state.ts";
import type { Task } from "../../core/task.ts";
import { plainTask } from "../../core/plain-task.ts";
import { asideOf, ownDirt } from "../aside.ts";
import { openTaskBranch } from "../branches/open-task-branch.ts";
import type { Engine } from "../engine.ts";
import { briefAtHand } from "../briefs/brief-at-hand.ts";
import { commitBookkeeping } from "../commit-bookkeeping.ts";
import { preflightTask } from "../crew/preflight-task.ts";
import { isTracker } from "../../ports/backlog.ts";
import type { Tools } from "../tools.ts";
import { carriedPlan, keepAndPutBack } from "../put-back.ts";
import { unlessTaken } from "../unless-taken.ts";
import { cleanupTask } from "../../core/tracker/clean-up.ts";
import type { Step } from "../../core/step.ts";
import { pick } from "./pick.ts";

type Claim = Extract<Step, { do: "claim" }>;

/** Claims the picked task: its branch is there, the source knows, and what the iteration begins with is written down. */
export async function claim(step: Claim, state: State, engine: Engine): Promise<readonly Fact[]> {
  const { tools } = engine;
  const { task, nested, boundary, groupSize = 1, repair, ...more } = await wantedTask(step, state, tools);
  // A tracker is asked before anything else is begun: a person may have been quicker.
  const isAskedFirst = isTracker(tools.backlog);
  const taken = isAskedFirst && !repair ? await begunOnTracker(task, state, tools) : [];
  if (taken.length > 0) return [...taken, ...(await pick(state, engine))];
  const resumed = state.resumed?.task.id === task.id ? state.resumed : null;
  const leftover = state.resumed !== null && resumed === null ? await leave(state.resumed, state, tools) : nothingLeft;
  const trail = trailOf(state, task);
  const opened = await openTaskBranch({ task: task.id, wanted: branchFor(step, state, tools, task) }, state, tools);
  await leftover.putPlan();
  if (!repair && !isAskedFirst) await begin(task, tools);
  const committed = repair ? [] : await claimCommit(state, task, engine);
  if (tools.backlog.compare !== undefined) await tools.planMemory.save((await tools.backlog.load()).revision);
  const view = await tools.workspace.look();
  const aside = asideOf(state);
  const tree = await tools.workspace.snapshot(view, aside);
  const claimed: FactOf<"task-claimed"> = {
    task,
    nested,
    attempt: Math.max(tools.ledger.memoryOf(task.id).iterations, trail.attempts) + 1,
    boundary,
    groupSize,
    repair,
    ...more,
    branch: view.branch,
    head: view.head,
    tree,
    clean: ownDirt(view, aside, tools.backlog.files).length === 0,
    defaultTip: await tools.history.branchTip(tools.repository.defaultBranch),
    ...(tools.forge === null ? {} : { remoteTip: opened.remoteTip }),
    startHead: trail.startHead ?? resumed?.startHead ?? opened.begunAt ?? view.head,
    ...sessionOf(state, task, resumed),
    ...answersTo(task, tools),
  };
  const brief = repair ? [] : await briefAtHand(task.id, claimed.attempt > 1, tools);
  await tools.foresight.intend(null);
  return [...leftover.facts, ...opened.facts, ...committed, { kind: "task-claimed", ...claimed }, ...brief];
}

const begin = ({ id }: Task, { backlog }: Tools): Promise<Task> => backlog.setState({ id, state: "in_progress" });

/** Facts where somebody else has it now. What an agent of ours has begun, or closed too early, is gone on with. */
async function begunOnTracker(task: Task, { policy }: State, tools: Tools): Promise<readonly Fact[]> {
  const isAgents = policy.tracker === "agent" && tools.ledger.memoryOf(task.id).iterations > 0;
  return isAgents ? [] : unlessTaken(tools.backlog, () => begin(task, tools));
}

type Wanted = Pick<
  FactOf<"task-claimed">,
  "task" | "nested" | "boundary" | "groupSize" | "near" | "repair" | "preflight" | "cleanup"
>;

/** What is claimed: issues that are to be closed, a task that mends red checks before all others, the one that was picked, or one of the run's own. */
async function wantedTask({ cleanup }: Claim, state: State, tools: Tools): Promise<Wanted> {
  if (cleanup !== undefined) return { ...alone, task: cleanupTask(cleanup), repair: true, cleanup: [...cleanup] };
  const mending = await preflightTask(state, tools);
  if (mending !== null) return { ...alone, task: mending, repair: false, preflight: true };
  const picked = state.backlog?.pick ?? null;
  if (picked === null) return { ...alone, task: repairTask(state), repair: true };
  const { task, nested, boundary, groupSize, near } = picked;
  return {
    task,
    nested,
    boundary,
    ...(groupSize === undefined ? {} : { groupSize }),
    ...(near === undefined ? {} : { near }),
    repair: false,
  };
}

/** A task that goes with no other. */
const alone: Pick<Wanted, "nested" | "boundary" | "groupSize"> = { nested: [], boundary: true, groupSize: 1 };

/** A crew commits that it has claimed a task, where commits belong on the branch it is on. Committed before, it is committed. */
async function claimCommit(state: State, { id }: Task, engine: Engine): Promise<readonly Fact[]> {
  if (!traitsOf[state.policy.playbook].commitsClaims || state.policy.branching === "task") return [];
  return commitBookkeeping({ what: `claim ${id}`, iteration: state.iterations + 1 }, state, engine);
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

/** What a person has answered and the task's own text does not say. */
function answersTo(task: Task, { ledger }: Tools): { answers?: string[] } {
  const answers = ledger.memoryOf(task.id).answers.filter((text) => !task.body.includes(plainLine(text)));
  return answers.length === 0 ? {} : { answers };
}

const plainLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** The session to go on with, where the policy says so and it is young enough, and the program whose it is. */
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

function branchFor({ cleanup }: Claim, state: State, tools: Tools, task: Task): string | null {
  if (cleanup !== undefined) return null;
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

/** A task of the run's own: the backlog is empty and the gate is red. */
function repairTask(state: State): Task {
  const failing = state.gate?.failing ?? "a gate command failed";
  return {
    ...plainTask("repair-the-gate", "make the full gate green again"),
    body: `Every task of the backlog is closed, but the full gate is red: ${failing}`,
    acceptance: [{ text: "the full gate is green", done: false }],
  };
}
