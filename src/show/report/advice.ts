import type { EndReason } from "../../core/end-reason.ts";
import type { CallOutcome } from "../../core/outcome.ts";
import type { RunView } from "../../core/summary.ts";
import { cutText } from "../../core/texts/clusters.ts";

const words: Record<EndReason, string> = {
  plan_complete: "Read what landed: git log, and `ralph show TASK` for claims beside measurements.",
  exit_signal: "What is left can't be worked now; see `ralph plan list`.",
  cap_reached: "The number of tasks you asked for is reached; `ralph run` continues.",
  once_done: "One iteration was asked for; `ralph run` continues.",
  stopped: "Stopped after the task as asked; `ralph run` continues.",
  config_invalid: "Fix what is named above; `ralph plan check` and `ralph config` say more.",
  blocked: "See what is red (`ralph logs`), fix it or decide what to do, then `ralph plan reopen ID` and `ralph run`.",
  queue_blocked:
    "Every open task waits for something outside: see the reasons in the plan, then `ralph plan reopen ID`.",
  needs_human: "Something waits for you: `ralph inbox` lists it. Answer (`ralph answer ID`), then `ralph run`.",
  merges_pending: "Pull requests wait for their checks; start again when they are through.",
  plan_mismatch:
    "The agent says that everything is done, but the plan does not: look at the open items (`ralph plan list`), tick or reword them, then run again.",
  exit_refused_3x: "The agent asked to stop three times and was refused; `ralph report` names the reasons.",
  no_status_block_3x:
    "The agent does not write the status block: see its answers with `ralph logs`, and whether the skill is installed (`ralph doctor`).",
  repeating:
    "The agent keeps saying the same; look at the task and at `ralph logs`, and make the task clearer or smaller.",
  breaker_open:
    "Look at why (`ralph breaker status`, `ralph logs`), then start again by hand or `ralph breaker reset`.",
  budget_iterations: "The bound on iterations is reached; go on with `ralph run`, or raise --max-iterations.",
  budget_time: "The bound on time is reached; go on with `ralph run`, or raise --max-time.",
  budget_cost: "The bound on cost is reached; go on with `ralph run`, or raise --max-cost.",
  budget_tokens: "The bound on tokens is reached; go on with `ralph run`, or raise --max-tokens.",
  usage_limit: "The provider's limit is reached; start again after its reset, or wait with --on-limit=wait.",
  preflight_failed: "Fix what is named above; nothing was changed.",
  dirty_tree:
    "Commit or stash your own changes, or leave them and work beside them (`ralph run --worktree`); nothing was changed.",
  locked: "Another run works here: `ralph status` shows it, `ralph stop` ends it.",
  agent_unavailable: "See `ralph doctor`: it checks the agent program and its log-in.",
  source_unavailable: "A service could not be reached; see the message, then start again: it continues where it was.",
  disk_full: "Free some space, then start again: nothing was lost.",
  internal_error: "This is a bug in ralph: run it again with --debug, and report it.",
  interrupted: "Start again with `ralph run`: it continues where it was.",
};

/** Why an agent was not available decides what helps. */
const unavailable: Partial<Record<CallOutcome, string>> = {
  auth: "Log the agent program in by hand, or give it a key that is valid, then start again; `ralph doctor` looks at the log-in.",
  billing: "Look at the account's balance and plan, or use another agent (RALPH_AGENT), then start again.",
  bad_model: "Name a model that the account may use, by RALPH_MODEL in .ralphrc or --model, then start again.",
  overloaded: "The provider was overloaded for a long time; start again later.",
  network: "The provider could not be reached; look at the network and the proxy settings, then start again.",
};

/** Ends that mean something else once a run was under way. */
const underWay: Partial<Record<EndReason, string>> = {
  preflight_failed: "Fix what is named above; `ralph run` then settles what was under way and continues.",
  internal_error: "Fix what is named above, or report it; `ralph run` settles what was under way and continues.",
};

/** What a person may do now, for how the run ended. */
export function adviceFor(view: RunView): string {
  return [adviceOnEnd(view), ...whereItIs(view)].join(" ");
}

function adviceOnEnd(view: RunView): string {
  const reason = view.end?.reason ?? "internal_error";
  const error = reason === "agent_unavailable" ? view.iterations.at(-1)?.error?.class : undefined;
  const unlikely = view.state.run === null ? undefined : underWay[reason];
  const advice = (error === undefined ? undefined : unavailable[error]) ?? unlikely ?? words[reason];
  return [...lastFailure(view, reason), advice].join(" ");
}

/** Ends that say nothing of how the last iteration went. */
const silentEnds: ReadonlySet<EndReason> = new Set(["cap_reached", "once_done", "stopped", "budget_iterations"]);

/** What went wrong in the last iteration, where the end does not tell. */
function lastFailure({ iterations }: RunView, reason: EndReason): readonly string[] {
  const last = iterations.at(-1);
  if (last?.error == null || !silentEnds.has(reason)) return [];
  const { class: kind, message } = last.error;
  const said = message === kind || message === "" ? "" : `, ${cutText(message.replaceAll(/\s+/g, " "), 200)}`;
  return [`The last call, on ${last.task}, failed (${kind}${said}): \`ralph logs\` shows it.`];
}

/** Where a run has put what it came to, if not where a person looks first. */
function whereItIs({ state, end, iterations }: RunView): readonly string[] {
  const work = end?.left?.work ?? null;
  if (state.run?.beside !== true)
    return work?.branch == null || work.branch === state.run?.branch || state.policy.branching !== "task"
      ? []
      : [`The branch ${work.branch} is checked out: it has the unfinished work of ${work.task.id}.`];
  const { defaultBranch, root } = state.run;
  const ofPlan = state.policy.branching === "plan" ? iterations.findLast(({ commit }) => commit !== null) : undefined;
  const branch = ofPlan?.branch ?? defaultBranch;
  return [
    ...(state.landed > 0 ? [`What landed is on the branch ${branch}: git merge ${branch}.`] : []),
    ...(end?.left == null ? [] : [`What is unfinished is in ${root}; \`ralph run --worktree\` goes on with it.`]),
  ];
}
