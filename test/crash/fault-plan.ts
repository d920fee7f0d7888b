import type { Fact } from "../../src/core/fact.ts";
import { effects, type Step } from "../../src/core/step.ts";
import type { Ledger } from "../../src/ports/ledger.ts";

/** Where a harness can be when it is killed, seen from the ledger. Only effects have an intent. */
export const moments = ["before intent", "after intent", "after effect", "after done"] as const;
export type Moment = (typeof moments)[number];

/** The one moment at which the harness dies, in the n-th step of a kind (from 1): seen from the ledger, or after so many git calls that write. */
export interface FaultPlan {
  readonly step: Step["do"];
  readonly nth?: number;
  readonly at: Moment | number;
  /** True where it is a run of audits. */
  readonly audit?: boolean;
}

/** How a harness comes to its end: `die` at once; `arm` lets the n-th git call that writes end it, until `arm(null)`. */
export interface Faults {
  readonly die: () => never;
  readonly arm: (calls: number | null) => void;
}

/** The fact by which a step without an intent is known. */
const resultOf: Partial<Record<Fact["kind"], Step["do"]>> = {
  reaped: "reap",
  "backlog-read": "pick",
  "iteration-recorded": "record",
  waited: "wait",
  "agent-replaced": "hand-over",
  "grade-collected": "collect",
  "run-ended": "end",
};

const firstMomentOf = (step: Step["do"]): Moment =>
  (effects as readonly string[]).includes(step) ? "before intent" : "after effect";

/** A ledger that calls `die` at the planned moment, between what has happened and what is remembered of it. */
export function dyingLedger(ledger: Ledger, plan: FaultPlan, { die, arm }: Faults): Ledger {
  let underWay: Step["do"] | null = null;
  let met = 0;
  const dieAt = (step: Step["do"] | null, moment: Moment): void => {
    if (step !== plan.step) return;
    if (moment === firstMomentOf(step)) met += 1;
    if (met !== (plan.nth ?? 1)) return;
    if (moment === plan.at) die();
    if (typeof plan.at === "number" && moment === "after intent") arm(plan.at);
    if (typeof plan.at === "number" && moment === "after effect") arm(null);
  };
  return {
    factsOf: (run) => ledger.factsOf(run),
    lastRun: () => ledger.lastRun(),
    memoryOf: (task) => ledger.memoryOf(task),
    [Symbol.dispose]: () => ledger[Symbol.dispose](),
    append(place, facts, durability) {
      const intent = facts.find((fact) => fact.kind === "step-intended");
      if (intent !== undefined) {
        underWay = intent.step.do;
        dieAt(underWay, "before intent");
        const entries = ledger.append(place, facts, durability);
        dieAt(underWay, "after intent");
        return entries;
      }
      const done = facts.map((fact) => resultOf[fact.kind]).find((step) => step !== undefined) ?? underWay;
      const isStart = facts.some((fact) => fact.kind === "run-started");
      if (!isStart) dieAt(done, "after effect");
      const entries = ledger.append(place, facts, durability);
      if (!isStart) dieAt(done, "after done");
      return entries;
    },
  };
}
