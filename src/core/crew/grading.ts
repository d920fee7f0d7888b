import { traitsOf } from "../playbooks/traits.ts";
import type { Fact, FactOf } from "../fact.ts";
import { withCallsBeside } from "../money/calls-beside.ts";
import type { Iteration, State } from "../state.ts";
import type { Task } from "../task.ts";

/** Work that has landed and that nobody has graded yet. */
export interface Ungraded {
  readonly iteration: number;
  readonly task: Task;
  readonly commit: string;
  /** The commit that its work began with. */
  readonly since: string;
  /** Families of those who worked on it and of those who have reviewed it, where one of these had the word alone. */
  readonly families: readonly string[];
  /** The number of the judge's call. */
  readonly call: number;
}

/** The state once an iteration is over: where its work has landed, a judge has to see it. */
export function withUngraded(state: State, iteration: Iteration, call: number): State {
  const { landed, claim, n } = iteration;
  if (landed === null || claim.repair || landed.form === "verified") return state;
  if (!traitsOf[state.policy.playbook].hasCrew || state.policy.crew?.judge !== true) return state;
  const { task, startHead } = claim;
  const ungraded = {
    iteration: n,
    task,
    commit: landed.commit,
    since: startHead,
    families: familiesIn(iteration),
    call,
  };
  return { ...state, ungraded: [...state.ungraded, ungraded] };
}

/* One reviewer's family must not judge its own word; of two, each has had the other. */
function familiesIn({ calls, verdicts }: Iteration): readonly string[] {
  const workers = calls.map(({ family }) => family);
  const reviewers = new Set(verdicts.filter(({ role }) => role === "reviewer").map(({ family }) => family));
  return [...new Set([...workers, ...(reviewers.size === 1 ? reviewers : [])])];
}

/** The state after what only a crew meets: the repository made ready, a judge at work, its grades. */
export function ofCrew(
  state: State,
  fact: Extract<Fact, { readonly kind: "repository-prepared" | "grade-pending" | "grade-collected" }>,
): State {
  switch (fact.kind) {
    case "repository-prepared":
      return { ...state, preflight: { ...state.preflight, prepared: fact } };
    case "grade-pending":
      return afterPending(state, fact);
    case "grade-collected":
      return afterCollected(state, fact);
  }
}

/** The state once a judge was started: its grade is waited for. */
const afterPending = (state: State, fact: FactOf<"grade-pending">): State => ({
  ...state,
  ungraded: state.ungraded.filter(({ iteration }) => iteration !== fact.iteration),
  grading: [...state.grading, fact],
});

/** The state once a grade has come, or will not come. What the judge has cost counts, and nothing else changes. */
function afterCollected(state: State, fact: FactOf<"grade-collected">): State {
  return {
    ...withCallsBeside(state, fact.calls),
    ungraded: state.ungraded.filter(({ iteration }) => iteration !== fact.iteration),
    grading: state.grading.filter(({ judge }) => judge !== fact.judge),
  };
}

/** True while something has landed that is not graded, and no judge is given up yet. */
export const isGrading = ({ ungraded, grading }: State): boolean => ungraded.length + grading.length > 0;
