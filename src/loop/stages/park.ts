import { traitsOf } from "../../core/playbooks/traits.ts";
import type { Fact } from "../../core/fact.ts";
import { parkingWords } from "../../core/texts/parking.ts";
import { reasonText } from "../../core/texts/reason-text.ts";
import { leftAlone } from "../../core/merging/merges.ts";
import { type Iteration, type State, trailOf } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { asideOf, ownPaths } from "../aside.ts";
import { isPushed } from "../branches/is-pushed.ts";
import { commitBookkeeping } from "../commit-bookkeeping.ts";
import type { Engine } from "../engine.ts";
import { enterProgress } from "../landing/progress-entry.ts";
import { leaveBranch, losesNoPlan } from "../branches/leave-branch.ts";
import { carriesState } from "../../ports/backlog.ts";
import { type TreeView, WorkspaceError } from "../../ports/workspace.ts";
import { carriedPlan } from "../put-back.ts";
import { unlessTaken } from "../unless-taken.ts";
import { planBefore } from "../measuring/plan-before.ts";
import { afterParking } from "../../core/tracker/own-account.ts";
import { knownBacklog } from "../tracker/known-backlog.ts";
import type { Knowledge } from "../../ports/notebook.ts";
import type { Tools } from "../tools.ts";

type Park = Extract<Step, { do: "park" }>;

/**
 * Sets the claimed task aside with its reason: its unlanded work goes to a branch of its own, the tree is put back, the source
 * is told. Each part looks first, so that a second call after a crash changes nothing.
 */
export async function park(step: Park, state: State, engine: Engine): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return [];
  const { tools } = engine;
  const before = await planBefore(tools, current.claim);
  if (before !== null) await tools.backlog.settle?.(before, { keepTicks: [], dropNotes: [step.task] });
  const kept =
    (await keepWork(step, state, current, tools)) ??
    (engine.mode === "recovering" ? await keptBefore(step, state, current, tools) : null);
  // What people have decided about the task itself stands in its source already.
  const isTheirs = current.refusedLandings.at(-1)?.why === "withheld";
  const taken = isTheirs ? [] : await unlessTaken(tools.backlog, () => tellSource(step, tools));
  if (current.claim.preflight === true) await tools.notebook.learn([finding(step, state)]);
  const entered = await enterProgress(current, { reason: reasonText(step.reason) }, tools);
  const told = await commitBacklog(step, state, current, engine);
  return [
    ...taken,
    ...told,
    ...(kept === null ? [] : [kept.fact]),
    ...entered,
    {
      kind: "task-parked",
      task: step.task,
      state: step.state,
      reason: step.reason,
      question: step.question,
      kept: kept === null ? null : { ref: kept.fact.ref, branch: kept.branch },
      standing: tools.picking.standing(await knownBacklog(afterParking(state, step), tools), [
        ...leftAlone(state),
        step.task,
      ]),
    },
  ];
}

async function tellSource(step: Park, { backlog }: Tools): Promise<void> {
  const reason = reasonText(step.reason);
  await backlog.setState({ id: step.task, state: step.state, reason });
  if (step.state === "needs_human")
    await backlog.annotate?.({ kind: "escalation", id: step.task, text: step.question ?? reason });
}

type Kept = Extract<Fact, { kind: "work-kept" }>;

