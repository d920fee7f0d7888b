import { traitsOf } from "../playbooks/traits.ts";
import type { FactOf } from "../fact.ts";
import type { Role } from "../outcome.ts";
import type { Iteration, State } from "../state.ts";
import type { Task } from "../task.ts";
import { usualCrew } from "./crew-rules.ts";
import { type Risk, riskOf } from "./risk.ts";

/** Somebody who may play a role: the label, and the vendor's family. */
export interface Player {
  readonly label: string;
  readonly family: string;
}

/** The seats of a crew. Where a run's first fact names none, its one agent plays everything. */
const crewOf = ({ run }: State) => {
  const only = run?.agent.name ?? "";
  return run?.crew ?? { strong: only, fast: only, fixer: null, reviewers: [only], judges: [only], standIns: [] };
};

const playersOf = ({ run }: State, labels: readonly string[]): readonly Player[] =>
  labels.map((label) => ({ label, family: run?.agents?.[label]?.family ?? run?.agent.family ?? "" }));

/** The risk of the iteration's task: by what is said of it, and once there is a change, by that as well. */
function riskIn(state: State, iteration: Pick<Iteration, "claim" | "measured">): Risk {
  return riskBefore(state, iteration.claim.task, iteration.measured?.workChanges ?? []);
}

const riskBefore = (state: State, task: Task, changes: Parameters<typeof riskOf>[1]): Risk =>
  riskOf(task, changes, { rules: (state.policy.crew ?? usualCrew).risk, source: state.policy.source });

/** Who may play a role in a crew, by label, the first choice first; null for roles that a crew does not choose by itself. */
export function crewOrder(state: State, role: Role): readonly string[] | null {
  const { current, policy } = state;
  if (!traitsOf[policy.playbook].hasCrew || current === null) return null;
  const crew = crewOf(state);
  const chosen = riskBefore(state, current.claim.task, []).is === "high" ? crew.strong : crew.fast;
  switch (role) {
    case "implementer":
      return distinct([chosen, ...crew.standIns]);
    case "fixer":
      return distinct([crew.fixer ?? implementerOf(current) ?? chosen, ...crew.standIns]);
    case "reviewer":
      return crew.reviewers;
    case "judge":
      return crew.judges;
    case "validator":
    case "coordinator":
    case "explorer":
    case "tester":
    case "architect":
    case "simplifier":
      return null;
  }
}

/** Who has done the task's work so far. */
const implementerOf = ({ calls }: Iteration): string | null => {
  const call = calls.find(({ role, outcome }) => role === "implementer" && outcome === "ok") ?? calls[0];
  return call?.seat ?? call?.agent ?? null;
};

const distinct = (labels: readonly string[]): readonly string[] => [...new Set(labels)];

/**
 * Who reviews this iteration's work: one of another family than its workers', or two of two others at high risk. Where families are
 * too few, the nearest are taken. Who has judged in this round stays.
 */
export function reviewersOf(state: State, iteration: Iteration, judged: readonly string[]): readonly Player[] {
  const wanted = riskIn(state, iteration).is === "high" ? 2 : 1;
  const candidates = playersOf(state, crewOf(state).reviewers);
  const stay = candidates.filter(({ label }) => judged.includes(label)).slice(0, wanted);
  const rest = candidates.filter(({ label }) => !judged.includes(label) && !isGone(state, label));
  const taken = [...workersOf(iteration), ...stay.map(({ family }) => family)];
  const chosen = [...stay, ...nearest(rest, taken, wanted - stay.length)];
  return chosen.length > 0 ? chosen : candidates.slice(0, 1);
}

/** A reviewer of a family that has neither worked on the task nor judged it in this round; null where none is left. */
export function otherReviewer(state: State, iteration: Iteration, asked: readonly string[]): Player | null {
  const taken = new Set([...workersOf(iteration), ...asked]);
  const candidates = playersOf(state, crewOf(state).reviewers);
  return candidates.find(({ label, family }) => !taken.has(family) && !isGone(state, label)) ?? null;
}

/** Who grades work of these families: one of another family, else one who has not worked on it, else whoever there is. */
export function judgeOf(state: State, families: readonly string[]): Player | null {
  const candidates = playersOf(state, crewOf(state).judges).filter(({ label }) => !isGone(state, label));
  return nearest(candidates, families, 1)[0] ?? candidates[0] ?? null;
}

/* Not in this run any more: nobody waits for it where others are there. */
const isGone = ({ absent }: State, label: string): boolean =>
  absent.some(({ agent, until }) => agent === label && until === null);

const workersOf = ({ calls }: Iteration): readonly string[] => [...new Set(calls.map(({ family }) => family))];

/** So many of other families, each of another; then those whose family is at least nobody's among themselves; then any, worker's too. */
function nearest(candidates: readonly Player[], taken: readonly string[], wanted: number): readonly Player[] {
  const chosen: Player[] = [];
  const take = (fits: (player: Player) => boolean): void => {
    for (const player of candidates)
      if (chosen.length < wanted && !chosen.includes(player) && fits(player)) chosen.push(player);
  };
  const families = (): readonly string[] => chosen.map(({ family }) => family);
  take(({ family }) => !taken.includes(family) && !families().includes(family));
  take(({ family }) => !families().includes(family));
  if (chosen.length === 0) take(() => true);
  return chosen;
}

/** What can't be kept of the rule that workers, reviewers and judge are of different families; null where all of it can. */
export function lackOfFamilies({
  run,
}: {
  readonly run: Pick<FactOf<"run-started">, "agent" | "agents" | "crew">;
}): string | null {
  const { crew } = run;
  if (crew === undefined) return null;
  const family = (label: string): string => run.agents?.[label]?.family ?? run.agent.family;
  const workers = new Set([family(crew.strong), family(crew.fast)]);
  const reviewers = new Set(crew.reviewers.map(family).filter((one) => !workers.has(one)));
  const judges = new Set(crew.judges.map(family).filter((one) => !workers.has(one)));
  const lacks = [
    ...(reviewers.size === 0 ? ["nobody of another family can review"] : []),
    ...(reviewers.size === 1 ? ["only one other family can review, at high risk too"] : []),
    ...(judges.size === 0 ? ["the judge is of the workers' family"] : []),
    ...(judges.size === 1 && reviewers.size === 1 && [...judges][0] === [...reviewers][0]
      ? ["reviewer and judge are of one family"]
      : []),
  ];
  return lacks.length === 0 ? null : lacks.join("; ");
}
