import { warned } from "../../core/texts/warned.ts";
import type { Fact, FactOf } from "../../core/fact.ts";
import { leftAlone } from "../../core/merging/merges.ts";
import type { State } from "../../core/state.ts";
import { isTracker } from "../../ports/backlog.ts";
import { ForgeError } from "../../ports/forge.ts";
import { WorkspaceError } from "../../ports/workspace.ts";
import type { Engine, Tell } from "../engine.ts";
import { closeTask, whereItIs } from "../landing/close-task.ts";
import { withheld } from "../landing/withheld.ts";
import { followMerge, type Merged } from "../merging/follow-merge.ts";
import { holdsWork } from "../merging/holds-work.ts";
import { lookAndMerge } from "../merging/look-and-merge.ts";
import { conflictIn, type MergeOutcome, neededWork, replaced } from "../merging/merge-outcome.ts";
import { bringUpAside } from "../merging/bring-up-aside.ts";
import type { Merging } from "../merging/merging.ts";
import { tellWaiting } from "../merging/tell-waiting.ts";
import { afterLanding, afterParking } from "../../core/tracker/own-account.ts";
import { knownBacklog } from "../tracker/known-backlog.ts";
import { dueClosing } from "../tracker/look-at-tracker.ts";
import type { Tools } from "../tools.ts";
import { unlessTaken } from "../unless-taken.ts";

type Pending = FactOf<"merge-pending">;

/**
 * Looks at every pull request that waits: merges what may be merged and closes its task, brings up to date what only lies
 * behind, and tells what needs an agent, or a person. Each is a step of its own: what became of one is kept before the next.
 */
export async function merge(state: State, engine: Engine, tell: Tell): Promise<readonly Fact[]> {
  const { tools } = engine;
  const { forge } = tools;
  if (forge === null) return [{ kind: "merges-seen", waiting: state.merges.length }];
  const merging: Merging = { state, tools, forge };
  let waiting = 0;
  for (const pending of state.merges) {
    if (engine.interruption.signal.aborted) break;
    const facts = await seeTo(pending, merging);
    if (facts.every(({ kind }) => kind !== "merge-ended")) waiting += 1;
    if (facts.length > 0) await tell(() => facts);
  }
  return [{ kind: "merges-seen", waiting }];
}

async function seeTo(pending: Pending, merging: Merging): Promise<readonly Fact[]> {
  try {
    const pull = await merging.forge.service.look(pending.pr);
    const outcome = await outcomeOf({ pending, pull }, merging);
    return await factsOf({ pending, pull, outcome }, merging);
  } catch (error) {
    if (error instanceof ForgeError && error.code === "not-found") return await gone(pending, merging);
    // It waits for another look, and others are seen to meanwhile.
    if (error instanceof ForgeError && error.code !== "auth") return unreachable(pending, error.message);
    if (error instanceof WorkspaceError && (error.code === "timed-out" || error.code === "failed"))
      return unreachable(pending, error.message);
    throw error;
  }
}

async function outcomeOf({ pending, pull }: Pick<Seen, "pending" | "pull">, merging: Merging): Promise<MergeOutcome> {
  const { state, tools, forge } = merging;
  const { repository, backlog } = tools;
  if (!(await holdsWork(pull, pending.head, tools, forge.remote))) return replaced(pull);
  const outcome = await lookAndMerge(forge.service, pull, {
    task: pending.task,
    commentsTold: state.commentsTold,
    branch: pending.branch,
    base: repository.defaultBranch,
    withheld: () => withheld(pending.task, backlog),
  });
  if (outcome.is !== "conflict" || pull.state !== "open") return outcome;
  const up = await bringUpAside({ task: pending.task, pull }, merging);
  switch (up.kind) {
    case "pushed":
      return {
        is: "waiting",
        why: "queued",
        message: `${pull.branch} was brought up to ${pull.base}`,
        checks: "pending",
      };
    case "conflict":
      return conflictIn(up.paths, pull, outcome);
    case "not-here":
      return { ...outcome, message: `${outcome.message} (${pending.branch})` };
  }
}

/** A pull request as it was seen. */
interface Seen {
  readonly pending: Pending;
  readonly pull: Merged["pull"];
  readonly outcome: MergeOutcome;
}

