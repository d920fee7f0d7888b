import { traitsOf } from "./playbooks/traits.ts";
import { correctionsOf } from "./texts/corrections.ts";
import { epicKey } from "./epic-key.ts";
import type { Entry, FactOf } from "./fact.ts";
import { isBlameless, kindOf } from "./outcome-kind.ts";
import { isBeyondPatience } from "./playbooks/again.ts";
import { againstText, judgesAgainst } from "./playbooks/proof.ts";
import { absentAfter, firstReturn, freeAgent, seatOrder } from "./seating.ts";
import { questionOf } from "./stopping/iteration-meaning.ts";
import { type Role, totalTokens, type Usage } from "./outcome.ts";
import { isJudging } from "./judging-roles.ts";
import type { TaskId } from "./task.ts";
import { type Call, type Iteration, newIteration, type State, type TaskTrail, trailOf } from "./state.ts";

const hourMs = 3_600_000;

/** The state once a task was claimed: its iteration begins. Of one that only closes issues nothing is remembered. */
export function afterClaim(state: State, fact: FactOf<"task-claimed">, entry: Entry): State {
  const found = trailOf(state, fact.task);
  const resumed = state.resumed?.task.id === fact.task.id ? (state.resumed.commits ?? []) : [];
  const trail = { ...found, commits: [...resumed, ...found.commits] };
  const begun = { ...state, iterations: entry.iteration, backlog: null, mergesSince: null };
  if (fact.cleanup !== undefined)
    return {
      ...begun,
      cleanupAsked: [...state.cleanupAsked, ...fact.cleanup],
      current: newIteration(fact, entry),
    };
  return {
    ...begun,
    resumed: null,
    hint: null,
    campaign: state.campaign ?? (state.policy.audit && fact.task.group !== null ? epicKey(fact.task) : null),
    lastTask: fact.task,
    epics: fact.repair
      ? state.epics
      : { [epicKey(fact.task)]: { startHead: fact.startHead, changed: false }, ...state.epics },
    tasks: { ...state.tasks, [fact.task.id]: { ...trail, attempts: trail.attempts + 1, startHead: fact.startHead } },
    current: newIteration(fact, entry),
  };
}

/** All tokens of a call, each bucket counted. */
const tokensOf = (call: Call): number => (call.usage === null ? 0 : totalTokens(call.usage));

/** The state after a call: money, tokens, time, session, and what ends the run at once. */
export function afterCall(state: State, call: Call): State {
  const task = state.current?.claim.task.id;
  if (task === undefined) return state;
  const trail = trailOf(state, task);
  const cost = call.costUsd ?? 0;
  const isOwn = call.role === "implementer" || call.role === "fixer";
  const session =
    call.session === null || !isOwn
      ? trail.session
      : { id: call.session, at: state.now, agent: call.agent, usage: usedInSession(state, trail, call) };
  const wentWell = call.outcome === "ok";
  const after: State = { ...state, absent: absentAfter(state, call) };
  return {
    ...after,
    limitWaits: wentWell ? 0 : state.limitWaits,
    limitedSince: wentWell || !isBlameless(call.outcome) ? null : (state.limitedSince ?? state.now),
    fatal: state.fatal ?? fatalOf(after, call),
    spent: {
      costUsd: call.costUsd === null ? state.spent.costUsd : (state.spent.costUsd ?? 0) + cost,
      costEstimated: state.spent.costEstimated || call.costEstimated,
      unknownCalls: state.spent.unknownCalls + (call.costUsd === null ? 1 : 0),
      tokens: state.spent.tokens + tokensOf(call),
      calls: [...state.spent.calls.filter((at) => at > call.startedAt - hourMs), call.startedAt],
    },
    tasks: withTrail(state, task, {
      ...trail,
      session,
      costUsd: trail.costUsd + cost,
      tokens: trail.tokens + tokensOf(call),
      timeMs: trail.timeMs + call.durationMs,
      implemented: trail.implemented || (wentWell && call.role === "implementer"),
    }),
  };
}

/** What a session has used with this call; null where a part of it is unknown. */
function usedInSession({ current }: State, { session }: TaskTrail, call: Call): Usage | null {
  const isKnown = session?.id === call.session;
  const before = isKnown ? session.usage : call.session === current?.claim.session ? null : noUsage;
  if (before === null || call.usage === null) return null;
  return {
    in: before.in + call.usage.in,
    out: before.out + call.usage.out,
    cachedRead: before.cachedRead + call.usage.cachedRead,
    cachedWrite: before.cachedWrite + call.usage.cachedWrite,
  };
}

const noUsage: Usage = { in: 0, out: 0, cachedRead: 0, cachedWrite: 0 };

function fatalOf(state: State, call: Call): State["fatal"] {
  // The work can do without what a coordinator says.
  if (call.role === "coordinator") return null;
  const message = call.message ?? call.outcome;
  const endsRun = call.outcome === "usage_limit" && state.policy.onLimit === "exit";
  if (endsRun) return { reason: "usage_limit", message };
  if (kindOf(call.outcome) !== "hopeless") return null;
  const somebodyIsLeft = freeAgent(state, call.role) !== null || firstReturn(state, call.role) !== null;
  return somebodyIsLeft && isAbsent(state, call) ? null : { reason: "agent_unavailable", message };
}

const isAbsent = ({ absent }: State, { seat, agent }: Call): boolean =>
  absent.some((absence) => absence.agent === (seat ?? agent));

