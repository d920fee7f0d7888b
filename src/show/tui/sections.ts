import type { IterationView } from "../../core/iteration-view.ts";
import type { Stage } from "../../core/step.ts";
import { actionText } from "../live/activity.ts";
import { budgetText, spentText } from "../live/budget-text.ts";
import { discrepancyText } from "../text/discrepancy-text.ts";
import { padded } from "../text/display-width.ts";
import { reasonText } from "../../core/texts/reason-text.ts";
import { silenceText, staleAfterMs } from "../live/silence-text.ts";
import { stoppingText } from "../text/stopping-text.ts";
import { ageText, spanText } from "../text/time-text.ts";
import { waitingText } from "../text/waiting-text.ts";
import { count } from "../text/words.ts";
import { type Line, span, type Span, type Tone } from "./line.ts";
import { outside, type Scene } from "./scene.ts";

/** One line of the view, or null where there is nothing to say. It is cut to `columns` by whoever puts it in its place. */
export type Part = (scene: Scene, columns: number) => Line | null;

const labelled = (label: string, ...said: readonly Span[]): Line => [span(label.padEnd(10), "faint"), ...said];

const dotted = (words: readonly string[]): string => words.filter((word) => word !== "").join(" · ");

/** Which run, for how long, and how far: the top of the view. */
export const header: Part = ({ view, now }) => {
  const standing = view.state.lastStanding;
  const words = [
    spanText((view.endedAt ?? now) - view.startedAt),
    standing === null ? "" : `${standing.done} done`,
    standing === null ? "" : `${standing.open} open`,
    `run ${view.run}`,
  ];
  return [span("ralph", "strong"), span(`  ${dotted(words)}`)];
};

/** The task under way. */
export const task: Part = (scene) => {
  const { current } = scene.view.state;
  if (scene.view.end !== null) return null;
  if (current === null) return [span("no task under way", "faint")];
  const { claim, n } = current;
  const again = claim.attempt > 1 ? `, attempt ${claim.attempt}` : "";
  return [
    span(`${outside(scene, claim.task.id)}  `, "strong"),
    span(outside(scene, claim.task.title), "strong"),
    span(`  #${n}${again}`, "faint"),
  ];
};

const doing: Record<Stage, string> = {
  preflight: "looking at the repository, the backlog and the agent",
  reap: "hearing what was asked of the run",
  pick: "reading the backlog",
  claim: "claiming the task",
  work: "waiting for the agent's first word",
  read: "reading the answer",
  measure: "measuring what has really changed",
  review: "having the change reviewed",
  gate: "running the gate",
  land: "landing the work as a commit",
  park: "setting the task aside with its reason",
  record: "writing the iteration down",
  decide: "deciding what comes next",
};

/** So wide is most any age: the words after it do not move with every second. */
const ageColumns = 10;

/** What happens right now, and how old that is (F218). */
export const present: Part = (scene) => {
  const { view, stage, activity, now } = scene;
  if (view.end !== null)
    return labelled("ended", span(endText(scene), view.end.reason === "interrupted" ? "warn" : "plain"));
  if (view.waiting !== null) return labelled("waiting", span(waitingText(view.waiting, now), "warn"));
  const silence = stage === "work" ? silenceText(activity, view.state.policy.idleTimeoutMs, now) : "";
  if (stage !== "work" || activity.last === null)
    return labelled("now", span(`${doing[stage]}${silence === "" ? "" : `: ${silence}`}`));
  const tones: Record<"tool" | "text" | "trouble", Tone> = { tool: "plain", text: "plain", trouble: "warn" };
  const age = now - activity.last.at;
  const said = silence !== "" && age >= staleAfterMs ? `${ageText(age)}, ${silence}` : ageText(age);
  return labelled(
    "now",
    span(`${padded(said, ageColumns)} `, age < staleAfterMs ? "faint" : "warn"),
    span(outside(scene, withoutRoot(scene, actionText(activity.last))), tones[activity.last.kind]),
  );
};

const endText = (scene: Scene): string => {
  const { end } = scene.view;
  return end === null ? "" : `${end.reason}${end.message === "" ? "" : `: ${outside(scene, end.message)}`}`;
};

const withoutRoot = ({ view }: Scene, text: string): string => {
  const root = view.state.run?.root ?? "";
  return root === "" ? text : text.replaceAll(`${root}/`, "");
};

