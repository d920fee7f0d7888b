import type { VerdictForm } from "./answer/verdict.ts";
import type { EndReason } from "./end-reason.ts";
import type { JudgingRole } from "./judging-roles.ts";
import type { CallOutcome, Role } from "./outcome.ts";
import type { Task, TaskId } from "./task.ts";

/** The stages of one iteration, by the names used everywhere. */
export const stages = [
  "preflight",
  "reap",
  "pick",
  "claim",
  "work",
  "read",
  "measure",
  "review",
  "gate",
  "land",
  "park",
  "record",
  "decide",
] as const;
export type Stage = (typeof stages)[number];

/** How a task that is set aside stands afterwards. */
export type ParkedState = "blocked" | "needs_human";

/** What is looked at together: one task's work, or an epic's. */
export type ReviewScope = "task" | "epic";

/** Who judges in a review: a role, and where it matters the label of the agent that plays it. */
export interface ReviewSeat {
  readonly role: JudgingRole;
  readonly agent?: string;
  /** Files that it has asked for when it was in doubt. */
  readonly needs?: readonly string[];
}

/** What is wanted next. Imperative; the fact that follows it is in the past tense. */
export type Step =
  | { readonly do: "reap" }
  /** Looks at the pull requests that wait: merges what is green, closes the tasks of what is merged. */
  | { readonly do: "merge" }
  | { readonly do: "pick" }
  /** `cleanup`: no task is begun, but issues are closed whose work has landed. */
  | { readonly do: "claim"; readonly cleanup?: readonly TaskId[] }
  /** `ask-block` goes on in the same session, only for the block that was missing. */
  | {
      readonly do: "work";
      readonly role: Role;
      readonly round: number;
      readonly call: number;
      readonly purpose: "task" | "ask-block";
      /** The label of the agent that is called; the first of the role's order where there is none. */
      readonly agent?: string;
    }
  /** Another agent plays a role from here on. */
  | {
      readonly do: "hand-over";
      readonly role: Role;
      readonly from: string;
      readonly to: string;
      readonly why: CallOutcome | null;
      readonly until: number | null;
    }
  /** Sees to the claimed task's brief: it is on its way already, or the coordinator is asked. */
  | { readonly do: "brief"; readonly call: number }
  | { readonly do: "measure"; readonly call: number }
  /** Several roles judge the work at once. Which verdict arrives first has no effect. */
  | {
      readonly do: "review";
      readonly round: number;
      /** Which asking of the round: odd ones ask afresh, the even one after each asks those again who were in doubt. */
      readonly ask: number;
      readonly form: VerdictForm;
      /** What is judged: the task's work, or all of its epic. */
      readonly scope: ReviewScope;
      /** The commit that the work under review began with. */
      readonly since: string;
      /** The number of the first of the calls. */
      readonly call: number;
      readonly seats: readonly ReviewSeat[];
    }
  /** `commands`: those of the task's own, in order; without them the full gate. */
  | { readonly do: "gate"; readonly round: number; readonly commands?: readonly string[] }
  /** Runs the commands of the task's single criteria. */
  | { readonly do: "accept"; readonly round: number }
  /** Asks whether closed tasks cover the specifications, by the digest of their texts. */
  | { readonly do: "check-specs"; readonly call: number; readonly digest: string }
  /** Learns how all gate commands stand before the first task. */
  | { readonly do: "baseline" }
  /** Takes out of the epic's files what nobody needs. */
  | {
      readonly do: "simplify";
      readonly round: number;
      readonly call: number;
      readonly since: string;
      readonly scope: ReviewScope;
    }
  /** Puts back what the simplifier has changed. */
  | { readonly do: "put-back"; readonly call: number }
  | { readonly do: "land" }
  /** Puts an audit's findings into the backlog and closes its task, without a merge. */
  | { readonly do: "file-findings" }
  /** Makes the repository ready for the first gate. */
  | { readonly do: "prepare" }
  /** Starts a judge on landed work; the next step does not wait for it. */
  | {
      readonly do: "judge";
      readonly iteration: number;
      readonly task: Task;
      readonly commit: string;
      /** The commit that the task's work began with. */
      readonly since: string;
      readonly call: number;
      readonly agent: string;
    }
  /** Waits a little for judges that are not through yet; then nobody waits any more. */
  | { readonly do: "collect" }
  /** Takes back the claimed task's tick where its work does not land. */
  | { readonly do: "withdraw" }
  | {
      readonly do: "park";
      readonly task: TaskId;
      readonly state: ParkedState;
      readonly reason: string;
      readonly question: string | null;
    }
  | { readonly do: "record" }
  | { readonly do: "wait"; readonly why: WaitReason; readonly until: number | null }
  | { readonly do: "end"; readonly reason: EndReason; readonly message: string };

/** Why a run stands still for a while. `until` null in a wait: until somebody says so. */
export type WaitReason = "usage_limit" | "overload" | "calls_per_hour" | "cooldown" | "pause" | "merges";
/** The same, and a full disk, which no step asks for. */
export type StandstillReason = WaitReason | "disk";

/** The stage that a step belongs to, for whoever watches. */
export const stageOf: Record<Step["do"], Stage> = {
  reap: "reap",
  merge: "reap",
  pick: "pick",
  claim: "claim",
  work: "work",
  "hand-over": "work",
  brief: "claim",
  measure: "measure",
  review: "review",
  gate: "gate",
  baseline: "gate",
  accept: "gate",
  "check-specs": "decide",
  simplify: "review",
  "put-back": "review",
  land: "land",
  "file-findings": "land",
  prepare: "preflight",
  judge: "reap",
  collect: "reap",
  withdraw: "land",
  park: "park",
  record: "record",
  wait: "reap",
  end: "decide",
};

/** The steps that change the world: written to the ledger as intents before they are done. */
export const effects = [
  "merge",
  "claim",
  "work",
  "brief",
  "measure",
  "review",
  "gate",
  "baseline",
  "accept",
  "check-specs",
  "simplify",
  "put-back",
  "land",
  "file-findings",
  "withdraw",
  "park",
  "prepare",
  "judge",
] as const satisfies readonly Step["do"][];

/** True for a step whose intent is written down before it is performed. */
export const isEffect = (step: Step): boolean => (effects as readonly string[]).includes(step.do);
