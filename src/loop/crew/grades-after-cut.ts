import { judgeOf } from "../../core/crew/route.ts";
import type { FactOf } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import type { Step } from "../../core/step.ts";
import { spentOfRun } from "../../core/stopping/budgets.ts";
import { append, type Engine } from "../engine.ts";
import { collect, givenUp } from "./collect.ts";
import { judge } from "./judge.ts";

type Judge = Extract<Step, { do: "judge" }>;

/**
 * The grades that a run still waits for as it is settled. Judges that were cut off by a kill, and those who had not been asked yet, are
 * asked on what has landed and have as long as at the end of any run. Who was cut off twice is given up, and so is everybody after a
 * failure of the run's own or where its budget is spent.
 */
export async function gradesAfterCut(engine: Engine, state: State, how: "killed" | "failed"): Promise<State> {
  const steps = how === "killed" && state.fatal === null && spentOfRun(state).length === 0 ? wanted(state, engine) : [];
  const place = { iteration: state.iterations, durability: "synced" } as const;
  if (steps.length === 0) {
    const facts = givenUp(state, [], "the harness was killed before its judge was through");
    return append(engine, state, facts, place);
  }
  let asked = state;
  for (const step of steps) asked = append(engine, asked, await judge(step, asked, engine), place);
  return append(engine, asked, await collect(asked, engine), place);
}

/** The judges to be asked: nobody has been yet, or one has, once. */
function wanted(state: State, { run, tools }: Engine): readonly Judge[] {
  const asks = Map.groupBy(state.grading, (pending) => pending.judge);
  const once = [...asks.values()].flatMap(([pending, ...more]) =>
    pending === undefined || more.length > 0 ? [] : [pending],
  );
  const claims = once.length === 0 ? new Map<number, FactOf<"task-claimed">>() : claimsOf(run, tools.ledger);
  return [
    ...once.flatMap((pending) => stepAgain(pending, claims.get(pending.iteration))),
    ...state.ungraded.flatMap(({ iteration, task, commit, since, call, families }): readonly Judge[] => {
      const seat = judgeOf(state, families);
      return seat === null ? [] : [{ do: "judge", iteration, task, commit, since, call, agent: seat.label }];
    }),
  ];
}

/** The same question to the same judge, as its name tells. */
function stepAgain(
  { iteration, commit, judge: name, seat }: FactOf<"grade-pending">,
  claim: FactOf<"task-claimed"> | undefined,
): readonly Judge[] {
  const call = Number(/\.judge\.(\d+)$/.exec(name)?.[1]);
  if (claim === undefined || !Number.isInteger(call)) return [];
  const { task, startHead } = claim;
  return [{ do: "judge", iteration, task, commit, since: startHead, call, agent: seat }];
}

const claimsOf = (run: string, ledger: Engine["tools"]["ledger"]): ReadonlyMap<number, FactOf<"task-claimed">> =>
  new Map(
    [...ledger.factsOf(run)].flatMap(({ iteration, fact }) =>
      fact.kind === "task-claimed" ? [[iteration, fact] as const] : [],
    ),
  );
