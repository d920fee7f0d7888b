import { crewSubject } from "../../core/texts/crew-subject.ts";
import { bookkeepingMessage, landingMessage, type CommitOrigin } from "../../core/texts/commit-message.ts";
import type { Fact, FactOf } from "../../core/fact.ts";
import { type Iteration, roundOf, type State, trailOf } from "../../core/state.ts";
import { isClosed } from "../../core/task.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import { asideOf, ownPaths } from "../aside.ts";
import { recordWork } from "../crew/record-work.ts";
import type { Engine } from "../engine.ts";
import { landingNotes } from "../landing/landing-notes.ts";
import { enterProgress } from "../landing/progress-entry.ts";
import { unprovenParts } from "../landing/unproven-parts.ts";

/** Closes the task in its source and puts its work into history: one commit that carries the trailers. */
export async function land(state: State, engine: Engine): Promise<readonly Fact[]> {
  const { current } = state;
  if (current === null) return [];
  const { tools } = engine;
  const { claim } = current;
  const done = engine.mode === "recovering" ? await landedBefore(state, current, engine) : null;
  if (done !== null) return afterCommit(state, current, engine, { commit: done, recovered: true });
  if (state.policy.playbook === "crew" && !claim.repair) await recordWork(current, engine, current.summaries);
  if (!claim.repair) await close(current, engine);
  try {
    const commit = await commitAll(state, current, engine);
    return await afterCommit(state, current, engine, { commit, recovered: false });
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    const why = refusals[error.code];
    if (why === undefined) throw error;
    return [
      {
        kind: "landing-refused",
        why,
        message: tools.judge.mask(`${error.message} ${error.detail}`.trim()).slice(0, 4_000),
        ...(state.policy.playbook === "crew" ? { round: roundOf(current) } : {}),
      },
    ];
  }
}

/** The commit is there: the log of progress is carried on, and what should be looked at is told. */
async function afterCommit(state: State, current: Iteration, engine: Engine, done: Done): Promise<readonly Fact[]> {
  const { tools } = engine;
  const unproven = await unprovenParts(current, done.commit, tools);
  const proven = unproven.length === 0 && !done.recovered ? await provenTree(state, current, engine) : null;
  const entered = current.claim.repair ? [] : await enterProgress(current, done, tools);
  return [
    { ...(await landed(state, engine, done)), ...(proven === null ? {} : { proven }) },
    ...entered,
    ...unproven,
    ...(await landingNotes(state, current, tools)),
  ];
}

/** A landing's commit, and whether an earlier, killed attempt had made it. */
interface Done {
  readonly commit: string;
  readonly recovered: boolean;
}

/** What is not committed yet: as it was measured, where nothing has run since; else looked at again. */
async function whatIsLeft(
  state: State,
  current: Iteration,
  { tools, mode }: Engine,
): Promise<{ head: string; paths: readonly string[] }> {
  const { measured } = current;
  if (measured !== null && current.gates.length === 0 && measured.tick === "kept" && mode === "running")
    return { head: measured.head, paths: measured.dirty };
  const view = await tools.workspace.look();
  // A squash that was killed on its way has come as far as the default branch: what is staged there is its, and it goes on.
  if (state.policy.branching === "task" && mode === "recovering" && view.branch !== current.claim.branch)
    return { head: (await tools.history.branchTip(current.claim.branch ?? "")) ?? view.head, paths: [] };
  return { head: view.head, paths: ownPaths(view, asideOf(state), tools.backlog.files) };
}

/** Closes what is nested first, then the task, each by a write of its own (B-10); what the agent has ticked stays as it is. */
async function close(current: Iteration, { tools }: Engine): Promise<void> {
  const { claim } = current;
  const { tasks } = await tools.backlog.load();
  const open = new Set(tasks.filter((task) => !isClosed(task)).map((task) => task.id));
  const met = current.acceptance.at(-1)?.met ?? [];
  const named =
    claim.task.looseCriteria === undefined ? {} : { satisfied: [...(current.answer?.satisfied ?? []), ...met] };
  for (const id of claim.nested) if (open.has(id)) await tools.backlog.setState({ id, state: "done" });
  if (open.has(claim.task.id))
    await tools.backlog.setState({ id: claim.task.id, state: "done", ...evidenceNote(current), ...named });
}

const refusals: Partial<Record<WorkspaceError["code"], FactOf<"landing-refused">["why"]>> = {
  hook: "hook",
  signing: "signing",
  conflict: "conflict",
  "timed-out": "failed",
  failed: "failed",
  identity: "failed",
};

