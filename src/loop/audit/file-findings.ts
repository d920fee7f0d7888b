import type { Fact } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import { summaryText } from "../../core/texts/audit-texts.ts";
import { commitBookkeeping } from "../commit-bookkeeping.ts";
import type { Engine } from "../engine.ts";
import { putIntoBacklog } from "./put-into-backlog.ts";
import { closeTask } from "../landing/close-task.ts";
import { landedFact } from "../landing/landed-fact.ts";

/**
 * Puts an audit's findings into the backlog and closes its task without a merge: what is P0 or P1 as a task each, the rest as
 * one digest, and a summary as a comment. Each carries a mark by which it is found again, so that a kill on the way files nothing twice.
 */
export async function fileFindings(state: State, engine: Engine): Promise<readonly Fact[]> {
  const { current } = state;
  const findings = current?.answer?.findings ?? null;
  if (current === null || findings === null) return [];
  const { tools, run } = engine;
  const { task, attempt } = current.claim;
  const filing = await putIntoBacklog(task, findings, tools);
  const marker = `${run}/${task.id}/${attempt}/audit`;
  const told = { marker, text: tools.judge.mask(summaryText(findings, filing)) };
  const left = await closeTask({ id: task.id, nested: current.claim.nested, told }, tools);
  const committed = await commitBookkeeping(
    { what: `close the audit ${task.id}`, iteration: current.n },
    state,
    engine,
  );
  const { head, branch } = await tools.workspace.look();
  const closed = { commit: head, form: "verified", recovered: engine.mode === "recovering" } as const;
  const landed = await landedFact(state, current, closed, tools);
  return [
    ...filing.notes,
    ...left,
    ...committed,
    { kind: "findings-filed", task: task.id, found: findings.length, filed: [...filing.filed], digest: filing.digest },
    // An audit has no branch of its own, and nothing of its agent's is left.
    { ...landed, branch, agentCommits: [] },
  ];
}
