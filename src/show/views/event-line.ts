import type { Entry, Fact } from "../../core/fact.ts";
import type { RunView } from "../../core/summary.ts";

/** One line for people about a fact, or null for facts that say nothing to them. Plain text, no colours. */
export function eventLine(entry: Entry, view: RunView): string | null {
  const said = words(entry.fact, view);
  if (said === null) return null;
  return oneLine(`${new Date(entry.at).toISOString().slice(11, 19)} ${entry.iteration > 0 ? `#${entry.iteration} ` : ""}${said}`);
}

function words(fact: Fact, view: RunView): string | null {
  const task = view.state.current?.claim.task.id ?? "";
  switch (fact.kind) {
    case "run-started":
      return `run ${view.run} started: ${fact.agent.name}, ${fact.policy.playbook}, at most ${fact.policy.run.iterations} iterations`;
    case "task-claimed":
      return `${fact.task.id} claimed: ${fact.task.title}${fact.attempt > 1 ? ` (attempt ${fact.attempt})` : ""}`;
    case "agent-finished":
      return `${task} ${fact.role} ${fact.outcome === "ok" ? "finished" : `ended: ${fact.outcome}${fact.message === null ? "" : ` (${fact.message})`}`} in ${seconds(fact.durationMs)}${fact.costUsd === null ? "" : `, ${fact.costUsd.toFixed(4)} USD`}`;
    case "work-measured":
      return `${task} measured: ${count(fact.changes.length, "file")} changed, ${count(fact.commits.length, "commit")}${fact.tick === "undone" ? ", the tick was taken back" : ""}${fact.surface.length > 0 ? `, put back: ${fact.surface.map((change) => change.path).join(", ")}` : ""}`;
    case "gate-judged":
      return `gate ${fact.verdict}${fact.served ? " (this tree was judged before)" : ""}${fact.failing === null ? "" : `: ${fact.failing}`}`;
    case "work-landed":
      return `${task} ${fact.form === "verified" ? "verified" : "landed"} as ${fact.commit.slice(0, 10)}; ${fact.standing.open} open`;
    case "landing-refused":
      return `${task} could not land (${fact.why}): ${fact.message}`;
    case "task-parked":
      return `${fact.task} set aside (${fact.state}): ${fact.reason}`;
    case "work-kept":
      return `work of ${fact.task} kept at ${fact.ref}`;
    case "iteration-recorded":
      return fact.outcome === "landed" || fact.outcome === "verified" ? null : `iteration ended: ${fact.outcome}${fact.exit !== null && fact.exit.vetoes.length > 0 ? `; exit refused: ${fact.exit.vetoes.join(", ")}` : ""}`;
    case "warned":
      return `${fact.severity}: ${fact.message}`;
    case "wish-heard":
      return `heard: ${fact.wish}`;
    case "run-recovered":
      return `run ${fact.from} was killed; ${fact.task ?? "nothing"} ${fact.settled}`;
    case "run-ended":
      return `run ended: ${fact.reason}${fact.message === "" ? "" : ` (${fact.message})`}`;
    case "reaped":
    case "backlog-read":
    case "answer-read":
    case "tick-withdrawn":
    case "waited":
    case "breaker-reset":
    case "step-intended":
      return null;
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

/** Without line breaks and control characters: what agents and tasks say is shown, never obeyed (G-11). */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").slice(0, 400);
