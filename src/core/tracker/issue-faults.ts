import type { FactOf, IssueCounts } from "../fact.ts";
import type { Iteration } from "../state.ts";
import type { TaskId } from "../task.ts";
import { hardBlocker } from "./hard-blocker.ts";
import type { IssuePlace, IssueSeen } from "./issue.ts";

/** An issue that stands where no agent may have moved it. */
export interface IssueFault {
  readonly id: TaskId;
  /** Where it stands, in people's words. */
  readonly state: string;
  /** What speaks against it, in a few words. */
  readonly measured: string;
  /** What the next prompt tells the agent. */
  readonly told: string;
}

/** What an agent that writes to the tracker has done there against the rules, by the measurement after its last call. */
export function issueFaults(iteration: Iteration): readonly IssueFault[] {
  const { claim, measured } = iteration;
  return (measured?.tracker?.issues ?? []).flatMap((issue) => {
    const wrong = issue.id === claim.task.id ? ofTask[issue.place](iteration) : ofCleanup[issue.place];
    return wrong === null ? [] : [faultOf(issue, wrong)];
  });
}

interface Wrong {
  readonly measured: string;
  readonly cure: string;
}

const faultOf = ({ id, name }: IssueSeen, { measured, cure }: Wrong): IssueFault => ({
  id,
  state: name,
  measured,
  told: `${id} stands in ${name}: ${measured}. ${cure}`,
});

const forPeople: Wrong = {
  measured: "only people move issues there",
  cure: "If that was you, move it back to In Progress and recommend it in a comment instead.",
};

const noBlocker: Wrong = {
  measured: "no blocker that people alone can remove was named",
  cure: "In Review is for a missing credential, a spending cap, an irreversible step that needs a sign-off, or a product decision without a safe default. Move it back to In Progress.",
};

const notBegun: Wrong = {
  measured: "it was not moved to In Progress",
  cure: "Move an issue to In Progress before you begin to work on it.",
};

const nothing = (): null => null;
const people = (): Wrong => forPeople;

/** What may be wrong with the claimed task's issue, by where it stands. */
const ofTask: Readonly<Record<IssuePlace, (iteration: Iteration) => Wrong | null>> = {
  triage: people,
  backlog: ({ claim }) => (claim.task.state === "in_progress" ? forPeople : notBegun),
  todo: ({ landed }) => (landed === null ? notBegun : null),
  in_progress: nothing,
  in_review: ({ answer }) => (isHardBlocked(answer) ? null : noBlocker),
  done: notLanded,
  canceled: people,
  duplicate: people,
  gone: nothing,
};

/** The same of an issue that was only to be closed. */
const ofCleanup: Readonly<Record<IssuePlace, Wrong | null>> = {
  triage: forPeople,
  backlog: forPeople,
  todo: null,
  in_progress: null,
  in_review: noBlocker,
  done: null,
  canceled: forPeople,
  duplicate: forPeople,
  gone: null,
};

function notLanded({ landed, waiting }: Iteration): Wrong | null {
  if (landed !== null) return null;
  const back = "Done is for work that is on the default branch.";
  return waiting === null
    ? { measured: "its work has not landed", cure: `${back} Move it back to In Progress and do what is missing.` }
    : {
        measured: `pull request #${waiting.pr} is not merged yet`,
        cure: `${back} Leave an issue In Progress until it is named as pending cleanup.`,
      };
}

function isHardBlocked(answer: Iteration["answer"]): boolean {
  const block = answer?.reading.block;
  return block?.status === "BLOCKED" && hardBlocker(block.recommendation) !== null;
}

/** The least and the most that a count may be said to be: what it was before the call, what it is now, and all between. */
export const countedBetween = (
  { before, now }: NonNullable<FactOf<"work-measured">["tracker"]>,
  of: keyof IssueCounts,
): { readonly least: number; readonly most: number } => ({
  least: Math.min(before[of], now[of]),
  most: Math.max(before[of], now[of]),
});
