import { readAnswer } from "../core/answer/answer.ts";
import { plainIssue, unreadableWord, verdictWords, wordsOf } from "../core/answer/verdict.ts";
import { preflightProblem } from "../core/crew/boundary.ts";
import { groupSize, isEpicBoundary, openNested } from "../core/picking/epic.ts";
import type { Change, Fact, Standing } from "../core/fact.ts";
import { callOutcomes, type Role } from "../core/outcome.ts";
import { fingerprintOf } from "../core/stopping/fingerprint.ts";
import { waitingTasks } from "../core/merging/merges.ts";
import { traitsOf } from "../core/playbooks/traits.ts";
import { recordOf } from "../core/record.ts";
import { type SelectContext, selectTask } from "../core/picking/select.ts";
import { roundOf, type State } from "../core/state.ts";
import type { Step } from "../core/step.ts";
import { taskId } from "../core/task-id.ts";
import type { Task, TaskId, TaskState } from "../core/task.ts";
import {
  acceptanceJudged,
  agentFinished,
  briefAsked,
  gradeCollected,
  sampleGrades,
  sampleTask,
  verdictRead,
} from "./sample-facts.ts";
import type { WorldScript } from "./world-script.ts";
import { answerOf } from "./answer-of.ts";
import { currentOf, PlayedForge, endedAs } from "./played-forge.ts";
import { playedStanding } from "./played-standing.ts";
import { PlayedTracker } from "./played-tracker.ts";
import { summaryOf, type Turn, msOf } from "./turn.ts";
import { cleanupTask } from "../core/tracker/clean-up.ts";
import { afterParking, byOwnAccount } from "../core/tracker/own-account.ts";

/** The file that carries the state of a played backlog. */
export const planFile = ".ralph/fix_plan.md";

/** A backlog, an agent, a gate and a repository that are nothing but a script: for each step, the facts that follow it. */
export class PlayedWorld {
  readonly #script: WorldScript;
  #tasks: readonly Task[];
  #call = 0;
  readonly #asked = new Map<Role, number>();
  #turn: Turn = {};
  #proof = 0;
  #content = 0;
  readonly #forge: PlayedForge;
  readonly #tracker = new PlayedTracker();

  constructor(script: WorldScript) {
    this.#script = script;
    this.#tasks = script.tasks;
    this.#forge = new PlayedForge(script.merges);
  }

  /** The backlog as it stands. */
  get tasks(): readonly Task[] {
    return this.#tasks;
  }

  /** What the agent is doing, or did last. */
  get turn(): Turn {
    return this.#turn;
  }

