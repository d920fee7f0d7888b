import type { Change } from "../../core/fact.ts";
import { evidenceOf } from "../../core/answer/evidence.ts";
import type { Closer } from "../../core/policy.ts";
import type { Iteration } from "../../core/state.ts";
import type { TaskId } from "../../core/task.ts";
import type { BacklogChanges } from "../../ports/backlog.ts";
import type { Tools } from "../tools.ts";

/** What becomes of the claimed task's tick, and how the backlog's file is settled by it. */
export interface JudgedTick {
  readonly tick: "kept" | "undone" | "none";
  readonly own: readonly TaskId[];
  readonly evidence: { ok: boolean; text: string } | null;
  readonly settlement: { keepTicks: readonly TaskId[]; dropNotes: readonly TaskId[] };
}

/** What a tick is judged by: the work behind it, who closes tasks, and commits that prove nothing. */
export interface TickContext {
  readonly work: readonly Change[];
  readonly closer: Closer;
  readonly noEvidence: readonly string[];
}

/**
 * A tick is a claim: it stands only where work or existing evidence stands behind it and the call itself went well. Where
 * the harness closes tasks there are no ticks, and evidence is looked for all the same.
 */
export async function judgeTick(
  current: Iteration,
  plan: BacklogChanges,
  { work, closer, noEvidence }: TickContext,
  tools: Tools,
): Promise<JudgedTick> {
  if (closer === "harness")
    return { ...noTick(current), evidence: await evidenceFor(current, { note: null, noEvidence }, tools) };
  const { task } = current.claim;
  const nested = plan.ticked.filter((id) => id !== task.id && current.claim.nested.includes(id));
  const { own } = noTick(current);
  const isTicked =
    plan.ticked.includes(task.id) || (nested.length > 0 && nested.length === current.claim.nested.length);
  if (!isTicked) return { ...noTick(current), settlement: { keepTicks: nested, dropNotes: [] } };
  const evidence = await evidenceFor(current, { note: plan.notes[task.id] ?? null, noEvidence }, tools);
  const wentWell = current.calls.at(-1)?.outcome === "ok";
  const backed = wentWell && (evidence === null ? work.length > 0 : evidence.ok);
  if (backed) return { tick: "kept", own, evidence, settlement: { keepTicks: own, dropNotes: [] } };
  return { tick: "undone", own, evidence, settlement: { keepTicks: [], dropNotes: own } };
}

const noTick = ({ claim }: Iteration): JudgedTick => ({
  tick: "none",
  own: [claim.task.id, ...claim.nested],
  evidence: null,
  settlement: { keepTicks: [], dropNotes: [] },
});

/** Whether the evidence exists that a VERIFICATION or AUDIT answer names; null where none is owed. */
async function evidenceFor(
  current: Iteration,
  { note, noEvidence }: { readonly note: string | null } & Pick<TickContext, "noEvidence">,
  tools: Tools,
): Promise<JudgedTick["evidence"]> {
  const workType = current.answer?.reading.block?.workType ?? null;
  if (workType !== "VERIFICATION" && workType !== "AUDIT") return null;
  // An audit's findings are what it has to show.
  if (current.answer?.findings !== undefined) return null;
  const words = [...new Set([...(current.answer?.evidence ?? []), ...(note === null ? [] : note.split(/\s+/))])];
  const named = words
    .map((word) => ({ word, evidence: evidenceOf(word.replace(/[).,;]+$/, "")) }))
    .filter(({ word }) => /^[0-9a-f]{7,40}\b|:\d+/.test(word));
  if (named.length === 0) return { ok: false, text: "no commit and no path:line was named" };
  for (const { word, evidence } of named)
    if (!(await exists(evidence, tools)) || isNoEvidence(evidence, noEvidence)) return { ok: false, text: word };
  return { ok: true, text: named.map(({ word }) => word).join(" ") };
}

const isNoEvidence = (evidence: ReturnType<typeof evidenceOf>, noEvidence: readonly string[]): boolean =>
  evidence.kind === "commit" && noEvidence.some((sha) => sha.startsWith(evidence.sha));

async function exists(evidence: ReturnType<typeof evidenceOf>, tools: Tools): Promise<boolean> {
  if (evidence.kind === "commit") return tools.workspace.isCommit(evidence.sha);
  const text = await tools.workspace.textAt("HEAD", evidence.path);
  return text !== null && evidence.line >= 1 && evidence.line <= text.split("\n").length;
}
