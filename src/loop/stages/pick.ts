import { leftAlone, waitingTasks } from "../../core/merging/merges.ts";
import type { Fact } from "../../core/fact.ts";
import type { State } from "../../core/state.ts";
import { asideOf } from "../aside.ts";
import { taskId } from "../../core/task-id.ts";
import { begunBefore } from "../picking.ts";
import { byOwnAccount, withOurs } from "../../core/tracker/own-account.ts";
import { closeLeftOpen, trackerIn } from "../tracker/look-at-tracker.ts";
import { isTracker } from "../../ports/backlog.ts";
import type { Engine } from "../engine.ts";

/** Reads the backlog and picks: what is next and why, and how all of it stands. */
export async function pick(state: State, { tools }: Engine): Promise<readonly Fact[]> {
  await closeLeftOpen(state, tools);
  const read = await tools.backlog.load();
  const known = byOwnAccount(read.tasks, state.account);
  const own = state.resumed === null ? unfinished(state) : [state.resumed.task.id];
  const ours = [...new Set([...own, ...begunBefore(known, tools.ledger)])];
  const snapshot = { ...read, tasks: state.policy.tracker === "agent" ? withOurs(known, ours) : known };
  const taken = tools.foresight.takeHint();
  const hint = taken ?? state.hint;
  // Where tasks stand in files, their order is somebody's own.
  const touched = isTracker(tools.backlog) ? state.touched : [];
  const memory = { ours, parked: state.parked, waiting: waitingTasks(state), hint, touched, campaign: state.campaign };
  const picked = tools.picking.pick(snapshot, memory);
  const standing = tools.picking.standing(snapshot, leftAlone(state));
  const needsProof = picked === null && standing.open === 0 && state.policy.gated;
  const tree = needsProof ? await tools.workspace.snapshot(await tools.workspace.look(), asideOf(state)) : null;
  return [
    {
      kind: "backlog-read",
      standing,
      pick: picked,
      tree,
      ...(taken === null ? {} : { hint: taken }),
      ...trackerIn(state, read.tasks),
    },
  ];
}

/** Tasks of this run that were worked and neither landed nor parked, the last one first. */
const unfinished = (state: State) =>
  Object.entries(state.tasks)
    .filter(([, trail]) => trail.startHead !== null)
    .map(([id]) => taskId(id))
    .toReversed();
