import type { Brief } from "../core/brief/brief.ts";
import { evolve } from "../core/evolve.ts";
import type { Entry, Fact, FactOf } from "../core/fact.ts";
import { next } from "../core/next.ts";
import { roles } from "../core/outcome.ts";
import { emptyPolicy, playbookFacts, type Policy } from "../core/policy.ts";
import { initialState, type State } from "../core/state.ts";
import { isEffect, type Step } from "../core/step.ts";
import { advance, newView, type RunView } from "../core/summary.ts";
import type { Task } from "../core/task.ts";
import type { Wish } from "../ports/control.ts";
import type { PlayedMerge } from "./played-forge.ts";
import { PlayedWorld } from "./played-world.ts";
import { sampleTask } from "./sample-facts.ts";
import type { Turn } from "./turn.ts";

/** What a run is played with: the core alone, with a world that answers each step as the turns say. */
export interface Play {
  /** Ids, or tasks where more than an id matters. */
  readonly tasks?: readonly (string | Task)[];
  /** Ids that can't be worked for a fault of the source. */
  readonly faulty?: readonly string[];
  readonly policy?: Partial<Policy>;
  /** One turn a call; the last one is repeated. */
  readonly turns?: readonly Turn[];
  /** The gate's verdicts over an empty backlog, one a run; the last one is repeated. */
  readonly proofs?: readonly ("green" | "red")[];
  readonly breaker?: FactOf<"run-started">["breaker"];
  /** Whether the agent's program can go on in a session. */
  readonly canResume?: boolean;
  /** What the coordinator's briefs say beside the usual; null: it gives none. */
  readonly brief?: Partial<Brief> | null;
  /** Agents that take over where the first, `played`, can't work. */
  readonly fallback?: readonly string[];
  /** Who plays what in a crew; each agent is a family of its own. */
  readonly crew?: FactOf<"run-started">["crew"];
  /** What is found when a task's pull request is looked at, one word a look; the last is repeated. */
  readonly merges?: Readonly<Record<string, readonly PlayedMerge[]>>;
  /** A wish heard in the n-th step, from 0. */
  readonly wishes?: Readonly<Record<number, Wish>>;
  /** A number of steps after which a run that has not ended is given up. */
  readonly patience?: number;
}

/** How a played run went. */
export interface Played {
  readonly steps: readonly Step[];
  readonly entries: readonly Entry[];
  readonly state: State;
  readonly view: RunView;
  /** The end reason; null where the run had not ended when patience ran out. */
  readonly end: string | null;
  /** `<task> <outcome>`, one an iteration. */
  readonly outcomes: readonly string[];
  readonly tasks: readonly Task[];
}

const startedAt = 1_700_000_000_000;
const run = "r1";

/** The policy of a plain run over a plan file: no gate, the agent ticks, twelve iterations. */
export const plainPolicy: Policy = {
  ...emptyPolicy,
  ...playbookFacts("workflow", "file", "workflow/1.2"),
  branching: "current",
  run: { ...emptyPolicy.run, iterations: 12 },
};

/** Plays a run to its end. */
export function played(play: Play): Played {
  const game = new Game(play);
  const steps: Step[] = [];
  for (let step = game.wanted(); step !== undefined && steps.length < (play.patience ?? 2_000); step = game.wanted()) {
    const wish = play.wishes?.[steps.length];
    steps.push(step);
    game.perform(step, wish);
  }
  return game.result(steps);
}

class Game {
  readonly world: PlayedWorld;
  readonly #entries: Entry[] = [];
  #state: State;
  #view: RunView;
  #now = startedAt;

  constructor(play: Play) {
    const policy: Policy = { ...plainPolicy, ...play.policy };
    this.world = new PlayedWorld({
      tasks: (play.tasks ?? ["A"]).map((task) => (typeof task === "string" ? sampleTask(task) : task)),
      faulty: play.faulty ?? [],
      turns: play.turns ?? [],
      proofs: play.proofs ?? ["green"],
      canResume: play.canResume === true,
      merges: play.merges ?? {},
      ...(play.brief === undefined ? {} : { brief: play.brief }),
    });
    this.#state = initialState(policy, startedAt);
    this.#view = newView(run, policy, startedAt);
    this.#keep([startedWith(play, policy)]);
  }

  wanted(): Step | undefined {
    return next(this.#state)[0];
  }

  perform(step: Step, wish: Wish | undefined): void {
    if (isEffect(step)) this.#keep([{ kind: "step-intended", key: step.do, step }]);
    const { facts, takesMs } = this.world.perform(step, this.#state);
    this.#now += takesMs;
    const wishes: readonly (Wish | undefined)[] = [
      wish,
      step.do === "work" ? this.world.turn.wish : undefined,
      step.do === "wait" && step.until === null ? "resume" : undefined,
    ];
    this.#keep([
      ...wishes.flatMap((one): Fact[] => (one === undefined ? [] : [{ kind: "wish-heard", wish: one }])),
      ...facts,
    ]);
  }

  result(steps: readonly Step[]): Played {
    const outcomes = this.#view.iterations.map((iteration) => `${iteration.task} ${iteration.outcome ?? "-"}`);
    const end = this.#state.ended?.reason ?? null;
    return {
      steps,
      entries: this.#entries,
      state: this.#state,
      view: this.#view,
      end,
      outcomes,
      tasks: this.world.tasks,
    };
  }

  #keep(facts: readonly Fact[]): void {
    const { current, iterations } = this.#state;
    for (const fact of facts) {
      this.#now += 1_000;
      const iteration = fact.kind === "task-claimed" ? iterations + 1 : (current?.n ?? iterations);
      const entry: Entry = { seq: this.#entries.length + 1, run, iteration, at: this.#now, fact };
      this.#entries.push(entry);
      this.#state = evolve(this.#state, entry);
      this.#view = advance(this.#view, entry);
    }
  }
}

const startedWith = (play: Play, policy: Policy): Fact => ({
  kind: "run-started",
  policy,
  agent: playedAgent(play, "played"),
  ...(play.fallback === undefined ? {} : seating(play, ["played", ...play.fallback])),
  ...(play.crew === undefined
    ? {}
    : {
        crew: play.crew,
        agents: Object.fromEntries(
          [play.crew.strong, play.crew.fast, ...play.crew.reviewers, ...play.crew.judges].map((name) => [
            name,
            playedAgent(play, name),
          ]),
        ),
      }),
  pid: 1,
  host: "host",
  root: "/repo",
  head: "head",
  branch: "main",
  defaultBranch: "main",
  untracked: [],
  breaker: play.breaker ?? { state: "closed", since: null, reason: null },
  resumed: null,
});

const playedAgent = (play: Play, name: string) => ({ name, family: name, resume: play.canResume === true });

const seating = (play: Play, order: string[]) => ({
  order: Object.fromEntries(roles.map((role) => [role, order])),
  agents: Object.fromEntries(order.map((name) => [name, playedAgent(play, name)])),
});