/** Uncommitted work, and a task branch's commits, are kept on `ralph/blocked/<id>`; then the tree is as it was before the task. */
async function keepWork(
  step: Park,
  state: State,
  current: Iteration,
  tools: Tools,
): Promise<{ fact: Kept; branch: string } | null> {
  const view = await tools.workspace.look();
  const aside = asideOf(state);
  const isState = (path: string): boolean => carriesState(tools.backlog, path);
  const paths = ownPaths(view, aside, tools.backlog.files).filter((path) => !isState(path));
  const isOnTaskBranch = state.policy.branching === "task" && view.branch !== tools.repository.defaultBranch;
  const before = isOnTaskBranch ? view.head : await beforeAgents(state, current, view, tools);
  const hasMore = isOnTaskBranch && (view.head !== current.claim.startHead || !(await losesNoPlan(view, tools)));
  const hasWork = paths.length > 0 || before !== view.head || hasMore;
  const saved = hasWork ? await tools.shelf.keep({ task: step.task, why: `set aside: ${step.reason}`, aside }) : null;
  const branch = parkingWords(state.policy.playbook, step.state).branch(step.task);
  if (saved !== null) await tools.history.setBranch(branch, saved.commit);
  if (isOnTaskBranch) await leaveBranch(tools, view, aside);
  else if (hasWork) {
    const states = view.dirty.map(({ path }) => path).filter(isState);
    const hasMoved = before !== view.head;
    const putPlan = hasMoved ? await carriedPlan(tools) : () => Promise.resolve();
    await tools.shelf.putBack(before, { paths: [...aside.paths, ...states] });
    if (hasMoved && view.branch !== null) await tools.history.setBranch(view.branch, before);
    await putPlan();
  }
  if (state.policy.branching === "task") await dropBranch(current, tools);
  if (saved === null) return null;
  return {
    fact: { kind: "work-kept", task: step.task, ref: saved.ref, commit: saved.commit, why: step.reason, paths },
    branch,
  };
}

/**
 * The commit that the branch goes back to where the harness alone commits: before what agents have committed on it against their word, unless
 * somebody else's commits or a remote stand in the way.
 */
async function beforeAgents(state: State, { claim }: Iteration, { head }: TreeView, tools: Tools): Promise<string> {
  if (traitsOf[state.policy.playbook].whoCommits === "agent" || head === claim.startHead) return head;
  const known = new Set(trailOf(state, claim.task).commits);
  const commits = await tools.workspace.commitsBetween(claim.startHead, head);
  const areAgents = commits.length > 0 && commits.every(({ sha }) => known.has(sha));
  return areAgents && !(await isPushed(tools, claim.startHead)) ? claim.startHead : head;
}

/** What the next one has to know of checks that nobody could mend. */
const finding = (step: Park, state: State): Knowledge => ({
  area: null,
  text: `${step.task}: the checks were red before any work and could not be mended (${reasonText(step.reason)}): ${state.preflight.prepared?.failing ?? state.preflight.gate?.failing ?? "a command failed"}`,
  critical: true,
});

/** What an earlier attempt at this parking had kept before it was killed: it has left nothing to keep again. */
async function keptBefore(
  step: Park,
  { policy }: State,
  { claim, startedAt }: Iteration,
  tools: Tools,
): Promise<{ fact: Kept; branch: string } | null> {
  const branch = parkingWords(policy.playbook, step.state).branch(step.task);
  const tip = await tools.history.branchTip(branch);
  // Commits know whole seconds.
  const kept = (await tools.shelf.list()).find((one) => one.commit === tip && one.at >= startedAt - 1_000);
  if (kept === undefined) return null;
  const paths = (await tools.workspace.changes(claim.startHead, kept.commit)).map((change) => change.path);
  return {
    fact: { kind: "work-kept", task: step.task, ref: kept.ref, commit: kept.commit, why: step.reason, paths },
    branch,
  };
}

/** The task's branch goes, since all of it is kept; where an agent has left something else on it, it stays. */
async function dropBranch({ claim }: Iteration, tools: Tools): Promise<void> {
  if (claim.branch === null || claim.branch === tools.repository.defaultBranch) return;
  await tools.history.dropBranch(claim.branch).catch((error: unknown) => {
    if (!(error instanceof WorkspaceError)) throw error;
  });
}

/** The backlog's file alone is committed where the harness may commit on the branch it is on; else it stays for the next landing. */
async function commitBacklog(step: Park, state: State, { n }: Iteration, engine: Engine): Promise<readonly Fact[]> {
  const { branching, playbook } = state.policy;
  if (branching === "task") return [];
  const what = parkingWords(playbook, step.state).subject(step.task, step.reason);
  return commitBookkeeping({ what, iteration: n }, state, engine);
}