/** The commit of this very iteration, if an earlier, killed attempt has made it already (L-29); the branch goes that it has left. */
async function landedBefore(state: State, current: Iteration, { tools, run }: Engine): Promise<string | null> {
  const { claim } = current;
  const trailers = { "Ralph-Run": run, "Ralph-Iteration": String(current.n), "Ralph-Task": claim.task.id };
  const where = state.policy.branching === "task" ? tools.repository.defaultBranch : "HEAD";
  const commit = await tools.history.findByTrailers(trailers, where, claim.startHead);
  if (commit === null || state.policy.branching !== "task") return commit;
  await tools.history.dropBranch(claim.branch ?? "", commit).catch((error: unknown) => {
    // What has landed does not fail for its branch.
    if (!(error instanceof WorkspaceError)) throw error;
  });
  return commit;
}

/** The content as it has landed: proven by the gate's verdict but for the harness's own record, it needs no further run (P-20). */
async function provenTree(state: State, { gates }: Iteration, { tools }: Engine): Promise<string | null> {
  if (state.policy.qa !== "commit" || gates.at(-1)?.verdict !== "green") return null;
  return tools.workspace.snapshot(await tools.workspace.look(), asideOf(state));
}

async function commitAll(state: State, current: Iteration, engine: Engine): Promise<string> {
  const { tools, run } = engine;
  const { claim } = current;
  const { head, paths } = await whatIsLeft(state, current, engine);
  const commits = head === claim.startHead ? [] : await tools.workspace.commitsBetween(claim.startHead, head);
  // What a person has committed since the task's work began is none of it.
  const known = new Set(trailOf(state, claim.task).commits);
  const own = commits.filter((commit) => commit.trailers["Ralph-Run"] === undefined && known.has(commit.sha));
  const origin: CommitOrigin = { run, iteration: current.n, task: claim.task.id };
  const text = landingMessage({
    task: claim.task,
    form: state.policy.playbook === "increments" ? (claim.task.commit ?? null) : null,
    workType: current.answer?.reading.block?.workType ?? null,
    agentSubject: crewSubjectOf(state, current) ?? own.at(-1)?.subject ?? null,
    agentBodies: own.flatMap((commit) => commit.body ?? []),
    origin,
    agentCommits: own.map((commit) => commit.sha),
    coAuthors: [...own.flatMap((commit) => coAuthorsOf(commit.trailers)), ...coAuthorOf(state, current)],
    note: current.measured?.evidence?.ok === true ? `Verified: ${current.measured.evidence.text}` : null,
  });
  const message = tools.judge.mask(text);
  if (state.policy.branching !== "task")
    return tools.history.commit({ paths, message, allowEmpty: paths.length === 0 });
  const { defaultBranch } = tools.repository;
  if (paths.length > 0)
    await tools.history.commit({
      paths,
      message: bookkeepingMessage(`keep the rest of ${claim.task.id}`, origin),
      allowEmpty: false,
    });
  return tools.history.squash({ branch: claim.branch ?? "", onto: defaultBranch, message, files: {} });
}

async function landed(
  state: State,
  { tools }: Engine,
  { commit, recovered }: Done,
): Promise<Extract<Fact, { kind: "work-landed" }>> {
  const { claim, measured } = state.current ?? unclaimed();
  const isVerified = measured?.evidence?.ok === true && measured.workChanges.length === 0;
  return {
    kind: "work-landed",
    commit,
    branch: claim.branch,
    form: isVerified ? "verified" : state.policy.branching === "task" ? "squash" : "commit",
    agentCommits: [...(measured?.commits ?? [])],
    closed: claim.repair ? [] : [claim.task.id],
    standing: tools.picking.standing(await tools.backlog.load(), state.parked),
    recovered,
  };
}

const crewSubjectOf = ({ policy }: State, { claim, measured }: Iteration): string | null =>
  policy.playbook === "crew"
    ? crewSubject({
        task: claim.task,
        changes: measured?.workChanges ?? [],
        scopes: policy.commits?.scopes ?? [],
      })
    : null;

/** Who is named beside the person: the configured one; in a crew, whose commits are the harness's alone, else the implementer's program. */
function coAuthorOf({ policy }: State, { calls }: Iteration): readonly string[] {
  const named = policy.commits?.coAuthor ?? null;
  if (named !== null) return [named];
  const agent = calls.find(({ role }) => role === "implementer" || role === "fixer")?.agent;
  return policy.playbook === "crew" && agent !== undefined ? [`${agent} <agent@ralph.invalid>`] : [];
}

const evidenceNote = ({ measured }: Iteration): { note?: string } =>
  measured?.evidence?.ok === true ? { note: measured.evidence.text } : {};

const unclaimed = (): never => {
  throw new Error("Nothing can land without a claimed task.");
};

const coAuthorsOf = (trailers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(trailers)
    .filter(([key]) => key.toLowerCase() === "co-authored-by")
    .map(([, value]) => value);