/** The state after a measurement: what the next prompt has to say of it. */
export const afterMeasure = (state: State, measured: FactOf<"work-measured">): State => ({
  ...withCommits(withImplementer(state, measured), state.current?.claim.task.id ?? null, measured.commits),
  corrections: [...state.corrections, ...correctionsOf.measured(measured)],
  pushedPast: [...state.pushedPast, ...(measured.pushedPast ?? [])],
});

/** An implementer that has changed something was there, however its call ended. */
function withImplementer(state: State, { changes, backlogFiles }: FactOf<"work-measured">): State {
  const { current } = state;
  const hasChanged = changes.some(({ path }) => !backlogFiles.includes(path));
  if (current === null || !hasChanged || current.calls.at(-1)?.role !== "implementer") return state;
  const { id } = current.claim.task;
  return { ...state, tasks: withTrail(state, id, { ...trailOf(state, id), implemented: true }) };
}

/** The state once commits are known to be the work of a task's agents. */
export function withCommits(state: State, task: TaskId | null, commits: readonly string[]): State {
  if (task === null || commits.length === 0) return state;
  const trail = trailOf(state, task);
  return {
    ...state,
    tasks: withTrail(state, task, { ...trail, commits: [...new Set([...trail.commits, ...commits])] }),
  };
}

/** The state after an iteration: what is remembered of its task, and whether the run can go on. */
export function afterRecord(state: State, iteration: Iteration, fact: FactOf<"iteration-recorded">): State {
  const { task } = iteration.claim;
  const trail = trailOf(state, task);
  const settled = iteration.landed !== null || iteration.parked !== null;
  return {
    ...state,
    fatal: state.fatal ?? stopsRun(state, iteration),
    tasks: withTrail(state, task.id, {
      ...trail,
      idle: fact.progress || settled || iteration.waiting !== null ? 0 : trail.idle + 1,
      questions: !fact.progress && questionOf(iteration) !== null ? trail.questions + 1 : 0,
      landingRefusals: landingRefusals(iteration, trail, settled),
      startHead: settled ? null : trail.startHead,
      commits: settled ? [] : trail.commits,
      session: settled ? null : trail.session,
    }),
  };
}

/** Work that waits in a pull request is not through: what stood against it before still counts. */
function landingRefusals({ waiting, refusedLandings }: Iteration, trail: TaskTrail, settled: boolean): number {
  if (waiting !== null) return trail.landingRefusals;
  return refusedLandings.length > 0 && !settled ? trail.landingRefusals + 1 : 0;
}

function stopsRun(state: State, iteration: Iteration): State["fatal"] {
  const unavailable = nobodyToCall(state, lastCall(iteration));
  if (unavailable !== null) return unavailable;
  const gate = iteration.gates.at(-1);
  const { claim } = iteration;
  const { title, id } = claim.task;
  if (claim.preflight === true && iteration.parked !== null)
    return { reason: "preflight_failed", message: `${id} (${title}) could not be done: ${iteration.parked.reason}` };
  // A crew puts the tree back, so that what stays red is one task's trouble alone.
  if (traitsOf[state.policy.playbook].putsRedBack && !claim.repair && state.policy.onBlocked === "skip") return null;
  if (gate?.verdict === "red" && iteration.landed === null && (iteration.parked !== null || iteration.claim.repair))
    return {
      reason: "blocked",
      message: `the gate stays red after ${iteration.gates.length - 1} repairs of ${id} (${title}): ${gate.failing ?? ""}`,
    };
  const against = judgesAgainst(state, iteration);
  if (against.length > 0 && iteration.parked?.state === "needs_human")
    return {
      reason: "blocked",
      message: `${id} (${title}) was mended and still can't land: ${against.map(againstText).join("; ")}`,
    };
  if (iteration.parked?.state === "blocked" && state.policy.onBlocked === "stop")
    return { reason: "blocked", message: `${id} is blocked: ${iteration.parked.reason}` };
  return null;
}

/** The last call that the iteration could not do without: the simplifier's is none. */
const lastCall = ({ calls, sideCalls }: Iteration): Call | undefined =>
  [...calls, ...sideCalls.filter(({ role }) => isJudging(role))].toSorted((one, other) => one.call - other.call).at(-1);

/** The agents, as far as they stop the run: a trouble that did not go by, or all of them away. */
function nobodyToCall(state: State, call: Call | undefined): State["fatal"] {
  const role = call?.role ?? "implementer";
  if (freeAgent(state, role) === null) return nobodyLeft(state, role);
  if (call === undefined || kindOf(call.outcome) !== "passing") return null;
  return call.outcome === "usage_limit"
    ? { reason: "usage_limit", message: `${call.message ?? "the limit did not end"}${tooLong(state, call)}` }
    : { reason: "agent_unavailable", message: call.message ?? call.outcome };
}

/** Why a limit is not waited out though it names its end. */
const tooLong = (state: State, { limitEnds }: Call): string =>
  limitEnds !== null && limitEnds > state.now && isBeyondPatience(state, limitEnds)
    ? "; its reset is further away than the run may wait (RALPH_LIMIT_WAIT_HOURS)"
    : "";

function nobodyLeft(state: State, role: Role): NonNullable<State["fatal"]> {
  const order = seatOrder(state, role);
  const away = state.absent.filter(({ agent }) => order.includes(agent));
  const reason = away.some(({ why }) => why === "usage_limit") ? "usage_limit" : "agent_unavailable";
  const list = away.map(({ agent, why }) => `${agent} (${why})`).join(", ");
  return { reason, message: `every agent that could play the ${role} is away: ${list}` };
}

const withTrail = (state: State, task: TaskId, trail: TaskTrail): State["tasks"] => ({ ...state.tasks, [task]: trail });