  /** What follows a step. Calls take the time that their turn says, waits the time until they end: in milliseconds. */
  perform(step: Step, state: State): { readonly facts: readonly Fact[]; readonly takesMs: number } {
    const facts = this.#facts(step, state);
    const waits = step.do === "wait" && step.until !== null ? Math.max(0, step.until - state.now) : 0;
    return { facts, takesMs: step.do === "work" ? msOf(this.#turn) : waits };
  }

  #facts(step: Step, state: State): readonly Fact[] {
    switch (step.do) {
      case "reap":
        return [{ kind: "reaped", wishes: 0 }];
      case "merge":
        return this.#merged(state);
      case "pick":
        return [this.#picked(state)];
      case "claim":
        return [this.#claimed(step, state)];
      case "work":
        return this.#worked(step, state);
      case "hand-over": {
        const { do: _handOver, ...who } = step;
        return [{ kind: "agent-replaced", ...who }];
      }
      case "brief":
        return briefAsked(currentOf(state).claim.task.id, step.call, this.#script.brief);
      case "measure":
        return [this.#measured(step.call, state)];
      case "review":
        return [...this.#reviewed(step), { kind: "review-closed", round: step.round, ask: step.ask }];
      case "simplify":
        return this.#simplified(step);
      case "prepare":
        return [{ kind: "repository-prepared", cleaned: [], receipts: [], failing: null }];
      case "judge":
        return this.#graded(step);
      case "collect":
        return state.grading.map((one): Fact => gradeCollected({ ...one, grades: null, why: "not through" }));
      case "put-back":
        this.#content -= 1;
        return [{ kind: "simplification-undone", tree: this.#tree(), head: "head", reason: "npm test" }];
      case "accept":
        return [acceptanceJudged(currentOf(state).claim.task, step.round, this.#tree(), this.#turn.unmet)];
      // A played repository has no specifications.
      case "check-specs":
      case "baseline":
        return [{ kind: "baseline-taken", tree: this.#tree(), receipts: [], problem: null }];
      case "gate":
        return [this.#judged(step, state)];
      case "file-findings":
      case "land":
        return [this.#landed(state)];
      case "withdraw":
        return [{ kind: "tick-withdrawn", task: currentOf(state).claim.task.id }];
      case "park":
        this.#set(step.task, step.state, state);
        return [
          {
            kind: "task-parked",
            task: step.task,
            state: step.state,
            reason: step.reason,
            question: step.question,
            kept: null,
            standing: this.#standing({ ...state, ...afterParking(state, step) }, [step.task]),
          },
        ];
      case "record":
        return [{ kind: "iteration-recorded", ...recordOf(state, currentOf(state)) }];
      case "wait":
        return [{ kind: "waited", why: step.why, until: step.until, cut: false }];
      case "end":
        return [{ kind: "run-ended", reason: step.reason, message: step.message, left: null }];
    }
  }

  #set(id: TaskId, to: TaskState, { policy }: State): void {
    if (policy.tracker === "agent") return;
    this.#tasks = this.#tasks.map((task) => (task.id === id ? { ...task, state: to } : task));
  }

  #context(state: State, parked: readonly TaskId[] = []): SelectContext {
    const { policy, tasks } = state;
    const ours = Object.entries(tasks).flatMap(([id, trail]) => (trail.startHead === null ? [] : [taskId(id)]));
    return {
      ours: new Set(ours),
      parked: new Map([...state.parked, ...parked, ...waitingTasks(state)].map((id) => [id, "parked"])),
      faulty: new Map(this.#script.faulty.map((id) => [taskId(id), "a fault"])),
      optional: policy.optional,
      audit: policy.audit,
      campaign: state.campaign,
    };
  }

  #standing(state: State, parked: readonly TaskId[] = []): Standing {
    return playedStanding(this.#tasks, state, this.#context(state, parked));
  }

  #tree = (): string => `tree-${this.#content}`;

  #picked(state: State): Fact {
    const tasks = byOwnAccount(this.#tasks, state.account);
    const { task, reason } = selectTask(tasks, this.#context(state));
    const pick =
      task === null
        ? null
        : {
            task,
            reason,
            boundary: isEpicBoundary(tasks, task.id),
            groupSize: groupSize(tasks, task.id),
            nested: [...openNested(tasks, task.id)],
          };
    const standing = this.#standing(state);
    return {
      kind: "backlog-read",
      standing,
      pick,
      tree: pick === null && standing.open === 0 && state.policy.gated ? this.#tree() : null,
      ...this.#tracker.read(state, this.#tasks),
    };
  }

  #claimed({ cleanup }: Extract<Step, { do: "claim" }>, state: State): Fact {
    const isPreflight = preflightProblem(state) !== null;
    const pick = isPreflight ? null : (state.backlog?.pick ?? null);
    const task =
      cleanup === undefined
        ? (pick?.task ?? sampleTask(isPreflight ? "fix-preflight-001" : "repair-the-gate"))
        : cleanupTask(cleanup);
    if (isPreflight) this.#tasks = [...this.#tasks, { ...task, state: "in_progress" }];
    return {
      kind: "task-claimed",
      task,
      nested: pick?.nested ?? [],
      attempt: (state.tasks[task.id]?.attempts ?? 0) + 1,
      boundary: pick?.boundary ?? true,
      ...(pick?.groupSize === undefined ? {} : { groupSize: pick.groupSize }),
      repair: pick === null && !isPreflight,
      ...(isPreflight ? { preflight: true } : {}),
      ...(cleanup === undefined ? {} : { cleanup: [...cleanup] }),
      branch: "main",
      head: "head",
      tree: this.#tree(),
      clean: true,
      defaultTip: null,
      startHead: "head",
      session: null,
    };
  }

  #worked(step: Extract<Step, { do: "work" }>, state: State): readonly Fact[] {
    const { turns, canResume } = this.#script;
    this.#turn = turns[Math.min(this.#call, turns.length - 1)] ?? {};
    this.#call += 1;
    this.#asked.clear();
    const { outcome = "ok", message = null, resetAt, costUsd, tokens, session } = this.#turn;
    if ((this.#turn.changed ?? []).length > 0) this.#content += 1;
    this.#tasks = this.#tracker.moved(this.#tasks, this.#turn.moves ?? {});
    const finished = agentFinished({
      ...(step.agent === undefined ? {} : { agent: step.agent, seat: step.agent, family: step.agent }),
      role: step.role,
      round: step.round,
      call: step.call,
      session: session ?? (canResume ? "s1" : null),
      outcome,
      message,
      fingerprint: fingerprintOf(outcome, message),
      usage: tokens === undefined ? null : { in: tokens, out: 0, cachedRead: 0, cachedWrite: 0 },
      costUsd: costUsd ?? null,
      subAgents: this.#turn.subAgents ?? 0,
      limit: outcome === "usage_limit" ? { resetAt: resetAt ?? null, text: "limit" } : null,
      denials: Array.from({ length: this.#turn.denials ?? 0 }, () => ({
        tool: "Bash",
        input: "x",
        reason: this.#turn.deniedFor ?? "no",
      })),
      limitEnds: resetAt === undefined ? null : Date.parse(resetAt),
      startedAt: state.now,
      durationMs: msOf(this.#turn),
    });
    return [
      finished,
      {
        kind: "answer-read",
        ...readAnswer(step.call, step.role, answerOf(this.#turn), state.policy),
        ...(this.#turn.findings === undefined ? {} : { findings: this.#turn.findings }),
        ...(state.policy.answer === "summary" ? { summary: summaryOf(this.#turn) } : {}),
      },
    ];
  }

  #measured(call: number, state: State): Fact {
    const { changed = [], work = changed, tick = "none", evidence = null } = this.#turn;
    const { marks = [], surface = [], strayTicks = [] } = this.#turn;
    const changes = (paths: readonly string[]): Change[] => paths.map((path) => ({ path, kind: "modified" }));
    return {
      kind: "work-measured",
      call,
      head: "head",
      branch: "main",
      tree: this.#tree(),
      dirty: [],
      changes: changes(changed),
      backlogFiles: [planFile],
      workChanges: changes(work.filter((path) => path !== planFile)),
      commits: [],
      tick: this.#turn.outcome === undefined || this.#turn.outcome === "ok" ? tick : "none",
      strayTicks: [...strayTicks],
      restoredItems: [],
      addedItems: [],
      surface: [...surface],
      gateFiles: [],
      marks: [...marks],
      evidence,
      strayCommits: [],
      subAgentsInFlight: this.#turn.subAgentsInFlight ?? 0,
      subAgentStarts: this.#turn.subAgentStarts ?? 0,
      ...this.#tracker.look(state, this.#tasks),
      standing: this.#standing(state),
    };
  }

  #reviewed(step: Extract<Step, { do: "review" }>): readonly Fact[] {
    return step.seats.flatMap(({ role, agent = "played" }, at): Fact[] => {
      const call = step.call + at;
      const said = this.#turn.verdicts?.[role] ?? wordsOf[step.form].slice(0, 1);
      const asked = this.#asked.get(role) ?? 0;
      this.#asked.set(role, asked + 1);
      const given = said[Math.min(asked, said.length - 1)];
      const answer = typeof given === "object" ? given.verdict : given;
      const more = typeof given === "object" ? given : {};
      const cause = answer === "unreadable" ? answer : "answer";
      const verdict = cause === "unreadable" ? unreadableWord[step.form] : verdictWords.find((word) => word === answer);
      const outcome = callOutcomes.find((one) => one === answer) ?? "ok";
      const finished = agentFinished({
        role,
        round: step.round,
        call,
        outcome,
        agent,
        seat: agent,
        family: agent,
        costUsd: null,
      });
      if (verdict === undefined) return [finished];
      return [
        finished,
        verdictRead({
          role,
          call,
          cause,
          seat: agent,
          family: agent,
          round: step.round,
          ask: step.ask,
          form: step.form,
          issues:
            verdict === "REJECT" || verdict === "UNCERTAIN" ? [plainIssue(`${agent} ${verdict} ${step.round}`)] : [],
          ...more,
          verdict,
        }),
      ];
    });
  }

  /** The grades come before the next step, unless the turn says that they stay away. */
  #graded({ iteration, task, commit, agent }: Extract<Step, { do: "judge" }>): readonly Fact[] {
    const { grades = [5, 5, 5] } = this.#turn;
    const place = { iteration, task: task.id, commit, judge: `judge-${iteration}` };
    const pending: Fact = { kind: "grade-pending", ...place, seat: agent, family: agent, model: null };
    return grades === "late"
      ? [pending]
      : [pending, gradeCollected({ ...place, grades: sampleGrades(grades), why: null })];
  }

  #simplified({ call, round }: Extract<Step, { do: "simplify" }>): readonly Fact[] {
    const before = this.#tree();
    const paths = [...(this.#turn.simplified ?? [])];
    if (paths.length > 0) this.#content += 1;
    return [
      agentFinished({ role: "simplifier", round, call, costUsd: null }),
      {
        kind: "work-simplified",
        call,
        before,
        headBefore: "head",
        tree: this.#tree(),
        head: "head",
        paths,
        refused: null,
      },
    ];
  }

  #judged({ round, commands }: Extract<Step, { do: "gate" }>, state: State): Fact {
    const tree = state.current?.measured?.tree ?? state.backlog?.tree ?? "";
    const known = state.gate?.tree === tree && commands === undefined ? state.gate : null;
    const isSpoilt = state.current?.simplified != null && this.#turn.gateAfterSimplifier === "red";
    const verdict = known?.verdict ?? (round === 0 ? this.#proven() : isSpoilt ? "red" : (this.#turn.gate ?? "green"));
    return {
      kind: "gate-judged",
      round,
      ...(commands === undefined ? {} : { commands: [...commands] }),
      tree,
      verdict,
      served: known !== null,
      receipts: [],
      failing: verdict === "red" ? (commands?.[0] ?? "npm test") : null,
      problem: round === 0 ? null : (this.#turn.gateProblem ?? null),
      leftovers: [],
    };
  }

  #proven(): "green" | "red" {
    const { proofs } = this.#script;
    this.#proof += 1;
    return proofs[Math.min(this.#proof, proofs.length) - 1] ?? "green";
  }

  #merged(state: State): readonly Fact[] {
    const ended = state.merges.flatMap((merge): Fact[] => {
      const result = this.#forge.look(merge.task);
      if (result === "pending") return [];
      if (result === "merged") this.#set(merge.task, "done", state);
      if (result === "closed") this.#set(merge.task, "needs_human", state);
      const { closing, known } = this.#tracker.landed(state, this.#tasks, result === "merged" ? merge.task : null);
      return [{ ...endedAs(merge, result), ...closing, standing: this.#standing({ ...state, ...known }) }];
    });
    return [...ended, { kind: "merges-seen", waiting: 0 }];
  }

  #landed(state: State): Fact {
    const { claim, measured } = currentOf(state);
    if (this.#turn.refusal !== undefined)
      return {
        kind: "landing-refused",
        why: this.#turn.refusal,
        message: "refused",
        ...(traitsOf[state.policy.playbook].mendsRefusals || this.#turn.refusal === "checks"
          ? { round: roundOf(currentOf(state)) }
          : {}),
      };
    if (state.policy.merges?.async === true) {
      this.#set(claim.task.id, "in_progress", state);
      return this.#forge.offered(state);
    }
    if (!claim.repair) for (const id of [...claim.nested, claim.task.id]) this.#set(id, "done", state);
    const { closing, known } = this.#tracker.landed(state, this.#tasks, claim.repair ? null : claim.task.id);
    const isAudited = this.#turn.findings != null;
    const isVerified = isAudited || (measured?.evidence?.ok === true && measured.workChanges.length === 0);
    return {
      kind: "work-landed",
      commit: `commit-${this.#content}`,
      branch: "main",
      form: isVerified ? "verified" : "commit",
      agentCommits: [],
      closed: claim.repair ? [] : [claim.task.id],
      ...closing,
      standing: this.#standing({ ...state, ...known }),
      recovered: false,
    };
  }
}