/** Who works: role, agent, model, and what the call has come to so far. */
export const agent: Part = (scene) => {
  const { view, activity } = scene;
  if (view.state.run === null) return null;
  const { call } = activity;
  const words = [
    call === null ? "" : call.role,
    call?.agent ?? view.state.run.agent.name,
    activity.model ?? "",
    call === null
      ? ""
      : call.purpose === "ask-block"
        ? "asked for the missing block"
        : call.round > 1
          ? `repair ${call.round - 1}`
          : "",
    activity.toolCalls === 0 ? "" : count(activity.toolCalls, "tool call"),
    activity.subAgents === 0 ? "" : count(activity.subAgents, "sub-agent"),
    activity.retries === 0 ? "" : count(activity.retries, "retry", "retries"),
  ];
  return labelled("agent", span(outside(scene, dotted(words))));
};

/** What was spent. */
export const spent: Part = ({ view, activity }) => labelled("spent", span(spentText(view, activity)));

/** What is left of the run's bounds. */
export const budget: Part = ({ view, activity, now }) => labelled("left", span(budgetText(view, activity, now)));

/** The circuit breaker, and how near it is to opening. */
export const breaker: Part = (scene) => {
  const { breaker: state, policy } = scene.view.state;
  const tones: Record<typeof state.state, Tone> = { closed: "plain", "half-open": "warn", open: "bad" };
  const near =
    state.noProgress === 0
      ? ""
      : `${state.noProgress} of ${policy.breaker.noProgress} iterations in a row without progress`;
  const why = state.reason === null ? near : outside(scene, state.reason);
  return labelled("breaker", span(dotted([state.state, why]), tones[state.state]));
};

/** What the last recorded iteration claimed and measurement did not find. */
export const discrepancies: Part = (scene) => {
  const last = scene.view.iterations.findLast((iteration) => iteration.isRecorded);
  if (last === undefined || last.discrepancies.length === 0) return null;
  const words = last.discrepancies.map(discrepancyText);
  return labelled("differs", span(outside(scene, `#${last.n} ${words.join("; ")}`), "warn"));
};

/** What the last agent recommends; what the harness wrote in an agent's place is no advice. */
export const recommendation: Part = (scene) => {
  const last = scene.view.iterations.findLast(
    ({ recommendation: said, block }) => said !== "" && block?.by !== "harness",
  );
  return last === undefined ? null : labelled("it says", span(outside(scene, last.recommendation)));
};

/** What somebody has asked of the run, and what is still done before it comes to that. */
export const wish: Part = ({ view, asked, stage }) => {
  if (view.end !== null) return null;
  if (asked.stop === "now") return labelled("stopping", span(stoppingText(stage, view.waiting !== null), "warn"));
  if (asked.stop === "after-task") return labelled("stopping", span("after this task, as asked", "warn"));
  return asked.paused && view.waiting === null
    ? labelled("pausing", span("after this iteration, as asked", "warn"))
    : null;
};

/** What Ctrl-C does now. */
export const hint: Part = ({ view, asked }) => {
  if (view.end !== null) return null;
  return asked.stop === "now"
    ? [span("Ctrl-C again ends at once", "warn")]
    : [span("Ctrl-C stops and keeps the work, twice ends at once", "faint")];
};

const outcomeOf = ({ outcome, commit }: IterationView): string =>
  outcome === "verified" ? "verified" : commit === null ? (outcome ?? "") : commit.slice(0, 10);

/** The newest landings, newest first. */
export function landings(scene: Scene): readonly Line[] {
  const landed = scene.view.iterations.filter((iteration) => iteration.commit !== null).toReversed();
  return landed.map((iteration, at) =>
    labelled(
      at === 0 ? "landed" : "",
      span(`${outcomeOf(iteration)}  `, "good"),
      span(outside(scene, `${iteration.task}  ${iteration.title}`)),
    ),
  );
}

/** The tasks set aside, newest first, with why. */
export function setAside(scene: Scene): readonly Line[] {
  return scene.view.parked
    .toReversed()
    .map((entry, at) =>
      labelled(
        at === 0 ? "parked" : "",
        span(`${entry.state === "blocked" ? "blocked" : "needs you"}  `, "warn"),
        span(outside(scene, `${entry.task}  ${entry.question ?? reasonText(entry.reason)}`)),
      ),
    );
}
