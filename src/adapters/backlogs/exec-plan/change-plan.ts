import { spliced, type Splice } from "../splice.ts";
import { changedStatusText } from "../status-text.ts";
import type { StateChange } from "../../../ports/backlog.ts";
import { criteriaFor, isDone, stalePlan, stalePrd } from "./derived.ts";
import { execWords } from "./exec-words.ts";
import { type ExecPlan, type Increment, incrementNumbered, readPlan } from "./read-plan.ts";
import { criteriaOf, type Prd, type PrdCriterion, readPrd } from "./read-prd.ts";

/** The two documents as texts; null: there is no product document. */
export interface Documents {
  readonly plan: string;
  readonly prd: string | null;
}

/**
 * The documents after a change of one increment's state: its status, the criteria that are satisfied by it, and all that follows
 * from both. Every other byte stays.
 */
export function changedDocuments(documents: Documents, number: string, change: Omit<StateChange, "id">): Documents {
  const before = readPlan(documents.plan);
  const increment = incrementNumbered(before, number);
  if (increment === undefined) return documents;
  const plan = withStatusText(before, increment, changedText(increment, change));
  return derivedDocuments({
    plan,
    prd: documents.prd === null ? null : prdAfter(documents.prd, before, readPlan(plan), { number, change }),
  });
}

const changedText = ({ status }: Increment, change: Omit<StateChange, "id">): string =>
  changedStatusText(status?.value ?? "", change, execWords);

/** The plan with another status text for an increment; with a line for it, below its heading, where it had none. */
export function withStatusText(plan: ExecPlan, { status, below }: Increment, raw: string): string {
  if (status !== null) {
    const text = status.value === "" ? ` ${raw}` : raw;
    return status.value === raw ? plan.text : spliced(plan.text, [{ start: status.start, end: status.end, text }]);
  }
  const eol = /\r\n|\r|\n/.exec(plan.text)?.[0] ?? "\n";
  const lead = /[\r\n]$/.test(plan.text.slice(0, below)) ? eol : eol + eol;
  return spliced(plan.text, [{ start: below, end: below, text: `${lead}**Status:** ${raw}${eol}` }]);
}

interface Changed {
  readonly number: string;
  readonly change: Omit<StateChange, "id">;
}

function prdAfter(text: string, before: ExecPlan, after: ExecPlan, { number, change }: Changed): string {
  const prd = readPrd(text);
  const [was, is] = [before, after].map((plan) => {
    const increment = incrementNumbered(plan, number);
    return increment !== undefined && isDone(increment);
  });
  const splices: Splice[] = [];
  for (const criterion of criteriaFor(prd, number)) {
    const all = criterion.increments.every((each) => {
      const increment = incrementNumbered(after, each);
      return increment !== undefined && isDone(increment);
    });
    if (is === true && all && !criterion.isDone) splices.push(marked(criterion, "x"));
    if (was === true && is !== true && criterion.isDone) splices.push(marked(criterion, " "));
  }
  if (is === true)
    for (const criterion of namedByAgent(prd, change.satisfied ?? [])) splices.push(marked(criterion, "x"));
  return spliced(text, splices);
}

const marked = ({ box }: PrdCriterion, mark: string): Splice => ({
  start: box.at,
  end: box.at + box.mark.length,
  text: mark,
});

/** The open criteria that name no increment and that an agent says are satisfied, by their words. */
function namedByAgent(prd: Prd, texts: readonly string[]): readonly PrdCriterion[] {
  const said = new Set(texts.map(words));
  return criteriaOf(prd).filter(
    ({ increments, isDone: done, text }) => increments.length === 0 && !done && said.has(words(text)),
  );
}

const words = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");

/** The documents with every derived state as it follows from the rest. */
export function derivedDocuments({ plan, prd }: Documents): Documents {
  return {
    plan: spliced(
      plan,
      stalePlan(readPlan(plan)).map(({ splice }) => splice),
    ),
    prd:
      prd === null
        ? null
        : spliced(
            prd,
            stalePrd(readPrd(prd)).map(({ splice }) => splice),
          ),
  };
}
