import type { VerdictForm } from "../core/answer/verdict.ts";
import type { Change, Entry, FactOf, Standing } from "../core/fact.ts";
import type { Price } from "../core/money/price-table.ts";
import type { Role } from "../core/outcome.ts";
import type { Stage, StandstillReason } from "../core/step.ts";
import type { Task, TaskId } from "../core/task.ts";
import type { AgentDialect, AgentEvent } from "../ports/agent.ts";
import type { Backlog, BacklogSnapshot } from "../ports/backlog.ts";
import type { Forge } from "../ports/forge.ts";
import type { MergeQueue } from "../ports/merge-queue.ts";
import type { Remote } from "../ports/remote.ts";
import type { CommitCopies } from "../ports/commit-copies.ts";
import type { Clock } from "../ports/clock.ts";
import type { Control } from "../ports/control.ts";
import type { Foresight } from "../ports/foresight.ts";
import type { Gate, Mender, Preparation, Validator } from "../ports/gate.ts";
import type { Notebook } from "../ports/notebook.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { ProcessActivity, Processes } from "../ports/processes.ts";
import type { RepositoryCare } from "../ports/repository-care.ts";
import type { SurfaceGuard } from "../ports/surface.ts";
import type { Background } from "./crew/background.ts";
import type { History, RepositoryView, Shelf, Workspace } from "../ports/workspace.ts";

/** An agent that may play a role, and its model (null: the program's own default). `label` tells it from the others. */
export interface Seat {
  readonly label: string;
  readonly dialect: AgentDialect;
  readonly model: string | null;
}

/** Template texts, read once at the edge from `assets/prompts`; `project` is the repository's own prompt file. */
export interface PromptTexts {
  readonly roles: Readonly<Partial<Record<Role, string>>>;
  readonly askBlock: string;
  /** How a verdict is to be given, by its form, and what an answer is met with that holds none. */
  readonly verdicts: Readonly<Record<VerdictForm, string>>;
  readonly askVerdict: string;
  /** How a work report and how grades are given as JSON, and what an answer is met with that holds none. */
  readonly summary: string;
  readonly grades: string;
  readonly askJson: string;
  readonly contract: string;
  readonly phrases: Readonly<Record<string, string>>;
  /** What an audit is asked in an implementer's place, and how its findings are given. */
  readonly audit: string;
  readonly findings: string;
  /** How a brief is given. */
  readonly brief: string;
  /** How a completion call is asked, and the specifications below `.ralph/specs/`: their texts and a digest of them. */
  readonly coverage: string;
  specs(): Promise<{ readonly digest: string; readonly text: string } | null>;
  project(): Promise<string | null>;
  /** The last lines of the progress file, oldest first. */
  progress(): Promise<string | null>;
}

/** How an agent is started: what is the same for every call of the run. */
export interface CallSettings {
  /** The whole environment but for the dialect's own variables and the marks of the call. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables of the caller's environment by name, for what a dialect asks to be let through. */
  readonly inherited: (name: string) => string | undefined;
  /** argv of `ralph hook`, absolute; null where hooks are off. */
  readonly hook: readonly string[] | null;
  /** Our own folder of files for agent programs. */
  readonly assets?: string;
  /** The command for focused tests, with `{files}` and `{package}` in it; null where none is configured. */
  readonly focusedTest?: string | null;
  readonly promptMaxBytes: number;
  /** Where the raw output of a call goes: absolute. */
  readonly logPath: (iteration: number, role: Role, call: number) => string;
}

/** The guard's pure judgements, given from outside so that the loop asks and does not know how. */
export interface Judgements {
  /** Which changed files a gate reads, and the task did not ask to change. */
  readonly gateFiles: (changes: readonly Change[], task: Task) => readonly string[];
  /** What becomes of such changes: they are told, or put back as well. */
  readonly tests?: "report" | "refuse";
  /** Text from outside as marked data. */
  readonly fence: (text: string, label: string) => string;
  /** Secrets out. */
  readonly mask: (text: string) => string;
}

/** How tasks are picked from a snapshot; the rules are the core's, the person's choices are in here. */
export interface Picking {
  pick(snapshot: BacklogSnapshot, memory: PickMemory): Picked | null;
  standing(snapshot: BacklogSnapshot, parked: readonly TaskId[]): Standing;
}