async function factsOf({ pending, pull, outcome }: Seen, merging: Merging): Promise<readonly Fact[]> {
  const { tools, forge } = merging;
  const { queue } = forge;
  const at = tools.clock.now();
  switch (outcome.is) {
    case "merged": {
      await queue.note(pull.number, { at, checks: "green", status: "merged", commit: outcome.commit, why: null });
      await followMerge({ pull, commit: outcome.commit }, tools, forge);
      const left = isTracker(tools.backlog) ? await close(pending, { pull, commit: outcome.commit }, tools) : [];
      await queue.remove(pull.number);
      const title = tools.judge.mask(pull.title);
      return [await ended(pending, { result: "merged", commit: outcome.commit, message: title }, merging), ...left];
    }
    case "closed":
    case "withheld": {
      const message = tools.judge.mask(outcome.message);
      const change = { id: pending.task, state: "needs_human", reason: message } as const;
      await queue.note(pull.number, { at, status: "failed", why: message });
      // What people have decided about the task itself stands there already.
      const left =
        outcome.is === "closed" ? await unlessTaken(tools.backlog, () => tools.backlog.setState(change)) : [];
      return [await ended(pending, { result: outcome.is, commit: null, message }, merging), ...left];
    }
    case "red":
    case "conflict":
    case "review": {
      const needed = neededWork(outcome, tools.judge);
      const checks = outcome.is === "red" ? "red" : "green";
      await queue.note(pull.number, { at, checks, status: "failed", why: `${outcome.is}: ${needed.message}` });
      return [await ended(pending, { result: outcome.is, commit: null, ...needed }, merging)];
    }
    case "waiting": {
      await queue.note(pull.number, { at, checks: outcome.checks });
      const left = await tellWaiting({ task: pending.task, pull, outcome, tip: pull.head }, tools);
      const message = tools.judge.mask(outcome.message);
      const isNew = outcome.why !== pending.why || message !== pending.message || pending.url === null;
      const seen: Fact = { ...pending, kind: "merge-pending", url: pull.url, why: outcome.why, message };
      return isNew ? [seen, ...left] : left;
    }
  }
}

/** Closes a task whose work is merged. One that a person has closed stays as it is. */
const close = (pending: Pending, merged: Merged, tools: Tools): Promise<readonly Fact[]> =>
  closeTask(
    {
      id: pending.task,
      nested: [],
      told: { marker: `merge/${merged.pull.number}/done`, text: whereItIs(merged.commit, merged.pull) },
    },
    tools,
  );

async function ended(
  { task, pr, iteration }: Pending,
  end: Pick<FactOf<"merge-ended">, "result" | "commit" | "message"> & { log?: string; comments?: string[] },
  { state, tools }: Merging,
): Promise<Fact> {
  const others = leftAlone(state).filter((id) => id !== task);
  const closing = end.result === "merged" ? await dueClosing(state.policy, task, tools.backlog) : {};
  const standing = tools.picking.standing(
    await knownBacklog(knownAfter(end.result, task, closing, state), tools),
    others,
  );
  return { kind: "merge-ended", task, pr, iteration, log: "", ...end, ...closing, standing };
}

function knownAfter(
  result: FactOf<"merge-ended">["result"],
  task: Pending["task"],
  { closing }: Pick<FactOf<"merge-ended">, "closing">,
  state: State,
): Pick<State, "account"> {
  if (result === "merged") return afterLanding(state, task, closing);
  return result === "closed" || result === "withheld" ? afterParking(state, { task, state: "needs_human" }) : state;
}

/** Somebody has queued what is not there: its task waits for nothing. */
async function gone(pending: Pending, merging: Merging): Promise<readonly Fact[]> {
  const { tools, forge } = merging;
  const message = `there is no pull request #${pending.pr}`;
  await forge.queue.note(pending.pr, { at: tools.clock.now(), status: "failed", why: message });
  return [
    await ended(pending, { result: "gone", commit: null, message }, merging),
    warned("no_such_pull_request", `${pending.task} was said to wait in #${pending.pr}, but ${message}.`),
  ];
}

const unreachable = (pending: Pending, message: string): readonly Fact[] =>
  pending.why === "unreachable" ? [] : [{ ...pending, kind: "merge-pending", why: "unreachable", message }];