/** A task that was picked, why, whether it is the last of its group, and what is nested under it. */
export type Picked = NonNullable<FactOf<"backlog-read">["pick"]>;

/** What the run knows that a backlog does not say. */
export interface PickMemory {
  readonly ours: readonly TaskId[];
  readonly parked: readonly TaskId[];
  /** Tasks whose work waits to be merged. */
  readonly waiting?: readonly TaskId[];
  /** The id that an optimiser has left as the next one. */
  readonly hint?: TaskId | null;
  /** Files that the last landing has touched; empty where the source's own order says what comes next. */
  readonly touched?: readonly string[];
  /** The epic, by its key, whose audits go before those of others. */
  readonly campaign?: string | null;
}

/** Keeps the text of the backlog's file over one iteration, out of an agent's reach. */
export interface PlanMemory {
  save(text: string): Promise<void>;
  load(): Promise<string | null>;
  /** Text on its way over a put-back or to another branch, which a kill must not lose; null once it has arrived. */
  carry(text: string | null): Promise<void>;
  carried(): Promise<string | null>;
}

/** Who plays what in a crew, as it was asked for, and the models that stand for others. */
export interface Crew {
  readonly seats: NonNullable<FactOf<"run-started">["crew"]>;
  readonly notes: readonly string[];
}

/** How work is offered to others and merged: the service, the way to it, and what waits there. */
export interface ForgeTools {
  readonly service: Forge;
  readonly remote: Remote;
  readonly queue: MergeQueue;
}

/** Everything the loop works with; made in one place, `src/app/compose/compose.ts`. */
export interface Tools {
  readonly run: string;
  readonly repository: RepositoryView;
  readonly workspace: Workspace;
  readonly history: History;
  readonly shelf: Shelf;
  /** Null where work lands here, without anybody else. */
  readonly forge: ForgeTools | null;
  readonly care: RepositoryCare;
  readonly backlog: Backlog;
  readonly picking: Picking;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly control: Control;
  readonly gate: Gate;
  /** The program that is the validator; null where an agent is. */
  readonly validator: Validator | null;
  /** What mends changed files before anybody judges them. */
  readonly mender: Mender;
  /** What makes the repository ready before the first gate. */
  readonly preparation: Preparation;
  /** Calls beside the loop. */
  readonly background: Background;
  readonly copies: CommitCopies;
  readonly notebook: Notebook;
  readonly foresight: Foresight;
  readonly surface: SurfaceGuard;
  readonly planMemory: PlanMemory;
  /** Sub-agents that hooks have seen start and not stop. */
  readonly subAgentsInFlight: () => Promise<number>;
  /** Sub-agents that hooks have seen start since a time (ms), whether or not the program's own output shows them. */
  readonly subAgentStarts: (since: number) => Promise<number>;
  readonly processes: Processes;
  /** A number from 0 to less than the one given, so that many who wait do not come back at once. */
  readonly jitter: (below: number) => number;
  /** The agent of that label that may play a role; without one, or where there is none of it, the first in order. */
  readonly seat: (role: Role, label?: string) => Seat;
  /** All that may play a role, in order: its own, then the fallback. */
  readonly seats: (role: Role) => readonly Seat[];
  /** The agents of a crew by their labels, and what has to be said of their models; null where no crew works. */
  readonly crew: Crew | null;
  /** What a model's tokens cost at a time (ms), for what no agent reports; null where nobody knows. */
  readonly priceOf: (model: string | null, at: number) => Price | null;
  readonly texts: PromptTexts;
  readonly calls: CallSettings;
  readonly judge: Judgements;
  /** Told of each fact once it is kept, and of what an agent does while it works. Must not throw. */
  readonly watch: Watcher;
}

/** Whoever looks on: the terminal, the log files, the JSON stream. */
export interface Watcher {
  fact(entry: Entry): void;
  agent(event: AgentEvent): void;
  /** What the agent's processes do, seen from outside; about once a second at most. */
  alive(activity: ProcessActivity): void;
  stage(stage: Stage): void;
  waiting(why: StandstillReason, until: number | null): void;
}
